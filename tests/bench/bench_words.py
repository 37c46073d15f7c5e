"""Texts beside scikit-learn's: how long 5,000 texts of 100 words take to become features, and how many
steps a second a learner makes with them, in one run.

    python tests/bench/bench_words.py
"""

import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier

from linlab import Document, Learner, Trace
from linlab.engine.data.texts.tables import text_points
from linlab.engine.learner.text.analyser import pieces

TEXTS, LENGTH, WORDS = 5_000, 100, 8_000
PEER_STEPS = 2_000  # one example at a time, as partial_fit takes it


def corpus(seed: int = 0) -> tuple[list[str], list[str]]:
    """Words as often as in real texts: the k-th most frequent about 1/k as often as the first."""
    rng = np.random.default_rng(seed)
    share = 1.0 / np.arange(1, WORDS + 1)
    words = np.array(["".join(chr(97 + (k // 26**j) % 26) for j in range(4)) for k in range(WORDS)])
    drawn = rng.choice(words, size=(TEXTS, LENGTH), p=share / share.sum())
    return [" ".join(row) for row in drawn], [("A", "B")[k % 2] for k in range(TEXTS)]


def tokens(text: str) -> list[str]:
    """The same tokens for the peer, which are not remembered."""
    return [feature for feature, _, _ in pieces(text, True, False, frozenset(), str)]


def main() -> None:
    texts, labels = corpus()
    begun = time.perf_counter()
    trace = Trace(Document(text_points(texts, labels), (Learner.of("svm", space="words"),)))
    problem = trace.problem(0)
    _ = problem.read
    ours = time.perf_counter() - begun
    begun = time.perf_counter()
    peer = CountVectorizer(analyzer=tokens)
    rows = peer.fit_transform(texts)
    theirs = time.perf_counter() - begun
    print(
        f"{TEXTS:,} texts, {len(problem.names):,} words: {ours:.2f} s; CountVectorizer {theirs:.2f} s"
    )
    trace.at(1)  # compiled
    begun = time.perf_counter()
    trace.at(TEXTS + 1)
    ours = TEXTS / (time.perf_counter() - begun)
    learner = SGDClassifier(loss="hinge", alpha=0.01, learning_rate="constant", eta0=0.1)
    learner.partial_fit(rows[:1], labels[:1], classes=["A", "B"])
    begun = time.perf_counter()
    for k in range(PEER_STEPS):
        learner.partial_fit(rows[k : k + 1], labels[k : k + 1])
    theirs = PEER_STEPS / (time.perf_counter() - begun)
    print(
        f"steps a second: {ours:,.0f}; SGDClassifier.partial_fit {theirs:,.0f}: {ours / theirs:.1f}×"
    )


if __name__ == "__main__":
    main()
