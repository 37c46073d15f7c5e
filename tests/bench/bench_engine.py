"""Speed and memory of the engine against its peers, in one run: python tests/bench/bench_engine.py

Every figure is the best of several tries; peers do the same work on the same data. Ratios are what
counts: machines differ and are noisy.
"""

import subprocess
import sys
import time
import tracemalloc
import warnings

import numpy as np

import linlab
from linlab import Document, Learner, Points, Trace


def best(function, tries=5):
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        function()
        times.append(time.perf_counter() - begun)
    return min(times)


def row(what, ours, theirs, goal, unit="ms"):
    scale = {"ms": 1e3, "s": 1, "µs": 1e6}[unit]
    print(
        f"{what:58} {ours * scale:10.3f} {unit:3} {theirs * scale:10.3f} {unit:3} {theirs / ours:9.1f}×   {goal}"
    )


def points(n, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, (X[:, 0] + 0.3 * rng.normal(size=n) > 0).astype(int)


def updates():
    from sklearn.linear_model import SGDClassifier

    X, y = points(400)
    epochs = 2500  # a million updates
    document = Document(
        Points.of(X, y), (Learner.of("svm", lam=1e-3, alpha=0.1, order="shuffled"),)
    )
    Trace(document).at(1000)
    ours = best(lambda: Trace(document).at(400 * epochs))
    peer = SGDClassifier(
        alpha=1e-3, learning_rate="constant", eta0=0.1, max_iter=epochs, tol=None, shuffle=True
    )
    theirs = best(lambda: peer.fit(X, y))
    row("1,000,000 updates, SVM, 400 points | SGDClassifier.fit", ours, theirs, "")
    one_by_one = SGDClassifier(alpha=1e-3, learning_rate="constant", eta0=0.1)
    one_by_one.partial_fit(X[:1], y[:1], classes=[0, 1])

    def partial():
        for i in range(400):
            one_by_one.partial_fit(X[i : i + 1], y[i : i + 1])

    row(
        "one update | partial_fit, one example at a time",
        ours / (400 * epochs),
        best(partial, 3) / 400,
        "goal 1,000×",
        "µs",
    )


def fields():
    from sklearn.svm import SVC

    X, y = points(500)
    y = np.where(
        np.random.default_rng(1).random(500) < 0.45, 1 - y, y
    )  # so noisy that nearly all support
    peer = SVC(kernel="rbf", gamma=0.6, C=1e-3).fit(X, y)
    xs = ys = np.linspace(-3, 3, 200)
    grid = np.c_[np.tile(xs, 200), np.repeat(ys, 200)]
    run = linlab.train("svm", X, y, space="rbf", gamma=0.6, updates=0)
    a = np.zeros(501)
    a[peer.support_], a[-1] = peer.dual_coef_[0], peer.intercept_[0]
    from linlab.engine.train.models import Linear

    model = Linear(run.problem, a[None])
    views = iter(
        np.linspace(1e-6, 1e-3, 60)
    )  # another view each time, so that nothing of it is remembered

    def fresh():
        shift = next(views)
        return model.grid(xs + shift, ys + shift)

    ours, theirs = best(fresh, 20), best(lambda: peer.decision_function(grid), 3)
    apart = np.abs(model.grid(xs, ys).ravel() - peer.decision_function(grid)).max()
    many = len(peer.support_)
    row(
        f"200×200 RBF field, {many} coefficients | SVC.decision_function",
        ours,
        theirs,
        f"goal 100×; apart {apart:.0e}",
    )
    again = best(lambda: model.grid(xs, ys), 20)
    row("  the same view again, as while a run goes on", again, theirs, "")


def replay():
    X, y = points(400)
    for name, settings in (("SVM", {}), ("SVM, averaged", {"average": "mean"}), ("logistic", {})):
        model = "logistic" if name == "logistic" else "svm"
        document = Document(Points.of(X, y), (Learner.of(model, **settings),))
        Trace(document).at(100_000)
        took = best(lambda d=document: Trace(d).at(100_000))
        print(
            f"{'replay of 100,000 updates, ' + name + ', 400 points':58} {took * 1e3:10.1f} ms   goal 16 ms"
        )
    X, y = points(500)
    document = Document(Points.of(X, y), (Learner.of("svm", space="rbf"),))
    took = best(lambda: Trace(document).at(100_000), 3)
    print(f"{'replay of 100,000 updates, SVM with RBF, 500 points':58} {took * 1e3:10.1f} ms")


def kernels(n):
    """What a gesture waits for in a kernel space: the Gram matrix, and the numbers of a moment of
    the run."""
    from sklearn.metrics.pairwise import rbf_kernel

    from linlab.engine.train import measures

    X, y = points(n)
    widths, moves, times = (
        iter(np.linspace(1, 2, 60)),
        iter(np.linspace(0.01, 1, 60)),
        iter(range(201, 400)),
    )
    trace = Trace(Document(Points.of(X, y), (Learner.of("svm", space="rbf"),)))
    trace.at(200)

    def wider():
        Trace(Document(Points.of(X, y), (Learner.of("svm", space="rbf", gamma=next(widths)),))).at(
            200
        )

    def moved():
        Trace(
            Document(Points.of(X, y).shift([7], [(next(moves), 0.0)]), trace.document.learners)
        ).at(200)

    def told():
        model = trace.model(next(times))
        return (
            measures.sample(model, 0, 0),
            measures.geometric_margin(model),
            measures.street(model),
            measures.support(model),
        )

    wider()
    theirs = best(lambda: rbf_kernel(X, gamma=1.0))
    row(
        f"another γ and 200 updates, {n:,} points | rbf_kernel alone",
        best(wider),
        theirs,
        "goal 1×",
    )
    print(f"{f'a point moved and 200 updates, RBF, {n:,} points':58} {best(moved) * 1e3:10.1f} ms")
    print(f"{f'the numbers of the next update, RBF, {n:,} points':58} {best(told) * 1e3:10.1f} ms")


def kernel_spaces():
    for n in (2_000, 5_000):
        kernels(n)


def tables():
    """What a gesture of a continued run waits for, and what a large table does."""
    from linlab.engine.data.csvfile import format_csv, parse_csv
    from linlab.engine.document.rebase import rebased

    X, y = points(2_000)
    base = Points.of(X, y)
    later, after = base.add(X[:50] + 1.0, 0), base.move(7, (1.0, 1.0))
    print(
        f"{'a change put before 50 later points, 2,000 points':58} {best(lambda: rebased(later, base, after)) * 1e3:10.1f} ms"
        "   goal 4 ms"
    )
    text = format_csv(Points.of(*points(100_000)))
    row(
        "a table of 100,000 rows | numpy.loadtxt",
        best(lambda: parse_csv(text), 3),
        best(lambda: np.loadtxt(text.splitlines(), delimiter=",", skiprows=1), 3),
        "",
    )


def memory():
    X, y = points(500)
    document = Document(Points.of(X, y), (Learner.of("svm", space="rbf", average="mean"),))
    Trace(document).at(10)
    tracemalloc.start()
    trace = Trace(document)
    trace.at(1_000_000)
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"{'memory of 1,000,000 updates, RBF, 500 points':58} {now / 2**20:10.1f} MB (peak {peak / 2**20:.1f})   goal 64 MB; "
        f"{len(trace._frames.times)} keyframes"
    )


def imports():
    def clock(code):
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    empty = clock("pass")
    for what, code in (
        ("import linlab", "import linlab"),
        ("import linlab and train", "import linlab; linlab.train('svm', [(0,0),(1,1)], 'ab')"),
        ("import numpy", "import numpy"),
        ("import sklearn.linear_model", "import sklearn.linear_model"),
    ):
        print(f"{what + ', beyond an empty interpreter':58} {(clock(code) - empty) * 1e3:10.0f} ms")


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    print(f"{'':58} {'linlab':>14} {'peer':>14} {'ratio':>10}")
    for part in (updates, fields, replay, kernel_spaces, tables, memory, imports):
        part()
