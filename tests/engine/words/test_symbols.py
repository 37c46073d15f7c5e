"""The key: every sign on a screen is in it once, with what it means and what it is now."""

import re
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.learner.learner import Learner
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.explain import explain
from linlab.engine.words.key import key
from linlab.engine.words.rules import rule
from linlab.engine.words.symbols import LECTURES, SYMBOLS, Now
from tests.engine.plane import plane_catalog
from tests.engine.words.test_explain import settings, solvable, trained

# What a rule may hold, and the sign of the key that explains it.
SIGNS = {
    "w": "w",
    "b": "b",
    "a": "a",
    r"\varphi": "φ(x)",
    "s": "s",
    "z": "z",
    r"\ell": "ℓ",
    "p": "p",
    r"\tau": "τ",
    r"\rho": "ρ",
    "B": "|B|",
    "g": "g",
    "h": "h",
    "u": "u, v",
    "v": "u, v",
    r"\bar": "w\u0304",
    r"\hat": "",
    "c": "c",
    "n": "n(y)",
    r"\mu": "μ",
    r"\beta": "β",
    r"\varepsilon": "ε",
    "m": "m",
    r"\schedule": "αₜ",
    r"\votes": "vₖ",
    r"\weight": "vⱼ",
    r"\sigma": "μ, σ²",
    "N": "N",
    "J": "J",
    r"\alpha": "α",
    r"\lambda": "λ",
    "C": "C",
    "t": "t",
    "x": "x",
    "y": "y",
    "i": "#i",
    "P": "P",
    "e": "e",
    "K": "k(x, x′)",
    "k": "",
    "j": "",
    "T": "",
}
OPERATORS = {
    "leftarrow",
    "quad",
    "frac",
    "sqrt",
    "cdot",
    "leq",
    "prod",
    "cr",
    "min",
    "max",
    "sum",
    "in",
    "partial",
    "left",
    "right",
    "ln",
}
GREEK = re.compile("[αβγδεζηθικλμνξπρστυφχψωℓ]")


def now(run: Run, t: int) -> Now:
    return Now(run.problem, run.at(t).theta, t, run.trace.step(t))


def letters(latex: str) -> set[str]:
    latex = (
        latex.replace(r"\alpha_t", r"\schedule")
        .replace("v_k", r"\votes")
        .replace("v_j", r"\weight")
    )
    plain = re.sub(r"\\(mathrm|begin|end|mathcal)\{[^}]*\}|t_0", " ", latex).replace("k(x", "K(x")
    return {
        sign
        for sign in re.findall(r"\\[a-z]+|[A-Za-z]", plain)
        if sign.removeprefix("\\") not in OPERATORS
    }


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_sign_of_a_rule_and_its_arithmetic_is_in_the_key_once(
    model: str, classes: int
) -> None:
    for chosen in [chosen for name, chosen in settings() if name == model]:
        if not solvable(Learner(model, chosen), classes):
            continue
        run = trained(model, classes, 3, **dict(chosen))
        last = run.trace.at(3).t
        entries = key(now(run, last))
        signs = [entry.sign for entry in entries]
        assert len(signs) == len(set(signs)) and all(entry.meaning for entry in entries)
        listed = " ".join(signs)
        own = run.problem.learner
        for sign in letters(rule(own, classes)):
            assert SIGNS[sign] in listed, (sign, listed, rule(own, classes))
        step = run.trace.step(last)
        assert step is not None
        said = " ".join(
            [explain(step, own), *(f"{line.label} {line.value}" for line in arithmetic(step, own))]
        )
        for greek in set(GREEK.findall(said)):
            assert greek in listed, (greek, said)


def entries(model: str, points: Any = None, t: int = 5, **chosen: Any) -> dict[str, str]:
    run = linlab.train(model, points or linlab.make_points("moons", n=40), updates=t, **chosen)
    return {entry.sign: entry.value for entry in key(now(run, t))}


def test_that_the_values_are_those_of_the_moment() -> None:
    points = linlab.make_points("moons", n=40)
    run = linlab.train("svm", points, updates=5, alpha=0.25, lam=0.02)
    step, found = run.trace.step(5), entries("svm", points, alpha=0.25, lam=0.02)
    assert step is not None
    assert (found["α"], found["λ"]) == ("0.25", "0.02") and not {"t", "θ", "φ(x)"} & set(found)
    assert found["#i"] == f"#{step.example + 1}" and found["y"].startswith(f"{step.label}, ")
    w = [float(v.replace("−", "-")) for v in found["w"].split(", ")]
    np.testing.assert_allclose(w, run.weights[0], rtol=0.006)
    assert float(found["m"].replace("−", "-")) == pytest.approx(step.margin, rel=0.006)


