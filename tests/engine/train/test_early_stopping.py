"""Early stopping, against a loop that goes through the epochs and remembers the least dev error."""

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, Trace
from linlab.engine.document.document import Change
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.early_stopping import DevWatch, stopped_early
from linlab.engine.train.stopping import onward
from tests.engine import textbook

POINTS = linlab.make_points("overlapping-blobs", n=90, seed=4)
SHARES = (60.0, 40.0, 0.0)


def document(patience, model="svm", **settings):
    return Document(POINTS, (Learner.of(model, early=patience, **settings),), seed=2, shares=SHARES)


def by_hand(patience, most=400):
    """An SVM of the lecture, epoch after epoch, until its dev error has not fallen for so many:
    where, the least, and when."""
    parts = document(0).parts_of(POINTS)
    x, y = POINTS.x[parts == 0], POINTS.label[parts == 0]
    dev = list(zip(POINTS.x[parts == 1].tolist(), POINTS.label[parts == 1].tolist(), strict=True))
    n, best, best_t, waited = len(y), 2.0, 0, 0
    way = textbook.binary(
        "svm", x, y.tolist(), most * n, "free", textbook.shuffled(n, 2), lam=0.01, alpha=0.1
    )
    for t, (theta,) in enumerate(way, 1):
        if t % n:
            continue
        wrong = sum(
            (textbook.dot(theta, (*place, 1.0)) > 0) != (label == 1) for place, label in dev
        ) / len(dev)
        best, best_t, waited = (wrong, t, 0) if wrong < best else (best, best_t, waited + 1)
        if waited == patience:
            return t, best, best_t
    return None


@pytest.mark.parametrize("patience", [1, 3, 8])
def test_that_it_stops_where_the_dev_error_has_not_fallen_for_so_many_epochs(patience):
    stop, best, best_t = by_hand(patience)
    watch = DevWatch(Trace(document(patience)))
    assert watch.check_up_to(10**6)
    assert (watch.stop, watch.best, watch.best_t) == (stop, best, best_t)
    assert f"reached at step {best_t}" in watch.why and f"for {patience} epoch" in watch.why
    for t in (0, 5, stop - 1, stop, stop + 500):
        assert list(onward(Trace(document(patience)), t))[-1] == (stop, watch.why)


def test_that_looking_a_little_at_a_time_comes_to_the_same():
    stop, _, _ = by_hand(8)
    watch, looks = DevWatch(Trace(document(8))), 0
    assert watch.check_up_to(stop - 1) and watch.stop is None
    again = DevWatch(Trace(document(8)))
    while not again.check_up_to(10**5, 0.0):
        looks += 1
    assert again.stop == stop and looks > 3


def test_that_without_patience_or_dev_points_it_never_stops():
    for each in (document(0), Document(POINTS, (Learner.of("svm", early=3),))):
        watch = DevWatch(Trace(each))
        assert watch.check_up_to(10**6) and watch.stop is None and watch.t == 0
    with pytest.raises(LinlabError, match="there are none"):
        linlab.train("svm", POINTS, early=3)


def test_that_a_change_on_the_way_begins_it_anew():
    other = document(1).after(Change(20, learners=(Learner.of("svm", early=4),)))
    trace = Trace(other)
    first, second = DevWatch(trace), DevWatch(trace, 20)
    assert (
        first.check_up_to(10**6) and first.stop is None
    )  # the change comes before the first epoch ends
    assert second.patience == 4 and second.check_up_to(10**6) and second.stop > 20


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("perceptron", {}),
        ("averaged-perceptron", {}),
        ("voted-perceptron", {}),
        ("mira", {}),
        ("pegasos", {}),
        ("logistic", {"optimiser": "lbfgs"}),
        ("svm", {"space": "rbf"}),
    ],
)
def test_that_every_family_is_judged_by_its_own_read_out(model, settings):
    trace = Trace(document(2, model, **settings))
    watch = DevWatch(trace)
    assert watch.check_up_to(3000)
    length, errors = trace.problem(0).updates_per_epoch, []
    while not len(errors) >= 3 or min(errors[-2:]) < min(errors[:-2]):
        t = (len(errors) + 1) * length
        if trace.at(t).t < t or t > 3000:
            assert watch.stop is None
            return
        errors.append(trace.sample(t).dev_error)
    assert watch.stop == len(errors) * length and watch.best == min(errors)


def test_that_a_notebook_and_the_command_line_stop_there(capsys, tmp_path, monkeypatch):
    from linlab.commands.cli import main

    stop, _, _ = by_hand(3)
    run = linlab.train("svm", POINTS, early=3, split=SHARES, seed=2, epochs=400)
    assert run.t == stop and run.reason.startswith("stopped early: no fewer than")
    assert stopped_early(Trace(document(3)), stop - 1) == (stop - 1, "")
    monkeypatch.chdir(tmp_path)
    asked = ["--model", "svm", "--set", "early=2", "--split", "60,40,0", "--seed", "2"]
    assert main(["train", "overlapping-blobs", *asked]) == 0
    assert "stopped early" in capsys.readouterr().out
    assert main(["train", "overlapping-blobs", *asked[:4]]) != 0
    assert "dev points" in capsys.readouterr().err
    same = Document(
        linlab.make_points("overlapping-blobs", seed=2), (Learner.of("svm", early=2),), 2, SHARES
    )
    expected = stopped_early(Trace(same), 10**6)[0]
    assert main(["render", "overlapping-blobs", "a.json", *asked]) == 0
    assert f"after step {expected}\n" in capsys.readouterr().out
    assert main(["render", "overlapping-blobs", "a.json", *asked, "--at", str(expected + 7)]) == 0
    assert f"after step {expected + 7}\n" in capsys.readouterr().out


def test_that_it_is_saved_with_the_document(tmp_path):
    document(7).save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab").learners[0]["early"] == 7
    for wrong in (-1, 2.5, "soon"):
        with pytest.raises(LinlabError, match="early"):
            Learner.of("svm", early=wrong)
    assert np.isinf(DevWatch(Trace(document(7))).best)
