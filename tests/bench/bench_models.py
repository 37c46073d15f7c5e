"""Frames a second while several models play: python tests/bench/bench_models.py

300 points, two classes, a window of 1280 × 800; one to six models, linear ones and kernels, in one
plane and side by side.

    --seconds 3    how long each plays
"""

from bench_views import GOAL, Lab, Painted, wait

SIX = (
    ("perceptron", {}),
    ("svm", {}),
    ("logistic", {}),
    ("mira", {}),
    ("averaged-perceptron", {}),
    ("pegasos", {}),
)
MIXED = (
    ("perceptron", {}),
    ("svm", {"space": "rbf"}),
    ("logistic", {"space": "monomial"}),
    ("svm", {"space": "fourier"}),
    ("averaged-perceptron", {"space": "rbf"}),
    ("pegasos", {}),
)


def main():
    lab = Lab(__doc__, 300)
    from linlab import Document, Learner

    plane = Painted(lab.window.plane.viewport())
    print(f"{'models':28} {'arranged':>10} {'plane':>12}   goal {GOAL} frames a second")
    for name, given in (("linear", SIX), ("linear and kernels", MIXED)):
        for many in (1, 4, 6):
            for how in ("one", "side") if many > 1 else ("one",):
                lab.session.open(
                    Document(
                        lab.points, tuple(Learner.of(model, **rest) for model, rest in given[:many])
                    )
                )
                lab.window.plane.arrange(how)
                wait(1)
                print("{} {:26} {:>10} {:8.1f} /s".format(many, name, how, *lab.played(plane)))
    lab.window.files.close()


if __name__ == "__main__":
    main()
