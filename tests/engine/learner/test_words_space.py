"""The space of words against loops over dictionaries, written here from the definitions."""

import math
from collections import Counter

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.naive_bayes import MultinomialNB

import linlab
from linlab import Document, Learner, LinlabError, Trace
from linlab.engine.data.inputs import texts_of
from linlab.engine.data.texts.tables import text_points
from linlab.engine.document.document import Change
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.text.bag import BagOfWords
from linlab.engine.learner.text.tokens import Tokeniser

WORDS = [
    "good",
    "bad",
    "film",
    "plot",
    "slow",
    "fun",
    "not",
    "great",
    "boring",
    "actor",
    "music",
    "never",
    "waste",
]
PLAIN = {
    "weighting": "count",
    "negation": "off",
    "bigrams": "off",
    "stems": "off",
    "stop_words": "keep",
    "rare": 1,
    "twice": "",
}
ONLINE = [
    "perceptron",
    "averaged-perceptron",
    "mira",
    "pa2",
    "svm",
    "pegasos",
    "logistic",
    "adaline",
    "squared-hinge",
]


def corpus(classes, n=24, seed=0):
    rng = np.random.default_rng(seed)
    texts = [" ".join(rng.choice(WORDS, size=rng.integers(1, 7))) for _ in range(n)]
    labels = [f"c{k % classes}" for k in range(n)]
    return texts, labels


def negated(text):
    """The tokens of a text without punctuation: after a negator all are NOT_words."""
    out = []
    turned = False
    for word in text.split():
        out.append(f"NOT_{word}" if turned else word)
        turned = turned or word in ("not", "never")
    return out


def loss_and_pull(name, scores, y):
    """ℓ and −∂ℓ/∂s, for one score of two classes or a score for each class."""
    if len(scores) == 1:
        sign = 1.0 if y == 1 else -1.0
        m = sign * scores[0]
        value, slope = of_margin(name, m)
        return value, [sign * slope]
    if name == "log":
        top = max(scores)
        total = sum(math.exp(s - top) for s in scores)
        chances = [math.exp(s - top) / total for s in scores]
        return -math.log(chances[y]), [float(k == y) - p for k, p in enumerate(chances)]
    if name == "squared":
        pull = [float(k == y) - s for k, s in enumerate(scores)]
        return 0.5 * sum(p * p for p in pull), pull
    rival = max((k for k in range(len(scores)) if k != y), key=lambda k: (scores[k], -k))
    value, slope = of_margin(name, scores[y] - scores[rival])
    pull = [0.0] * len(scores)
    pull[y], pull[rival] = slope, -slope
    return value, pull


def of_margin(name, m):
    if name == "perceptron":
        return max(0.0, -m), 1.0 if m <= 0 else 0.0
    if name == "hinge":
        return max(0.0, 1 - m), 1.0 if m < 1 else 0.0
    if name == "log":
        return math.log1p(math.exp(-m)), 1 / (1 + math.exp(m))
    if name == "squared":
        return 0.5 * (1 - m) ** 2, 1 - m
    gap = max(0.0, 1 - m)
    return 0.5 * gap * gap, gap


