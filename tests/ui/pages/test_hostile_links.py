"""Whatever a link says, every page opens with a sentence, never with an error page.

The gallery and Experiments are opened by their own tests.
"""

import pytest
from helpers.pages import app, opened_with_everything
from hypothesis import given, settings
from hypothesis import strategies as some

from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import choices

LONG = "A" * 256
HOSTILE_DATA = [
    f"letor:{LONG}",
    "table:a\0b.csv",
    f"table:teas.csv?pairs={LONG}",
    "table:teas.csv?grade=" + "g" * 5000,
    f"letor:{LONG}/{LONG}",
    f"table:{'a/' * 3000}b.csv",
    "letor:%00",
    "table:teas.csv?query=\0&grade=%00",
    "table:teas.csv?pairs=%00",
    "table:teas.csv?pairs=..",
    f"weak:teas.csv?pairs={LONG}",
    f"movielens:{LONG}?user=" + "9" * 5000,
    "movielens:teas.csv?user=" + "9" * 5000,
    "letor:teas.csv?queries=" + "9" * 5000,
    "letor:\ud800",
    "table:..",
    "table:.",
    "table:~",
    "synthetic:linear?n=" + "9" * 5000,
    "synthetic:linear?noise=" + "9" * 400,
    "synthetic:linear?noise=1e999&seed=nan",
    "synthetic:linear?seed=" + "9" * 5000,
    "synthetic:" + LONG,
    LONG * 40,
    f"upload:{LONG}/{LONG}",
    f"upload:@{LONG * 10}/x",
    "upload:@\0/\0?\0=\0",
    "upload:@%ff%fe/%ff",
    "upload:",
    "inline:?items=" + ",".join(["a"] * 3000),
    "inline:?items=a,b&x=" + "9" * 5000 + ",1&grades=1,0",
    "inline:?items=a,b&x=1,2&grades=1," + "9" * 5000,
    "inline:?items=a\0,b&h1=10&pairs=a\0>b",
    "bundled:diabetes?items=" + "-" + "9" * 5000,
    "scenario:lemma-1?n=" + "9" * 4301,
]
"""The first four are opened on pages, too."""
HOSTILE_VALUES = [
    "9" * 5000,
    "-" + "9" * 5000,
    "000000000005" + "9" * 5000,
    "1e999",
    "1e5000",
    "nan",
    "-inf",
    "\0",
    "\ud800",
    "١٢٣",
    "²",
    "1_000",
    "0x10",
    " 5 ",
    "A" * 5000,
    "rb-c:" + "9" * 5000 + ":ranker=1",
    "rb-c:1:ranker=" + "9" * 5000,
    "rb-c:1:alpha=" + "9" * 5000,
    "rb-c:pair:999999999:999999999@999999",
    "rb-c:item:999999999",
    "rb-d," * 2000,
]
PAGES = [
    "watch", "data", "margins", "qbrank", "kernel", "workbench", "lessons", "playlists", "reference", "start", "ties"
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(data_folder) -> None:
    """A folder of data, in which file names may be asked for."""
    rows = "".join(f"tea {i},{i % 5},{i % 3}\n" for i in range(12))
    (data_folder / "teas.csv").write_text(f"item,sweet,grade\n{rows}")


@pytest.mark.parametrize("data", HOSTILE_DATA, ids=range(len(HOSTILE_DATA)))
def test_hostile_data_are_refused_or_made_legal(data) -> None:
    found, said = catalog.check_link_source(data)
    assert catalog.check_link_source(found.text) == (found, None)
    assert said is None or (len(said) < 1000 and "\0" not in said and "\n" not in said)


@pytest.mark.parametrize("value", HOSTILE_VALUES, ids=range(len(HOSTILE_VALUES)))
def test_hostile_values_make_a_state(value) -> None:
    state, said = from_link({choice.link: value for choice in choices().values() if choice.name != "data"})
    assert all(len(sentence) < 1000 and "\0" not in sentence for sentence in said)
    assert from_link(to_link(state)) == (state, [])


SCHEMES = ["letor:", "table:", "movielens:", "weak:", "upload:", "upload:@", "inline:", "synthetic:", ""]


@given(some.sampled_from(SCHEMES), some.text(max_size=300) | some.text("A/.%0~", min_size=200, max_size=600))
@settings(max_examples=200)
@pytest.mark.slow
def test_any_text_for_data_is_answered(scheme, text) -> None:
    found, said = catalog.check_link_source(scheme + text)
    assert catalog.check_link_source(found.text) == (found, None)
    assert said is None or "\n" not in said


@pytest.mark.parametrize("data", HOSTILE_DATA[:4], ids=range(4))
@pytest.mark.parametrize("page", ["watch", "data", "margins", "workbench"])
@pytest.mark.slow
def test_hostile_data_open_every_page_with_a_sentence(page, data) -> None:
    test = app(f"pages/{page}.py", data=data, rounds="2")
    assert [*test.warning, *test.error]


@pytest.mark.parametrize("value", ["9" * 5000, "\0", "-1e999"], ids=["long", "zero", "infinite"])
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.slow
def test_hostile_values_open_every_page(page, value) -> None:
    opened_with_everything(page, value)
