"""Frames a second of the view Words, with pinned words, while 5,000 texts are learnt from: the plane
and the view beside it. The goal is 10.

    python tests/bench/bench_words_view.py
"""

from bench_views import Lab, Painted, wait
from bench_words import corpus

GOAL = 10  # frames a second


def main() -> None:
    lab = Lab(__doc__, 10)
    from linlab import Document, Learner
    from linlab.engine.data.texts.tables import text_points

    window = lab.window
    plane, view = Painted(window.plane.viewport()), Painted(window.beside.pane.canvas.viewport())
    points = text_points(*corpus())
    print(f"{'model':30} {'plane':>12} {'view':>12}   goal {GOAL} frames a second")
    for model in ("svm", "logistic", "averaged-perceptron", "multinomial-naive-bayes"):
        space = {} if model == "multinomial-naive-bayes" else {"space": "words"}
        lab.session.open(Document(points, (Learner.of(model, **space),)))
        window.put_beside("words")
        lab.session.choices.choose("words", "pin", "aaaa, baaa, caaa")
        window.right.views.show_view("errors")
        wait(3)
        print("{:30} {:8.1f} /s {:8.1f} /s".format(model, *lab.played(plane, view)))
    window.files.close()


if __name__ == "__main__":
    main()
