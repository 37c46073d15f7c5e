"""Documents in turn: each as it was prepared, back and forth, and a broken one keeps nobody from
the next."""

from dataclasses import replace

import pytest

from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.programme import Programme
from linlab.app.session.session import Session
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look


@pytest.fixture
def programme(session: Session, tmp_path, monkeypatch):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    files = DocumentFiles(session)
    made = Programme(files)
    for k, name in enumerate("abc"):
        replace(first_document(), title=name, look=Look(k + 3)).save(tmp_path / f"{name}.linlab")
    made.begin(tmp_path / f"{name}.linlab" for name in "abc")
    made.files = files
    yield made
    files.close()


def test_that_each_is_opened_as_prepared_at_its_moment(programme, session):
    for k, name in enumerate("abc"):
        assert (session.document.title, session.t, programme.where) == (
            name,
            k + 3,
            f"{k + 1} of 3",
        )
        assert programme.files.prepared
        assert programme.has(1) == (name != "c")
        assert programme.turn(1) == (name != "c")
    assert programme.turn(-1)
    assert (session.document.title, session.t, programme.where) == ("b", 4, "2 of 3")
    assert programme.turn(-1)
    assert not programme.turn(-1)
    assert programme.where == "1 of 3"


def test_that_what_cannot_be_opened_is_told_and_passed_over(programme, session, tmp_path):
    said = []
    session.said.connect(said.append)
    (tmp_path / "b.linlab").write_text("{")
    assert programme.turn(1)
    assert (session.document.title, programme.where) == ("c", "3 of 3")
    assert said[0].startswith("b.linlab")
    (tmp_path / "c.linlab").unlink()
    (tmp_path / "a.linlab").unlink()
    assert not programme.turn(-1)
    assert (session.document.title, programme.where) == ("c", "3 of 3")


def test_that_one_document_is_no_programme(programme, tmp_path):
    programme.begin([tmp_path / "b.linlab"])
    assert programme.where == ""
    assert not programme.has(1)
    programme.end()
    assert not programme.turn(1)


def test_that_the_current_entry_has_the_notes_of_its_document(session, programme, tmp_path):
    replace(first_document(), title="Moons", notes="*ask*").save(tmp_path / "b.linlab")
    assert programme.next_entry.path == tmp_path / "b.linlab"
    assert programme.turn(1)
    assert (programme.index, len(programme.entries)) == (1, 3)
    assert (programme.entry.title, programme.entry.notes) == ("Moons", "*ask*")
    assert programme.next_entry.title == "c"
    programme.end()
    assert (programme.entries, programme.entry, programme.next_entry) == ((), None, None)