def test_that_a_sign_never_has_two_meanings_where_gamma_is_the_kernels() -> None:
    run = linlab.train(
        "perceptron", linlab.make_points("moons", n=40), updates=5, space="rbf", gamma=2
    )
    found = {
        entry.sign: entry
        for entry in key(now(run, 5), "bound (R/γ*)² α·Mγ* ≤ u·θ ≤ ‖θ‖ ≤ α·√M·R", {"M": "4"})
    }
    assert found["γ"].value == "2" and "similarity" in found["γ"].meaning
    assert (
        "the data's margin" in found["γ*"].meaning
        and found["M"].value == "4"
        and {"R", "u"} <= set(found)
    )


def test_that_the_reach_is_what_a_step_raises_the_margin_by() -> None:
    """ρ as the key says it, measured: the margin after the update less the one before, over τ."""
    for classes in (2, 3):
        run = trained("mira", classes, 10, C=0.01)
        step = next(
            step for t in range(1, 10) if (step := run.trace.step(t)) is not None and step.updated
        )
        x = run.problem.read[step.examples]
        y, z = int(step.labels[0]), int(step.rivals[0])
        change = (x @ (step.after - step.before).T)[0]
        gain = change[y] - change[z] if classes > 2 else (2 * y - 1) * change[0]
        [shown] = [entry.value for entry in key(now(run, step.t)) if entry.sign == "ρ"]
        assert float(shown) == pytest.approx(gain / step.rate, rel=0.006)


def test_that_only_what_is_on_the_screen_is_told() -> None:
    assert not {"ρ", "μ", "a", "g", "N", "R", "γ", "|B|", "e", "θ", "φ(x)"} & set(entries("svm"))
    assert {"μ", "|B|"} <= set(entries("svm", optimiser="momentum", batch=10))
    assert "w" not in entries("svm", space="rbf") and {"a", "k(x, x′)"} <= set(
        entries("svm", space="rbf", batch=10)
    )
    assert {"n(y)", "n₀", "B"} <= set(entries("naive-bayes")) and "α" not in entries("naive-bayes")


@pytest.mark.parametrize("data_set", ["bank", "topics"])
def test_that_counts_of_words_have_their_symbols_and_values(data_set: str) -> None:
    points = linlab.make_points(data_set)
    run = linlab.train("multinomial-naive-bayes", points, steps=20)
    found = {entry.sign: entry for entry in key(now(run, 20), "x, P(y, x)")}
    assert {"n(y)", "n(v, y)", "v, count(v)", "P(v|y)", "|V|", "n₀", "P(c)"} <= set(found)
    assert not {"u, v", "vⱼ", "vₖ", "w"} & set(found)
    assert found["x"].meaning == "a text" and "each word" in found["P(y, x)"].meaning
    problem = run.problem
    words = dict.fromkeys(problem.classes, 0)
    for t in range(1, 21):
        step = run.trace.step(t)
        assert step is not None
        words[step.label] += len(problem.map.tokens(problem.x[step.example]))
    shown = found["n(v, y)"].value.removeprefix("Σ ").split(", ")
    assert [each.rpartition(" ")[2] for each in shown] == [str(many) for many in words.values()]
    every = {t.feature for text in problem.x for t in problem.map.tokens(text)}
    assert found["|V|"].value == str(len(every))


LECTURE = {  # what each lecture writes, found in its text
    "Zhang": {"w": "θ", "α": "α", "λ": "λ", "z": "z", "#i": "i", "C": "C"},
    "Riezler": {"w": "ω", "#i": "t", "M": "k", "γ*": "γ", "k(x, x′)": "K", "μ": "μ", "a": "α"},
    "Eisenstein": {
        "w": "w",
        "m": "γ",
        "τ": "τ",
        "φ(x)": "f(x, y)",
        "n₀": "α",
        "w\u0304": "w\u0304",
    },
    "Bunescu": {"y": "t", "#i": "n", "α": "η", "s": "h(x)", "b": "w₀, b", "J": "J, E"},
    "Carpuat": {"w": "θ, w", "α": "α", "φ(x)": "f(x, y)", "w\u0304": "θ\u0304"},
}


@pytest.mark.parametrize("lecture", LECTURE)
def test_that_a_row_has_the_letters_of_every_lecture(lecture: str) -> None:
    rows = {each.sign: dict(zip(LECTURES, each.in_lectures, strict=True)) for each in SYMBOLS}
    for sign, letter in LECTURE[lecture].items():
        assert rows[sign][lecture] == letter


def test_that_a_sign_has_one_row_and_only_lectures_that_have_it_have_a_letter() -> None:
    signs = [each.sign for each in SYMBOLS]
    assert len(signs) == len(set(signs))
    rows = {each.sign: each.in_lectures for each in SYMBOLS}
    assert all(len(row) == len(LECTURES) for row in rows.values())
    assert [lecture for lecture, letter in zip(LECTURES, rows["γ*"], strict=True) if letter] == [
        "Riezler"
    ]


def test_that_there_is_a_key_before_the_first_update() -> None:
    run = linlab.train("pegasos", linlab.make_points("moons", n=40), updates=0)
    found = {entry.sign: entry.value for entry in key(Now(run.problem, run.theta, 0, None))}
    assert found["t"] == "0" and found["αₜ"] == "" and found["λ"] == "0.01"
