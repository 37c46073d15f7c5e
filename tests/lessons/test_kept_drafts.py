"""A draft that is kept reads back as what was written, whatever that is, whoever is killed over it
and whatever is damaged."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.document.first import first_document
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.drafts.kept import LIST, DraftFolder

HOSTILE = ["## b", "a\n---", "a\n===", "```", "~~~~\nx", "$$", "```lab\nt = 1\n```", "\0", "\ud800"]
HOSTILE += ["{{", "[" * 50, "\r\n", "\u2028", "# a", '{"step": {}}', "\x85", "- $$\n  a"]
LETTERS = st.text(st.characters(codec=None), max_size=30)  # half characters, too
TEXTS = st.lists(st.sampled_from(HOSTILE) | LETTERS, max_size=5).map("\n".join)
STEPS = st.builds(DraftStep, title=TEXTS, text=TEXTS, lab=TEXTS, question=TEXTS)
DRAFTS = st.builds(
    Draft,
    title=TEXTS,
    head=TEXTS,
    intro=TEXTS,
    steps=st.lists(STEPS, max_size=6).map(tuple),
    others=st.dictionaries(st.sampled_from(["a.csv", "in/b.png", "c"]), st.binary(max_size=30)),
)
KILLS = """
import os, random, signal, sys
from dataclasses import replace
from pathlib import Path
from linlab.engine.document.first import first_document
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.drafts.kept import DraftFolder

first, chance, folder = first_document(), random.Random(7), Path(sys.argv[1])

def written(n):
    states = {f"step-{k}.linlab": replace(first, seed=n) for k in (1, 2)}
    steps = tuple(DraftStep(f"{k}", f"{n} " * 2000) for k in range(5))
    return Draft(f"{n}", steps=steps, documents=states, others={"a.csv": f"{n}".encode() * 5000})

begun = done = -1
for kill in range(24):
    from_child, to_parent = os.pipe()
    child = os.fork()
    if not child:
        place = DraftFolder(folder)
        place.read() if kill else None
        for n in range(done + 1, done + 10_000):
            os.write(to_parent, f"b{n}\\n".encode())
            place.keep(written(n), n)
            os.write(to_parent, f"d{n}\\n".encode())
        os._exit(1)
    os.close(to_parent)
    said = os.read(from_child, 2)  # it writes
    if not kill:
        while b"d" not in said:  # a first draft
            said += os.read(from_child, 100)
    os.set_blocking(from_child, True)
    import time
    time.sleep(chance.uniform(0.0, 0.03))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(from_child, 65536):
        said += more
    os.close(from_child)
    for line in said.decode().split():
        if line[0] == "b":
            begun = int(line[1:])
        else:
            done = int(line[1:])
    kept = DraftFolder(folder).read()
    n = int(kept.draft.title)
    expected = written(n)
    assert done <= n <= begun, (done, n, begun)
    assert kept.damaged == 0
    assert kept.draft.steps == expected.steps
    assert dict(kept.draft.documents) == dict(expected.documents)
    assert dict(kept.draft.others) == dict(expected.others)
    done = n
print("whole", len(list(folder.iterdir())))
"""


def same(one: Draft, other: Draft) -> bool:
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("title", "head", "intro", "steps", "documents", "others")
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")
def test_that_whoever_is_killed_over_a_draft_leaves_it_whole(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLS, str(tmp_path / "draft")],
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert done.stdout.startswith("whole"), done.stderr


@settings(max_examples=60)
@given(draft=DRAFTS)
def test_that_what_is_kept_reads_back_equal(tmp_path_factory, draft: Draft) -> None:
    folder = tmp_path_factory.mktemp("kept")
    DraftFolder(folder).keep(draft)
    kept = DraftFolder(folder).read()
    assert kept.damaged == 0
    assert same(kept.draft, draft)


def test_that_a_draft_has_no_limits_of_a_lesson(tmp_path: Path) -> None:
    steps = tuple(DraftStep(f"Step {k}", "words " * 1500) for k in range(90))
    assert sum(len(step.text) for step in steps) > 400_000
    DraftFolder(tmp_path).keep(Draft(steps=steps), at=70)
    kept = DraftFolder(tmp_path).read()
    assert kept.draft.steps == steps
    assert kept.at == 70


def test_that_what_is_damaged_costs_itself_alone(tmp_path: Path) -> None:
    first = first_document()
    steps = tuple(DraftStep(f"Step {k}", f"text {k}") for k in range(3))
    states = {f"step-{k}.linlab": replace(first, seed=k) for k in (1, 2)}
    draft = Draft("Mine", steps=steps, documents=states, others={"a.csv": b"1,2,A"})
    place = DraftFolder(tmp_path)
    place.keep(draft)
    lines = (tmp_path / LIST).read_text().splitlines()
    digest = lines[4].split('"')[-2]
    (tmp_path / digest).write_bytes(b'{"half a')
    lines[2] = lines[2][:20]
    (tmp_path / LIST).write_text("\n".join(lines))
    kept = DraftFolder(tmp_path).read()
    assert kept.damaged == 2
    assert kept.draft.title == "Mine"
    assert kept.draft.steps == (steps[0], steps[2])
    assert dict(kept.draft.documents) == {"step-2.linlab": states["step-2.linlab"]}
    assert kept.draft.others == {"step-1.linlab": b'{"half a', "a.csv": b"1,2,A"}
    (tmp_path / digest).unlink()
    assert dict(DraftFolder(tmp_path).read().draft.documents) == dict(kept.draft.documents)
    DraftFolder(tmp_path).keep(draft)  # what was damaged is written anew
    assert same(DraftFolder(tmp_path).read().draft, draft)


def test_that_a_list_of_nonsense_is_no_traceback(tmp_path: Path) -> None:
    for content in (
        b"",
        b"[]\n5\nnull",
        b'{"step": 5}\n{"document": "../x", "file": "y"}',
        b"\xff",
    ):
        (tmp_path / LIST).write_bytes(content)
        assert DraftFolder(tmp_path).read().draft.steps == ()
    (tmp_path / LIST).unlink()
    with pytest.raises(LinlabError):
        DraftFolder(tmp_path).read()


def test_that_files_are_copied_once_and_removed_when_nobody_names_them(tmp_path: Path) -> None:
    place = DraftFolder(tmp_path)
    with_picture = Draft(steps=(DraftStep("A"),), others={"a.png": bytes(100_000)})
    place.keep(with_picture)
    (copy,) = (file for file in tmp_path.iterdir() if file.name != LIST)
    os.utime(copy, (1, 1))
    place.keep(replace(with_picture, title="B"))
    assert copy.stat().st_mtime == 1
    (tmp_path / ".linlab-left").write_text("by somebody who was killed")
    place.keep(Draft(steps=with_picture.steps))
    assert [file.name for file in tmp_path.iterdir()] == [LIST]
    place.keep(with_picture)  # as undo brings it back
    assert same(DraftFolder(tmp_path).read().draft, with_picture)
