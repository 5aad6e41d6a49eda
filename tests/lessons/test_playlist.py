"""A playlist as text: what is written is read again, and what is wrong is told with its line and what to do."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.faults import check_fault
from hypothesis import given
from hypothesis import strategies as st

from rankviz.engine.boards import BOARDS, TILES
from rankviz.engine.errors import DataError
from rankviz.lessons.playlists import playlist as module
from rankviz.lessons.playlists.playlist import Moment, Playlist, from_bytes, read, write
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.text.own_question import OwnQuestion, typed

LINK = "?data=scenario:lemma-3&t=3"
LAYOUTS = Path(__file__).parents[2] / "rankviz/board/frontend/stage/layouts"

TEXT = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=30)
LINES = [
    "# a", "## b", "hide: ties", "\\# c", "Ask: x", "\\\\hide: y", "", "  in", "text", "?data=x", "- a", "* b",
    "say: c", "because: d",
]  # fmt: skip
notes = TEXT | st.lists(st.sampled_from(LINES), max_size=6).map("\n".join)
WORDS = TEXT.filter(str.strip)
owns = st.builds(
    OwnQuestion,
    WORDS,
    st.lists(WORDS, min_size=2, max_size=5, unique_by=lambda text: " ".join(text.split())).map(tuple),
    st.none() | st.integers(0, 1),
    TEXT,
)
moments = st.builds(
    Moment,
    st.sampled_from(
        [LINK, "margins?data=x", "https://example.org/a/kernel?data=x&t=2#end", "/qbrank?data=y"]
    ),
    notes,
    TEXT,
    st.lists(st.sampled_from(TILES), max_size=3).map(tuple),
    st.sampled_from(["", *QUESTIONS]),
    st.none() | owns,
    notes,
)


@given(TEXT.filter(str.strip), st.lists(moments, max_size=4).map(tuple))
def test_what_is_written_is_read_again(title: str, moments: tuple[Moment, ...]) -> None:
    made = Playlist(title, moments)
    text = write(made)
    assert read(text) == made
    assert write(read(text)) == text
    assert from_bytes(text.replace("\n", "\r\n").encode("utf-8-sig")) == made


@pytest.mark.parametrize(
    ("moment", "name"),
    [
        (Moment(LINK, title="Ties"), "Ties"),
        (Moment(LINK), "Round 3"),
        (Moment("?data=x&t=12.3"), "Round 12"),
        (Moment("?data=x&t=007"), "Round 7"),
        (Moment("?data=x"), ""),
        (Moment("?data=x&t=٣"), ""),
        (Moment("?data=x&t=-1"), ""),
        (Moment("?data=x&t=" + "9" * 50), ""),
    ],
)
def test_a_moment_without_a_title_is_called_by_its_round(moment: Moment, name: str) -> None:
    assert moment.name == name


def test_a_person_may_write_it_with_less_care() -> None:
    first_one = f"##\n\n{LINK}  \nFirst\tline\n\nASK: Next  Ranker\nHide: Ties,ties, pairs,\n"
    text = f"\n#  Two   moments \n\n{first_one}\n\n## B\r\n{LINK}"
    first, second = read(text).moments
    assert read(text).title == "Two moments"
    assert first == Moment(LINK, "First line", "", ("ties", "pairs"), "next ranker")
    assert second == Moment(LINK, title="B")
    assert first.page == "watch" and first.choices == {"data": "scenario:lemma-3", "t": "3"}
    assert Moment("https://a.org/rankviz/margins?data=x").page == "margins"


def test_a_question_of_ones_own_has_its_options_in_the_lines_below() -> None:
    asked = "ask: own\n- Its α is too small\n*  Ties weigh  most\nbecause: cosh η.\n\n- a line of the note"
    text = f"# A\n## Why?\n{LINK}\nSAY: Wait.\n{asked}\nbecause: as well\nsay:\nsay:  Then go."
    (moment,) = read(text).moments
    assert moment.own == OwnQuestion("Why?", ("Its α is too small", "Ties weigh most"), 1, "cosh η.")
    assert (moment.question, moment.say) == ("", "Wait.\n\n Then go.")
    assert moment.note == "- a line of the note\nbecause: as well"
    assert read(text.replace("ask: own", "ask: own Or how?")).moments[0].own == replace(
        moment.own, prompt="Or how?"
    )
    assert read(text.replace("*", "-")).moments[0].own == replace(moment.own, right=None)
    assert typed("Why?", "Its α is too small\n* Ties weigh most\n", "cosh η.") == moment.own


HEAD = f"# A\n## B\n{LINK}\n"
FAULTS = {
    "": (1, "no title", 'such as "# My title"'),
    "B\n## C": (1, "no title", 'such as "# My title"'),
    "# A\n\nwords": (3, '"words" comes before', 'such as "## Its title"'),
    "# A\n## B\n": (2, "no link", "Export and share"),
    "# A\n## B\nsome words": (3, '"some words" is not a link', "Export and share"),
    "# A\n## B\n?t=3": (3, "names no data", "Export and share"),
    "# A\n## B\nlessons?data=x": (3, '"lessons" is not a page', "watch, margins"),
    "# A\n## B\njavascript:alert(1)?data=x": (3, "not a web address", "Export and share"),
    "# A\n## B\nhttps:/watch?data=x": (3, "not a web address", "Export and share"),
    "# A\n## B\nhttps://[::1?data=x": (3, "is not a link", "Export and share"),
    f"# A\n## B\n?data={'x' * 9000}": (3, "9,006 characters", "at most 8,000"),
    f"{HEAD}hide: tyes": (4, '"tyes" is not a tile', "ranking, ties"),
    f"{HEAD}ask: why": (
        4,
        '"why" is not a question',
        "next ranker, next pair, next bound, first at zero, theorem stops, own",
    ),
    f"# A\n##\n{LINK}\nask: own\n- a\n- b": (4, "no words", 'behind "ask: own"'),
    f"{HEAD}ask: own Why?\n\n- a\n- b": (4, "no options", '"* the right one"'),
    f"{HEAD}ask: own Why?\n- a": (4, "1 option.", "2 to 5"),
    f"{HEAD}ask: own Why?\n* a\n* b": (6, "second right option", '"-"'),
    f"{HEAD}ask: own Why?\n- a\n* a": (4, "the same", "its own words"),
    f"{HEAD}ask: own Why?\n- a\n* b\nbecause: c\nbecause: d": (8, 'second "because:"', "one of them"),
    f"{HEAD}ask: own Why?\n- a\n* {'x' * 301}": (4, "301 characters", "within 300"),
    f"{HEAD}\nask: next pair\nask: next pair": (6, 'second "ask:"', "one of them"),
    f"{HEAD}\nNote\n# C": (6, '"# C" is not a heading', "backslash"),
    f"# A\n## {'x' * 121}": (2, "121 characters", "at most 120"),
    f"{HEAD}{'x' * 4001}": (2, "4,001 characters", "at most 4,000"),
    f"{HEAD}a\x00b": (4, "not text (U+0000)", "Remove it"),
    "# A" + f"\n## B\n{LINK}" * 61: (122, "more than 60 moments", "two playlists"),
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: text[:40])
def test_a_fault_names_the_line_and_what_to_do(text: str) -> None:
    check_fault(read, text, *FAULTS[text])


def test_what_is_too_long_is_neither_read_nor_written() -> None:
    note = "x" * 4000
    made = Playlist("A", (Moment(LINK, note),) * 51)
    for action in (lambda: write(made), lambda: read("#" * 200_001), lambda: from_bytes(b"#" * 200_001)):
        with pytest.raises(DataError, match="more than 200 kB"):
            action()
    with pytest.raises(DataError, match="more than 60"):
        Playlist("A", (Moment(LINK),) * 61)
    with pytest.raises(DataError, match="line 2: This is not UTF-8 text"):
        from_bytes(b"# A\n\xff")


def test_the_tiles_are_those_of_the_layouts() -> None:
    found = {}
    for file in LAYOUTS.glob("*.js"):
        for name, body in re.findall(
            r"export const ([A-Z]+) = \{(.*?)^\};", file.read_text(encoding="utf-8"), re.M | re.S
        ):
            tiles = re.search(r"^  tiles: \{(.*?)^  \}", body, re.M | re.S)
            if tiles:
                found[name.lower()] = re.findall(r"^    (\w+): \{\s*make", tiles[1], re.M)
    assert found == {name: list(board.tiles) for name, board in BOARDS.items()}
    panels = "".join(file.read_text(encoding="utf-8") for file in (LAYOUTS.parent / "panels").rglob("*.js"))
    panels += "".join(file.read_text(encoding="utf-8") for file in LAYOUTS.glob("*.js"))
    for board in BOARDS.values():
        assert [title for title in board.tiles.values() if f'"{title}"' not in panels] == []


def test_the_limits_are_as_documented() -> None:
    assert (module.MOST_MOMENTS, module.MOST_BYTES) == (60, 200_000)