def dictionary_run(model, texts, labels, epochs, seed=0):
    """θ and its sum after every step, each row a dictionary from words to weights; “” is the bias."""
    classes = sorted(set(labels))
    rows = 1 if len(classes) == 2 else len(classes)
    learner = Learner.of(model, space="words")
    loss = learner.recipe.loss.name
    lam = learner.decay
    examples = [{**Counter(negated(text)), "": 1} for text in texts]
    longest = max(sum(v * v for v in row.values()) for row in examples)
    theta = [dict[str, float]() for _ in range(rows)]
    total = [Counter() for _ in range(rows)]
    history = []
    t = 0
    for epoch in range(epochs):
        for i in np.random.default_rng((seed, epoch)).permutation(len(texts)).tolist():
            t += 1
            row, y = examples[i], classes.index(labels[i])
            scores = [sum(w.get(v, 0.0) * n for v, n in row.items()) for w in theta]
            value, pull = loss_and_pull(loss, scores, y)
            reach = sum(p * p for p in pull) * sum(n * n for n in row.values())
            eta = {
                "mira": min(1.0, value / reach) if reach else 0.0,
                "pa2": value / (reach + 0.5) if reach else 0.0,
                "pegasos": 1 / (lam * t) if lam else 0.0,
                "adaline": 1.0 / longest,
                "perceptron": 1.0,
                "averaged-perceptron": 1.0,
            }.get(model, 0.1)
            for w, p in zip(theta, pull, strict=True):
                for v in w:
                    if v or model == "pegasos":
                        w[v] *= 1 - eta * lam
                for v, n in row.items():
                    w[v] = w.get(v, 0.0) + eta * p * n
            for sums, w in zip(total, theta, strict=True):
                for v, value in w.items():
                    sums[v] += value
            history.append(([dict(w) for w in theta], [dict(each) for each in total]))
    return history


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", ONLINE)
def test_that_weights_after_every_step_are_those_of_a_loop_over_dictionaries(model, classes):
    texts, labels = corpus(classes)
    document = Document(text_points(texts, labels), (Learner.of(model, space="words"),))
    trace = Trace(document)
    history = dictionary_run(model, texts, labels, 3)
    names = [*trace.problem(0).names, ""]
    for t, (theta, total) in enumerate(history, 1):
        expected = [[w.get(name, 0.0) for name in names] for w in theta]
        np.testing.assert_allclose(trace.at(t).theta, expected, rtol=1e-9, atol=1e-12)
        if model == "averaged-perceptron":
            mean = [[w.get(name, 0.0) / t for name in names] for w in total]
            np.testing.assert_allclose(trace.model(t).theta, mean, rtol=1e-9, atol=1e-12)


def test_that_the_loop_over_dictionaries_knows_every_online_learner():
    online = {
        key
        for key, recipe in catalog().items()
        if recipe.kind == "gradient"
        and "words" in PARAMETERS["space"].choices()
        and not Learner.of(key).optimiser.solver
    }
    assert online == {*ONLINE, "voted-perceptron"}  # whose weights are the perceptron's


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_voted_perceptron_counts_the_votes_of_every_survivor(classes):
    texts, labels = corpus(classes)
    run = linlab.train("voted-perceptron", texts, labels, space="words", epochs=2)
    history = dictionary_run("perceptron", texts, labels, 2)
    rows = [{**Counter(negated(text)), "": 1} for text in texts]
    for text, row in zip(texts, rows, strict=True):
        votes = Counter()
        for theta, _ in history:
            scores = [sum(w.get(v, 0.0) * n for v, n in row.items()) for w in theta]
            if classes == 2:
                votes["s"] += np.sign(scores[0])
            else:
                votes[int(np.argmax(scores))] += 1
        found = run.scores([text])[0]
        expected = [votes["s"]] if classes == 2 else [votes[k] for k in range(classes)]
        assert found.tolist() == expected


@pytest.mark.parametrize("weighting", ["present", "count", "tfidf"])
def test_that_rows_are_those_of_scikit_learn_on_the_same_tokens(weighting):
    texts, _ = corpus(2, 40)
    new = ["good good fun", "never seen before", ""]
    bag = BagOfWords.of(texts, {**PLAIN, "weighting": weighting, "negation": "on"})
    peer = {
        "present": CountVectorizer(analyzer=negated, binary=True),
        "count": CountVectorizer(analyzer=negated),
        "tfidf": TfidfVectorizer(analyzer=negated),
    }[weighting].fit(texts)
    assert list(bag.names) == peer.get_feature_names_out().tolist()
    for some in (texts, new):
        ours, theirs = bag.features(some).toarray(), peer.transform(some).toarray()
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("smoothing", [1.0, 0.25])
def test_that_multinomial_naive_bayes_is_that_of_scikit_learn(classes, smoothing):
    texts, labels = corpus(classes, 60)
    run = linlab.train("multinomial-naive-bayes", texts, labels, smoothing=smoothing)
    peer = CountVectorizer(analyzer=negated).fit(texts)
    bayes = MultinomialNB(alpha=smoothing).fit(peer.transform(texts), labels)
    new = [*texts, "good unknown words", ""]
    np.testing.assert_allclose(
        run.probabilities(new), bayes.predict_proba(peer.transform(new)), rtol=1e-9
    )
    tables = run.tables()
    np.testing.assert_allclose(np.log(tables["P(v|y)"]), bayes.feature_log_prob_, rtol=1e-9)


