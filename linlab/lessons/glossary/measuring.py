"""Words about new data, differences between models, and several models together."""

from .entry import Entry
from .lesson_ids import DIFFERENCE, OVERFITTING, UNLABELLED, VOTES

MEASURING: tuple[Entry, ...] = (
    Entry("training set", "The examples that a model learns from.", OVERFITTING, also=("training part", "training examples", "training points"), shown=r"\*\*training\*\*|training (?:part|set|examples)"),
    Entry("dev set", "Examples kept aside to choose settings with. A model does not learn from them.", OVERFITTING, also=("dev part", "dev points", "dev examples"),
          shown=r"\*\*dev\*\*|dev (?:part|set)"),
    Entry("test set", "Examples that nobody looks at before the very end, so that they tell the truth about new data.", OVERFITTING,
          also=("test part", "test points", "test examples"), shown=r"\*\*test\*\*|test (?:part|set)"),
    Entry("wrong on dev", "The share of the dev set that the model gets wrong.", OVERFITTING, also=("dev error",)),
    Entry("overfitting", "Learning the training examples by heart: few errors on them, many on new data.", OVERFITTING, also=("overfit", "overfits")),
    Entry("underfitting", "Being too simple for the data: many errors even on the training examples.", OVERFITTING, also=("underfits", "underfit")),
    Entry("early stopping", "Ending the training when no fewer are wrong on dev.", OVERFITTING),
    Entry("patience", "How many epochs early stopping waits for fewer to be wrong on dev.", OVERFITTING, common=True, shown=r"[Ee]arly stopping"),
    Entry("calibration", "Whether a probability means what it says: of all answers given with 80 %, about 80 % should be right.", view="errors", also=("calibrated",)),
    Entry("confusion matrix", "A table of true classes against answers, with the number of examples in each cell.", view="errors"),
    Entry("ROC curve", "How many positives are caught for every share of false alarms, as the threshold moves.", view="errors"),
    Entry("confidence interval", "A range that holds the true error in 95 of 100 such experiments. The lab uses Wilson's.", view="better", also=("Wilson interval",)),
    Entry("fold", "One of K equal parts of the training data. Each part is left out once and used to judge the model trained on the others.", DIFFERENCE,
          also=("cross-validation",), unless=r"(?:two|three|ten)fold|fold (?:away|it|up)"),
    Entry("t-value", "The mean difference over the folds, divided by how much that mean would vary by luck.", DIFFERENCE, also=("t-test", "paired t-test"),
          formula=r"t = \frac{\bar d}{s / \sqrt{K}}"),
    Entry("p-value", "How often luck alone would give a difference at least this large, if the two models were equally good.", DIFFERENCE,
          shown=r"\$p\$|\bp-value"),
    Entry("McNemar’s test", "Compares two models on one test set by the examples that only one of them gets right.", view="better", also=("McNemar's test", "McNemar")),
    Entry("vote", "Several models answer, and the class named most often wins.", VOTES, also=("majority vote", "plurality"), unless=r"vot(?:e|es) (?:for|of) (?:w|the line)"),
    Entry("bagging", "Members trained on samples drawn with replacement from the same data, which then vote.", VOTES),
    Entry("out of bag", "Said of the members that did not draw an example. Their vote judges it, as if it were new.", view="models", also=("out-of-bag",)),
    Entry("stacking", "A top model that learns from the features and from what a base model says.", VOTES),
    Entry("boosting", "Members trained one after the other, each with more weight on what the ones before got wrong. AdaBoost is the best known.", VOTES,
          also=("AdaBoost",)),
    Entry("confidence", "How sure a model is of its answer: the probability of the class it names.", UNLABELLED, unless=r"confidence intervals?"),
    Entry("self-training", "A model labels the points it is sure of and learns from its own answers.", UNLABELLED),
    Entry("co-training", "Two models label a point for each other if both are sure and agree.", UNLABELLED),
    Entry("vocabulary", "All words that occur in the training texts; each is a feature. Unknown words of new texts are ignored.", view="words", common=True),
    Entry("tf·idf", "A count of a word in a text, made smaller if many texts have that word.", view="words"),
)  # fmt: skip
