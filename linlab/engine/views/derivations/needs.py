"""What derivations need of a run: why one does not apply, and the way out."""

from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import theory
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.views.kit.of_texts import only_of_places
from linlab.engine.views.kit.ready import ReadyRun
from linlab.engine.views.kit.ways_out import (
    keep_points,
    of_member,
    use_model,
    use_settings,
    use_space,
    without_changes,
)
from linlab.engine.views.view import Refusal, WayOut

MOST_EXAMPLES = 1000  # of a dual, or of a pass whose errors are measured
ALWAYS = use_settings("Set λ to 0.01", lam=0.01, penalty="l2")
IN_A_PASS = ("cyclic", "shuffled")  # orders that show each example once


def about_perceptrons(moment: ReadyRun) -> Refusal | None:
    """A perceptron that the mistake bound holds for."""
    learner = moment.trace.problem(moment.t).learner
    why = kind_of(learner).why_no("bound", learner)
    perceptron = of_member(moment, use_model("perceptron", "the perceptron"))
    if why:
        return Refusal(why, perceptron)
    if not learner.recipe.loss.mistake_driven:
        return Refusal(
            f"{learner.recipe.title} also updates where its answer is right, so its updates are not mistakes and w need not "
            "stay short: the proof is about the perceptron.",
            perceptron,
        )
    why = theory.why_unbounded(moment.trace, moment.t)
    return Refusal(why, of_member(moment, _bounded(moment))) if why else None


def _bounded(moment: ReadyRun) -> WayOut:
    """What makes the bound apply to a perceptron."""
    problem = moment.trace.problem(moment.t)
    if problem.batch != 1:
        return use_settings("Train on one example at a time", batch=1)
    if problem.learner["start"] != "zeros":
        return use_settings("Start at 0", start="zeros")
    if theory.changed(moment.trace, moment.t):
        return without_changes("Start without the changes")
    return keep_points(theory.MOST_FOR_A_BOUND)


def about_weights(moment: ReadyRun) -> Refusal | None:
    """A model with one w, of few enough examples for the largest margin."""
    problem = moment.trace.problem(moment.t)
    if problem.counting is not None:
        return Refusal(
            f"{problem.title} counts: it has no w that is made longer or shorter.",
            use_model("perceptron", "the perceptron"),
        )
    if problem.n > theory.MOST_FOR_A_BOUND:
        most = theory.MOST_FOR_A_BOUND
        return Refusal(
            f"The largest margin is computed for at most {most} examples.", keep_points(most)
        )
    return None


def about_mira(moment: ReadyRun) -> Refusal | None:
    learner = moment.trace.problem(moment.t).learner
    if learner.recipe.has_own_c:
        return None
    return Refusal(
        "τ is how far MIRA goes at a step; other models have the learning rate α.",
        use_model("mira"),
    )


def about_hinge(moment: ReadyRun) -> Refusal | None:
    """Hinge loss with L2 and λ > 0."""
    problem = moment.trace.problem(moment.t)
    learner = problem.learner
    loss = learner.recipe.loss
    svm = use_model("svm", "the SVM")
    needs = "The dual is that of the hinge loss with the penalty λ/2·‖w‖²"
    if problem.counting is not None or not loss.wants_margin or loss.smooth:
        return Refusal(f"{needs}: use the SVM.", svm)
    if "lam" not in learner.recipe.parameters:
        return Refusal(f"{needs}; {learner.recipe.title} has no λ.", svm)
    if learner["penalty"] == "l1":
        return Refusal(f"{needs}, not λ‖w‖₁.", use_settings("Use the penalty L2", penalty="l2"))
    if not learner.decay:
        return Refusal(f"{needs}, with λ > 0.", ALWAYS)
    if problem.n > MOST_EXAMPLES:
        return Refusal(
            f"The dual is computed for at most {MOST_EXAMPLES} examples.",
            keep_points(MOST_EXAMPLES),
        )
    return None


def about_counts(moment: ReadyRun) -> Refusal | None:
    rule = moment.trace.problem(moment.t).learner.recipe.counting
    if rule is not None and rule.probabilistic:
        return None
    key = "multinomial-naive-bayes" if moment.learner.reads_texts else "naive-bayes"
    return Refusal("Naive Bayes is what gets its probabilities by counting.", use_model(key))


def about_log_loss(moment: ReadyRun) -> Refusal | None:
    problem = moment.trace.problem(moment.t)
    if problem.counting is not None or not problem.learner.recipe.loss.probabilistic:
        return Refusal(
            f"{problem.title} has no likelihood P(y|x) to climb: logistic regression has.",
            use_model("logistic", "logistic regression"),
        )
    return Refusal(problem.too_large) if problem.too_large else None


def about_features(moment: ReadyRun) -> Refusal | None:
    """Log loss over features that are written down."""
    why = about_log_loss(moment)
    if why is None and moment.trace.problem(moment.t).dual:
        return Refusal(
            "A kernel space has no list of features, and so no weight for each.",
            use_space("linear"),
        )
    return why


def about_prior(moment: ReadyRun) -> Refusal | None:
    why = about_features(moment)
    if why is None and not moment.trace.problem(moment.t).learner.decay:
        return Refusal("Without a penalty every w is as probable as any other: λ is 0.", ALWAYS)
    return why


def about_places(moment: ReadyRun) -> Refusal | None:
    return only_of_places(
        moment, "Texts have no x₁ and x₂: this is about two coordinates and their products."
    )


def _one_at_a_time(learner: Learner) -> WayOut:
    if "batch" not in learner.recipe.parameters:
        return use_model("perceptron", "the perceptron")
    title = "Train on one example at a time"
    if "optimiser" in learner.recipe.parameters:
        return use_settings(title, batch=1, optimiser="sgd")
    return use_settings(title, batch=1)


def about_one_pass(moment: ReadyRun) -> Refusal | None:
    """One example at a time, each once, in an order that says nothing of them."""
    problem = moment.trace.problem(moment.t)
    learner = problem.learner
    if problem.counting is not None:
        return Refusal(
            f"{problem.title} counts; this is about a learner that is tried on an example before its update.",
            use_model("perceptron", "the perceptron"),
        )
    if learner.optimiser.solver or problem.batch != 1:
        return Refusal("The bound holds only for one example at a time.", _one_at_a_time(learner))
    if learner["order"] not in IN_A_PASS:
        return Refusal(
            "The bound holds only for fresh examples in an order that was not chosen.",
            use_settings("Shuffle each epoch", order="shuffled"),
        )
    timeline = moment.document.timeline
    if theory.changed(moment.trace, moment.t) or any(each.pick is not None for each in timeline):
        return Refusal(
            "The bound holds only for a run without changes and without examples picked by hand.",
            without_changes("Start without the changes"),
        )
    if problem.n > MOST_EXAMPLES:
        return Refusal(
            f"The errors are measured for at most {MOST_EXAMPLES} examples.",
            keep_points(MOST_EXAMPLES),
        )
    return None
