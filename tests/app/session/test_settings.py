"""What the lab remembers: written whole, read generously, shared by several labs."""

import json
from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.app.session.settings import (
    MOST_RECENT,
    Settings,
    StoredSettings,
    config_folder,
    state_folder,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_that_a_first_start_has_the_defaults_and_writes_nothing(home: Path) -> None:
    assert Settings().now == StoredSettings()
    assert not home.exists()


def test_that_what_is_kept_is_there_at_the_next_start(home: Path) -> None:
    Settings().keep(theme="dark", geometry="AAEC", panels={"data": 240, "numbers": 0})
    now = Settings().now
    assert (now.theme, now.geometry, now.recent) == ("dark", "AAEC", ())
    assert now.panels == {"data": 240, "numbers": 0}
    assert [file.name for file in home.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "\x00\xff",
        "[" * 100_000,
        '{"theme": 3, "recent": {"a": 1}, "geometry": [], "panels": 7}',
        '{"theme": "pink", "recent": [1, null, ""], "panels": {"a": "b", "c": true}, "layers": {"a": 1}, "geometry": "é"}',
    ],
)
def test_that_a_broken_file_means_the_defaults(text: str, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text(text, encoding="latin-1")
    settings = Settings()
    assert settings.now == StoredSettings()
    settings.keep(theme="light")
    assert json.loads((home / "settings.json").read_text())["theme"] == "light"


@pytest.mark.parametrize(
    ("entry", "damaged", "sound"),
    [
        ("geometry", ["zzz", "A", "é", "????", "AA=A", "\0", "\ud800", 7], "AAEC"),
        (
            "panels",
            [{"left": value} for value in (-1, True, 10**9, 10**400, 0.5, "7", None, [])],
            {"left": 240, "right": 0},
        ),
        ("recent", [[value] for value in ("a\0b", "\ud800", "", None, 7, [], {})], ["/a.linlab"]),
        (
            "export",
            [{"dpi": value} for value in (float("inf"), 10**400, [[]], {})],
            {"dpi": 96, "folder": "/a", "axes": True},
        ),
    ],
)
def test_that_a_damaged_entry_is_as_if_it_were_not_there(
    entry: str, damaged: list[object], sound: object
) -> None:
    for value in damaged:
        assert StoredSettings.from_json({"theme": "dark", entry: value}) == StoredSettings("dark")
    kept = getattr(StoredSettings.from_json({entry: sound}), entry)
    assert (list(kept) if isinstance(kept, tuple) else kept) == sound


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
names = tuple(each.name for each in fields(StoredSettings))


@given(
    st.dictionaries(
        st.sampled_from(names), anything | st.dictionaries(st.text(), anything) | st.lists(anything)
    )
)
def test_that_whatever_was_read_can_be_written_and_read_again(entries: dict[str, object]) -> None:
    now = StoredSettings.from_json(entries)
    assert StoredSettings.from_json(json.loads(json.dumps(asdict(now), allow_nan=False))) == now


def test_that_a_folder_in_place_of_the_file_keeps_nobody_from_starting(home: Path) -> None:
    (home / "settings.json").mkdir(parents=True)
    settings = Settings()
    settings.keep(theme="dark")
    assert settings.now.theme == "dark"


def test_that_a_disk_that_cannot_be_written_to_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "file" / "home"))
    settings = Settings()
    settings.keep(theme="dark")
    assert settings.now.theme == "dark"


def test_that_recent_files_are_few_and_the_newest_is_first() -> None:
    settings = Settings()
    for name in [*map(str, range(MOST_RECENT + 3)), "7"]:
        settings.used(name)
    assert settings.now.recent == ("7", "12", "11", "10", "9", "8", "6", "5", "4", "3")
    settings.forget("12")
    assert settings.now.recent[:2] == ("7", "11")
    settings.forget()
    assert Settings().now.recent == ()


def test_that_two_labs_do_not_take_back_each_others_changes() -> None:
    one, two = Settings(), Settings()
    one.keep(theme="dark")
    two.used("a.linlab")
    one.used("b.linlab")
    assert Settings().now == StoredSettings("dark", ("b.linlab", "a.linlab"))


def test_that_the_platform_says_where_things_are_unless_linlab_home_does(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config_folder() == state_folder() == home
    monkeypatch.delenv("LINLAB_HOME")
    assert config_folder().name == "linlab" or "linlab" in config_folder().parts
    assert config_folder() != home
