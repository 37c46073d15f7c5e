"""Options that open no window: the entry of a Linux desktop, facts for a report, and a reset."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from linlab.commands.at_home import desktop_entry
from linlab.commands.cli import _ALONE, main
from linlab.engine.ground.version import __version__

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a Linux desktop")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def test_that_the_command_line_knows_every_option() -> None:
    from linlab.commands.at_home.options import OPTIONS

    assert tuple(OPTIONS) == _ALONE


@linux
def test_that_the_entry_is_written_and_removed_and_nothing_else_is_touched(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "applications").mkdir(parents=True)
    (data / "applications" / "other.desktop").write_text("[Desktop Entry]\n")
    assert main(["--install-desktop"]) == 0
    entry = data / "applications" / "linlab.desktop"
    if shutil.which("desktop-file-validate"):
        told = subprocess.run(
            ["desktop-file-validate", str(entry)], capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stdout) == (0, "")
    types = ElementTree.parse(data / "mime" / "packages" / "linlab.xml").getroot()
    globs = {each.attrib["pattern"] for each in types.iter() if each.tag.endswith("glob")}
    assert globs == {"*.linlab", "*.linlesson", "*.linshow"}
    assert all(f"{kind.attrib['type']};" in entry.read_text() for kind in types)
    assert (data / "icons/hicolor/256x256/apps/linlab.png").read_bytes()[1:4] == b"PNG"
    assert main(["--remove-desktop"]) == 0
    assert not entry.exists()
    assert not list(data.rglob("*linlab*"))
    assert (data / "applications" / "other.desktop").exists()


@linux
def test_that_removing_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--remove-desktop"]) == 0
    assert "was not in the menu" in capsys.readouterr().out


def test_that_another_system_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(desktop_entry.sys, "platform", "darwin")
    assert main(["--install-desktop"]) == 2
    assert capsys.readouterr().err.startswith("linlab: The entry for the menu is made on Linux")
    assert not (tmp_path / "data").exists()


def test_that_info_has_versions_and_settings_and_no_names_of_files(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    settings = {"theme": "dark", "recent": ["/secret/exam.linlab"]}
    (home / "settings.json").write_text(json.dumps(settings))
    assert main(["--info"]) == 0
    told = capsys.readouterr().out
    assert f"linlab {__version__}" in told and "numpy 1" in told.replace("numpy 2", "numpy 1")
    assert "Setting theme: dark" in told and "Recent files: 1" in told
    assert "secret" not in told and str(home) not in told


def test_that_a_reset_sets_only_the_settings_aside_and_says_where(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "settings.json").write_text('{"theme": "dark"}')
    (home / "progress.json").write_text("{}")
    assert main(["--reset"]) == 0
    (aside,) = home.glob("settings-*.json")
    assert str(aside) in capsys.readouterr().out
    assert aside.read_text() == '{"theme": "dark"}'
    assert {path.name for path in home.iterdir()} == {aside.name, "progress.json"}
    assert main(["--reset"]) == 0
    assert "no settings" in capsys.readouterr().out


def test_that_an_option_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--reset", "moons"]) == 2
    assert "stands alone" in capsys.readouterr().err
