"""Points of extreme sizes by the command line: whatever happens is told in words, and no warning of
numpy's reaches anybody (in tests a warning is an error)."""

import numpy as np
import pytest

from linlab.commands.cli import main
from tests.engine.plane import plane_learning

SCALES = {
    "vanishing": 1e-300,
    "tiny": 1e-160,
    "huge": 1e60,
    "mixed": np.array([[1e-200, 1e80]]),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("model", plane_learning())
def test_that_points_of_any_size_are_trained_and_drawn_without_a_warning(
    model, scale, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(7)
    x = rng.normal(size=(24, 2)) * SCALES[scale]
    rows = [f"{a!r},{b!r},{'ab'[k % 2]}" for k, (a, b) in enumerate(x.tolist())]
    (tmp_path / "p.csv").write_text("\n".join(["x1,x2,label", *rows]))
    files = ["--plot", "a.svg", "--weights", "a.json", "--trace", "a.csv"]
    code = main(["train", "p.csv", "--model", model, "--epochs", "3", *files])
    told = capsys.readouterr().err
    assert code == 0 or (code == 2 and told.startswith("linlab: ")), told
    assert "Traceback" not in told and "Warning" not in told