def test_that_an_exact_tie_goes_to_the_lowest_class_although_logarithms_round():
    texts = ["p q q r", "q p p r"]  # P(p|A)P(q|A) = P(p|B)P(q|B), in another order
    run = linlab.train("multinomial-naive-bayes", texts, ["A", "B"], smoothing=0.1, negation="off")
    for words in ("p q", "p q p q r", "q p " * 9):
        assert run.scores([words])[0, 0] == 0.0
        assert run.predict([words])[0] == "A"


def test_that_a_word_counted_twice_moves_probabilities_of_naive_bayes_but_no_answer_of_a_perceptron():
    texts, labels = corpus(2, 40)
    once, twice = (
        linlab.train("multinomial-naive-bayes", texts, labels, twice=word) for word in ("", "good")
    )
    sure = [np.abs(run.probabilities(["good"])[0] - 0.5).max() for run in (once, twice)]
    assert sure[1] > sure[0]
    plain, doubled = (
        linlab.train("perceptron", texts, labels, space="words", twice=word, epochs=200)
        for word in ("", "good")
    )
    assert doubled.weights.shape[1] == plain.weights.shape[1] + 1
    np.testing.assert_array_equal(doubled.weights[:, -1], doubled.weights[:, _at(doubled, "good")])


def _at(run, word):
    return run.problem.names.index(word)


def test_that_l1_makes_weights_exactly_0():
    texts, labels = corpus(2, 60)
    settings = {"space": "words", "penalty": "l1", "lam": 0.05, "epochs": 30}
    run = linlab.train("logistic", texts, labels, **settings)
    assert 0 < np.count_nonzero(run.weights == 0.0) < run.weights.size


