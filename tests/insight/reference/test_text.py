"""The text of the reference: it is read as it is written, and a mistake is one sentence."""

import re
from pathlib import Path

import pytest

from rankviz.engine.errors import DataError
from rankviz.insight.reference.formulas import rankboost
from rankviz.insight.reference.loading import Known, files, read
from rankviz.insight.reference.model import Check, Number, PaperFigure

PART = """\
# Boosting
tag: RB+
pages: Watch
citation: A. Author: A paper
  in two lines.

What it asks. What it finds. That is all.

```bibtex
@article{author2020paper,
  title = {A paper},
  doi = {10.1/2},
}
```

## Figure 2: what falls
opens: gallery?claim=x
also: curves

Open it.

## Losses

### RB-D's weight
keys: 14, weight
source: RB+ (14)
symbols: α
theorems: best-step
claims: first-round
lessons: ties step 2
also: vote
number: players rb-d.score:0:1@3 line 2
code: rankviz.engine.numerics:logistic
test: twin
test: tests/test_x.py::test_y, 1e-9, relative

$$ [[rankboost.ALPHA_14]] $$

$$ Z = 1 + \\
[[rankboost.ALPHA_19.right]] $$

The weight that makes
Z smallest.

why: Its slope is $0$
there.

It is convex.
"""
NOTATION = """\
# Notation

## α
name: weight of the round
seen: The pick; F̃, F-skew and AUC
equations: 14

What the ranker's weight grows by.
"""
TESTS = """\
# Tests of several entries
twin: tests/test_naive.py::test_twin, 1e-9
"""
FILES = {"1-boosting.md": PART, "notation.md": NOTATION, "tests.md": TESTS}
KNOWN = Known(
    theorems={"best-step"},
    claims={"first-round"},
    lessons={"ties": 3},
    pages={"watch"},
    places={"The pick", "F̃, F-skew and AUC"},
    runs={"players": {"rb-d", "rb-plus"}},
)


def test_an_entry_is_what_is_written() -> None:
    book = read(FILES, known=KNOWN)
    (part,), (symbol,), (entry,) = book.parts, book.symbols, book.entries
    assert (part.tag, part.title, part.pages, part.groups) == ("RB+", "Boosting", ("Watch",), ("Losses",))
    assert part.figures == (PaperFigure("Figure 2", "what falls", "gallery?claim=x", "Open it.", "curves"),)
    assert part.citation == "A. Author: A paper in two lines."
    assert (part.cited, part.doi) == ("author2020paper", "10.1/2")
    assert part.about.startswith("What it asks.")
    assert symbol.seen == ("The pick", "F̃, F-skew and AUC") and symbol.equations == ("14",)
    assert entry.keys == ("14", "weight") and entry.group == "Losses" and entry.source == "RB+ (14)"
    assert entry.latex == (rankboost.ALPHA_14.tex, rf"Z = 1 + \ {rankboost.ALPHA_19.right.tex}")
    assert entry.says == "The weight that makes Z smallest."
    assert entry.why == ("Its slope is $0$ there.", "It is convex.")
    assert entry.checks == (
        Check("tests/test_naive.py::test_twin", "1e-9"),
        Check("tests/test_x.py::test_y", "1e-9, relative"),
    )
    assert (entry.theorems, entry.claims, entry.lessons) == (("best-step",), ("first-round",), (("ties", 2),))
    assert entry.number == Number("players", "rb-d", 3, "score:0:1", line=2)
    assert book.find("(14)") is entry and book.search("vote")[1] == (entry,)


