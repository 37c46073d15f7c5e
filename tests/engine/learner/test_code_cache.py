"""Compiled code on machines where it cannot be kept, or where what was kept is broken. Each test
compiles one tiny function."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from numba import config

import linlab
from linlab.engine.learner import code_cache
from linlab.engine.learner.compiled import SIGNATURES, CompiledFunction
from linlab.engine.learner.losses import hinge

NOBODY = 65534


def fresh():
    """As a program that has just started has it."""
    return CompiledFunction(SIGNATURES["loss"], hinge)


def loaded(code):
    """Whether it came from a cache."""
    code.prepare()
    return bool(code._dispatcher.stats.cache_hits)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of its own, and a temporary folder of its own."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "cache"


def test_that_code_is_compiled_once_and_then_loaded(folder):
    assert not loaded(fresh())
    assert loaded(fresh())


def test_that_the_first_compilation_is_announced(folder, caplog):
    code_cache.announce.cache_clear()
    with caplog.at_level("INFO", "linlab"):
        fresh().prepare()
        fresh().prepare()
    [said] = caplog.messages
    assert "Compiling the training code, once after installation" in said


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize(
    "broken",
    [
        lambda text: b"",
        lambda text: text[: len(text) // 2],
        lambda text: bytes(len(text)),
        lambda text: b"hello",
    ],
)
def test_that_a_broken_cache_is_thrown_away_and_made_anew(folder, ending, broken):
    assert not loaded(fresh())
    [file] = folder.rglob(f"*{ending}")
    file.write_bytes(broken(file.read_bytes()))
    code = fresh()
    assert code(0.25) == (0.75, 1.0)
    assert not loaded(code)
    assert loaded(fresh())


@pytest.fixture
def full(folder):
    """The cache on a disk that has room for a file's name, but not for what is in it."""
    folder.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder],
            capture_output=True,
            check=False,
        ).returncode
    ):
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_that_on_a_full_disk_code_is_kept_in_a_temporary_folder(full):
    code = fresh()
    assert code(0.25) == (0.75, 1.0)
    assert not list(full.rglob("*.nb?"))
    assert loaded(fresh())


TINY = """
from linlab.engine.learner import code_cache
from linlab.engine.learner.compiled import address
from linlab.engine.learner.losses import hinge
code = address("loss", hinge)
print(code(0.25), bool(code._dispatcher.stats.cache_hits))
"""


@pytest.fixture
def stranger():
    """Runs the tiny program as a user who may write neither to the installation nor to a home, but
    into `temporary`."""
    if not hasattr(os, "getuid") or os.getuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become another user, by setpriv")
    become = [
        "setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",  # who may read Python wherever it is
        *(
            f"--{which}=-all,+dac_read_search"
            for which in ("inh-caps", "ambient-caps", "bounding-set")
        ),
    ]
    with tempfile.TemporaryDirectory() as place:
        home, installed, temporary = (
            Path(place, name) for name in ("home", "installed", "temporary")
        )
        shutil.copytree(
            Path(linlab.__file__).parent,
            installed / "linlab",
            ignore=shutil.ignore_patterns("__pycache__", "app"),
        )
        home.mkdir()
        temporary.mkdir()
        Path(place).chmod(0o755)
        temporary.chmod(0o777)

        def run():
            return subprocess.run(
                [*become, sys.executable, "-c", TINY],
                cwd="/",
                capture_output=True,
                text=True,
                check=False,
                env={
                    "PYTHONPATH": str(installed),
                    "HOME": str(home),
                    "TMPDIR": str(temporary),
                    "PATH": os.environ["PATH"],
                },
            )

        run.temporary = temporary
        yield run


def test_that_a_user_who_may_write_nowhere_else_has_code_kept_in_a_temporary_folder(stranger):
    for word in ("False", "True"):
        done = stranger()
        assert (done.stdout, done.stderr) == (f"(0.75, 1.0) {word}\n", "")
    [own] = stranger.temporary.iterdir()
    assert own.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0,
    reason="only root can give a folder to another user",
)
@pytest.mark.parametrize(
    "theirs",
    [
        lambda own: own.chmod(0o777),
        lambda own: os.chown(own, NOBODY, NOBODY),
        lambda own: (own.rmdir(), own.symlink_to("/root")),
    ],
)
def test_that_a_folder_that_others_may_write_to_is_never_the_place_of_code(folder, theirs):
    own = Path(code_cache.temporary(new=True))
    assert code_cache.temporary(new=False) == str(own)
    theirs(own)
    with pytest.raises(OSError, match="belongs to someone else"):
        code_cache.temporary(new=True)


def test_that_nothing_is_compiled_past_the_cache_that_forgives():
    """Numba's own raises where it cannot write, and at every start where a file is broken."""
    sources = Path(linlab.__file__).parent.rglob("*.py")
    assert [file.name for file in sources if "cache=True" in file.read_text(encoding="utf-8")] == []