@pytest.mark.parametrize("model", [*ONLINE, "voted-perceptron", "centroid"])
def test_that_a_run_replays_bit_for_bit_and_comes_back_from_its_file(model, tmp_path):
    texts, labels = corpus(3)
    document = Document(text_points(texts, labels), (Learner.of(model, space="words"),), seed=4)
    document.save(tmp_path / "x.linlab")
    one, two = Trace(document), Trace(Document.load(tmp_path / "x.linlab"))
    end = one.at(100).t
    for t in (end, end // 2, 3, end - 1):
        np.testing.assert_array_equal(one.at(t).theta, two.at(t).theta)
        x = texts_of(texts)
        np.testing.assert_array_equal(one.model(t).scores(x), two.model(t).scores(x))


@pytest.mark.parametrize("optimiser", ["momentum", "adagrad", "adam", "lbfgs", "newton-cg"])
def test_that_every_optimiser_learns_from_texts(optimiser):
    texts, labels = corpus(2, 40)
    chosen = {"space": "words", "optimiser": optimiser, "batch": 8}
    if Learner.of("logistic", optimiser=optimiser).optimiser.solver:
        del chosen["batch"]
    before = linlab.train("logistic", texts, labels, space="words", steps=0)
    run = linlab.train("logistic", texts, labels, **chosen, epochs=20)
    assert run.objective() < before.objective()


def test_that_the_exact_optimum_of_texts_is_the_minimum_that_lbfgs_finds():
    texts, labels = corpus(2, 40)
    run = linlab.train("logistic", texts, labels, space="words", optimiser="lbfgs", epochs=200)
    assert run.objective() == pytest.approx(run.optimum().objective, rel=1e-6)


@pytest.mark.parametrize("team", ["vote", "bagging", "adaboost", "stacking"])
def test_that_teams_learn_from_texts_and_refuse_to_mix(team):
    texts, labels = corpus(2, 40)
    words = [Learner.of("perceptron", space="words"), Learner.of("logistic", space="words")]
    run = linlab.train(team, texts, labels, others=words, epochs=3)
    assert set(run.predict(texts)) <= {"c0", "c1"}
    if team == "vote":
        with pytest.raises(LinlabError, match="read the same"):
            linlab.train(team, texts, labels, others=[words[0], Learner.of("svm")], epochs=1)


def test_that_points_without_texts_are_refused_in_a_sentence():
    with pytest.raises(LinlabError, match="have no texts"):
        linlab.train("logistic", linlab.make_points("moons"), space="words")


def test_that_weights_are_carried_over_word_by_word_when_an_edit_changes_the_vocabulary():
    texts, labels = corpus(2, 12)
    points = text_points(texts, labels)
    document = Document(points, (Learner.of("perceptron", space="words"),))
    more = text_points([*texts, "brandnew film"], [*labels, "c1"])
    before = Trace(document)
    after = Trace(document.after(Change(10, more)))
    old = dict(zip(before.problem(10).names, before.at(10).theta[0], strict=False))
    new = dict(zip(after.problem(10).names, after.at(10).theta[0], strict=False))
    assert new.pop("brandnew") == 0.0
    assert new == old and any(old.values())


def test_that_tokens_follow_the_conventions():
    def tokens(text, **options):
        return [each.feature for each in Tokeniser(**options).tokens(text)]

    assert tokens("I didn’t like it. Good!") == ["i", "didn't", "NOT_like", "NOT_it", "good"]
    assert tokens("Never dull", negation=False) == ["never", "dull"]
    assert tokens("very good, film", bigrams=True) == ["very", "good", "very good", "film"]
    assert tokens("the plot of it", drop_stop_words=True) == ["plot"]
    assert tokens("liked likes liking", stems=True) == ["like"] * 3
    assert tokens("été 北京 שלום 3d 🎬") == ["été", "北京", "שלום", "d"]
    assert tokens("") == []


@pytest.mark.parametrize("model", [key for key, own in catalog().items() if not own.of_others])
def test_that_every_learner_of_texts_is_measured(model):
    if "weighting" not in catalog()[model].parameters:
        pytest.skip("it has no words")
    texts, labels = corpus(3, 30)
    settings = {"space": "words"} if "space" in catalog()[model].parameters else {}
    run = linlab.train(model, texts, labels, epochs=2, split=(60, 20, 20), **settings)
    found = run.measures()
    said = run.predict(texts)
    assert 0 <= found.train_error <= 1 and found.dev_error is not None
    assert set(said) <= set(labels)


LECTURE = (
    "This was a great movie, which I thoroughly enjoyed.",
    "I was very disappointed in this movie, it was a waste of time.",
    "Despite the bad reviews I read online, I liked this movie.",
    "The movie was not as good as I expected.",
    "That's not bad for the first day.",
    "This is not the worst thing that can happen.",
    "It would be nice if you acted like you understood.",
    "There is no reason at all to believe that the polluters are suddenly going to become reasonable.",
    "This film should be brilliant. It sounds like a great plot, however, the film is a failure.",
)


@pytest.mark.parametrize("text", LECTURE)
def test_that_an_answer_is_the_sum_of_what_its_words_contribute(text):
    texts = [
        *LECTURE[:4],
        "a great day",
        "the worst plot",
        "a nice and brilliant thing",
        "a bad time",
    ]
    labels = ["+", "-", "+", "-", "+", "-", "+", "-"]
    run = linlab.train("logistic", texts, labels, space="words", epochs=50)
    weights = dict(zip(run.problem.names, run.weights[0], strict=True))
    said = sum(weights.get(each.feature, 0.0) for each in Tokeniser().tokens(text))
    assert run.scores([text])[0, 0] == pytest.approx(said + run.bias[0], abs=1e-12)