ROW = "row: players rb-d.best@3"
TWICE = "\n## α\nname: x\nseen: The pick\n\nWords.\n\n## α"
SECOND = """
### Another
keys: {keys}
source: here
code: rankviz.engine.numerics:logistic
test: twin

$$ x $$

Words.

why: So.
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("1", "ALPHA_14", "ALPHA_41", 'line 37: There is no formula "rankboost.ALPHA_41". Near it are rankboost.A'),
        ("1", "[[rankboost.ALPHA_14]]", "[[nowhere]]", 'line 37: There is no formula "nowhere".'),
        ("1", "ALPHA_19.right", "ALPHA_19.number.x", "line 39: There is no formula"),
        ("1", "theorems: best-step", "theorems: best", 'line 28: There is no theorem "best". Near it is best-step.'),
        ("1", "claims: first-round", "claims: last", 'line 29: There is no claim "last".'),
        ("1", "ties step 2", "tie step 2", 'line 30: There is no lesson "tie". Near it is ties.'),
        ("1", "ties step 2", "ties step 4", "line 30: The lesson ties has 3 steps, and no step 4."),
        ("1", "ties step 2", "ties 2", 'line 30: "ties 2" is not a step of a lesson. Write "why-ties-matter step 2".'),
        ("1", "pages: Watch", "pages: Watches", 'line 3: There is no page "Watches". Near it is Watch.'),
        ("notation", "The pick;", "The pack;", 'line 5: There is no place "The pack". Near it is The pick.'),
        ("notation", "equations: 14", "equations: 41", 'line 6: There is no entry "41".'),
        ("notation", "\n## α", TWICE, "line 9: The symbol α is already in line 3."),
        ("1", "players rb-d", "player rb-d", 'line 32: There is no run "player". Near it is players.'),
        ("1", "players rb-d", "players rb-c", 'line 32: There is no algorithm "rb-c". Near it is rb-d.'),
        ("1", "rb-d.score:0:1@3 line 2", "alpha 3", 'line 32: "players alpha 3" is not a number of a run.'),
        ("1", "number: players rb-d.score:0:1@3 line 2", ROW, 'line 32: There is no theorem "best".'),
        ("1", "lessons: ", f"{ROW}\nlessons: ", 'line 30: "RB-D\'s weight" has a second number. One number is shown.'),
        ("1", "symbols: α", "symbols: β", 'line 27: There is no symbol "β".'),
        ("1", "keys: 14, weight\n", "", '''line 24: "RB-D's weight" has no "keys:".'''),
        ("1", "keys: 14, weight", "keys:", '''line 24: "RB-D's weight" has no "keys:".'''),
        ("1", "keys: 14", "keys: Weight 14", 'line 25: "Weight 14" is not a key. A key has small letters,'),
        ("1", "source: RB+ (14)\n", "", '''line 24: "RB-D's weight" has no "source:".'''),
        ("1", "source:", "sources:", 'line 26: There is no option "sources". Near it is source.'),
        ("1", "source: RB+ (14)", "source: RB+ (14)\nsource: x", 'line 27: "source:" is here twice.'),
        ("1", "source: RB+ (14)", "RB+ (14)", 'line 26: "RB+ (14)" is not an option. Write "name: value", or'),
        ("1", "test: twin", "test: twins", 'line 34: There is no named test "twins". Near it is twin.'),
        ("1", "test_y, 1e-9, relative", "test_y", 'line 35: "tests/test_x.py::test_y" has no tolerance.'),
        ("1", "$$ [[rankboost.ALPHA_14]] $$", "$$ x", "A formula is not closed. Put $$ before it and $$ behind it."),
        ("1", "is $0$", "is $0", "A $ is not closed. Put a formula in words between two of them."),
        ("1", "why: Its", "Its", '''"RB-D's weight" has more than one paragraph. Say what it is in one paragraph.'''),
        ("1", "The weight that makes\nZ smallest.\n", "", '''line 24: "RB-D's weight" has no words.'''),
        ("1", "why: Its slope is $0$\nthere.\n\nIt is convex.\n", "", '''line 24: "RB-D's weight" has no "why:".'''),
        ("1", "Figure 2: what", "What", 'line 16: "What falls" does not say what it shows. Write "## Figure 1:'),
        ("1", "opens: ", "open: ", 'line 17: There is no option "open".'),
        ("1", "## Losses\n", "", "line 23: A heading with ### cannot be here. A topic has ##, an"),
        ("1", "# Boosting\n", "Boosting\n", "line 1: There is text above the first heading."),
        ("1", "# Boosting\n", "## Boosting\n", "line 1: The file does not begin with the title of its part."),
        ("1", PART, "", "There is no heading. Begin with # and a title."),
        ("1", "}\n```", "}", "line 9: The fence of ``` is not closed."),
        ("1", PART[PART.index("## Losses") :], "", 'line 1: "Boosting" has no topic.'),
        ("1", "It is convex.\n", "It is convex.\n" + SECOND.format(keys="15, weight"),
         "The key weight is already that of “RB-D's weight”, 1-boosting.md, line 24."),
    ],
    ids=lambda text: re.sub(r"\W+", "-", text)[:30],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_its_line(file: str, old: str, new: str, sentence: str) -> None:
    name = next(each for each in FILES if each.startswith(file))
    assert old in FILES[name]
    with pytest.raises(DataError) as found:
        read(FILES | {name: FILES[name].replace(old, new, 1)}, known=KNOWN)
    assert str(found.value).startswith(name) and sentence in str(found.value)
    assert found.value.line or new == ""


def test_the_example_of_the_documents_is_an_entry() -> None:
    """What docs/reference.md shows is read beside the symbols and tests that there are."""
    root = Path(__file__).parents[3]
    shown = re.findall(r"^```\n(### .*?)^```", (root / "docs/reference.md").read_text("utf-8"), re.S | re.M)
    part = PART[: PART.index("### RB-D's weight")] + shown[0]
    texts = files()
    notation = re.sub(r"^equations: .*\n", "", texts["notation.md"], flags=re.M)
    book = read({"1-boosting.md": part, "notation.md": notation, "tests.md": texts["tests.md"]})
    assert book.entries[0].key == "14" and len(book.entries[0].checks) == 2
