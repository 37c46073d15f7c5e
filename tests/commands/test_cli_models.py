"""Several models on the command line: --model repeated, each with settings of its own, and --which
all."""

import json
import os
from xml.etree import ElementTree

import pytest
from PIL import Image

from linlab import Document, Learner, load_weights
from linlab.commands.cli import main
from linlab.commands.open_window import asked_for
from linlab.engine.document.look import Look
from linlab.engine.ground.errors import LinlabError
from tests.commands.test_cli_figures import QUICK, place  # noqa: F401


def test_that_settings_belong_to_the_model_before_them(capsys):
    models = [
        "--model",
        "svm",
        "--set",
        "lam=0.5",
        "--model",
        "mira",
        "--set",
        "C=2",
        "--model",
        "svm",
    ]
    line = [
        "train",
        "moons",
        "--points",
        "40",
        *models,
        "--updates",
        "30",
        "--json",
        "--weights",
        "w.json",
    ]
    assert main(line) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["model"] for each in found] == ["svm", "mira", "svm"]
    assert [
        found[0]["settings"]["lam"],
        found[1]["settings"]["C"],
        found[2]["settings"]["lam"],
    ] == [0.5, 2, 0.01]
    for k, each in enumerate(found):
        alone = [
            "train",
            "moons",
            "--points",
            "40",
            "--model",
            each["model"],
            "--updates",
            "30",
            "--json",
        ]
        settings = {
            "svm": f"lam={each['settings'].get('lam')}",
            "mira": f"C={each['settings'].get('C')}",
        }[each["model"]]
        assert main([*alone, "--set", settings]) == 0
        assert json.loads(capsys.readouterr().out)["weights"] == each["weights"]
        assert load_weights(f"w-{k + 1}.json").scores([(0, 0)])[0, 0] == pytest.approx(
            each["bias"][0]
        )
    assert not os.path.exists("w.json")


def test_that_a_setting_may_stand_before_its_only_model(capsys):
    assert (
        main(["train", "moons", "--set", "lam=0.5", "--model", "svm", "--updates", "3", "--json"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["settings"]["lam"] == 0.5


def test_that_all_models_of_a_document_are_rendered(capsys):
    assert (
        main(
            [
                "render",
                "lesson.linlab",
                "a.png",
                "w.json",
                "a.gif",
                "--which",
                "all",
                "--at",
                "9",
                *QUICK,
            ]
        )
        == 0
    )
    told = capsys.readouterr().out
    assert (
        "w-1.json: weights after step 9" in told
        and "w-2.json" in told
        and "a.png: figure after step 9" in told
    )
    assert main(["render", "lesson.linlab", "b.png", "--which", "1", "--at", "9", *QUICK]) == 0
    with Image.open("a.png") as both, Image.open("b.png") as one:
        assert both.size == one.size and both.tobytes() != one.tobytes()
    with Image.open("a.gif") as film:
        assert getattr(film, "n_frames", 1) == 2


def test_that_a_document_is_drawn_as_it_was_seen(capsys):
    document = Document.load("lesson.linlab")
    for models, panels in (("side", 2), ("alone", 1), ("one", 1)):
        from dataclasses import replace

        replace(document, look=Look(5, models=models, focus=1)).save("seen.linlab")
        assert main(["render", "seen.linlab", "seen.svg", "--size", "400x300"]) == 0
        root = ElementTree.parse("seen.svg").getroot()
        text = " ".join(each.text for each in root.iter("{http://www.w3.org/2000/svg}text"))
        [described] = root.findall("{http://www.w3.org/2000/svg}desc")
        told = [name for name in ("Perceptron in", "SVM in") if name in described.text]
        assert told == (["SVM in"] if models == "alone" else ["Perceptron in", "SVM in"])
        assert text.count("SVM") == (
            1 if models != "alone" else 0
        )  # its name, in its plane or in the legend
        assert (text.count("Perceptron") > 0) == (panels == 2 or models == "one")


@pytest.mark.parametrize(("line", "says"), [
    (["train", "moons", "--set", "lam=1"], "required: --model"),
    (["render", "lesson.linlab", "a.png", "--set", "lam=1"], "--set needs --model"),
    (["train", "moons", *["--model", "svm"] * 7], "up to 6 models at a time, not 7"),
    (["train", "moons", "--model", "svm", "--model", "sum"], "no model “sum”"),
    (["train", "moons", "--model", "svm", "--model", "mira", "--set", "lam=1"], "MIRA"),
    (["render", "lesson.linlab", "a.png", "--which", "3"], "There is no model 3: lesson.linlab has 2"),
    (["render", "lesson.linlab", "a.png", "--which", "some"], "some"),
])  # fmt: skip
def test_that_nonsense_is_told(line, says, capsys):
    assert main(line) != 0
    assert says in capsys.readouterr().err


def test_that_the_window_opens_with_several():
    asked = asked_for(["moons", "--model", "svm", "--set", "lam=1", "--model", "logistic"])
    assert asked.learners == (Learner.of("svm", lam=1), Learner.of("logistic"))
    with pytest.raises(LinlabError, match="needs --model"):
        asked_for(["moons", "--set", "lam=1"])
