"""No number of a run is typed into prose: it stands in braces, or a condition of its own sentence holds it.

A number in words counts as one. What a sentence may type is a name (R̂1, h5, Theorem 2), a constant of the mathematics,
what a task asks for, or what stands in `REASONS`, each with why.
"""

import re
from collections.abc import Iterator

import pytest

from rankviz.lessons.text.content import FOLDER
from rankviz.lessons.text.document import ITEM, KEYED, LINKED, PARAGRAPH, TABLE, Document, Part, outline
from rankviz.lessons.text.lesson import IN_END, IN_HEAD, IN_STEPS
from rankviz.lessons.text.sentences import sentences
from rankviz.lessons.vocabulary import VALUE
from rankviz.ui.presets.reading import KEYS as OF_MOMENTS

TEXTS = sorted(
    str(file.relative_to(FOLDER / "en"))
    for file in (FOLDER / "en").rglob("*.md")
    if "reference" not in file.parts and file.stem not in ("glossary", "start")  # which speak of no run
)
PROSE = {
    "about", "look", "after", "many", "ask", "predict", "find", "mark", "flip", "drag", "reply", "event", "what",
    "because", "question", "introduction", "task", "hint",
}  # fmt: skip
FACTS = {"goal", "answer", "of", "run", "start", "test", "level", "chart"}
"""Keys whose numbers the step's own prose may name: they are what it asks for, and shows."""

WORDS = "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
SPELLED = {word: str(n) for n, word in enumerate(WORDS.split(), 3)}
SPELLED |= {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100"}
PARTS = {"½": "0.5", "⅓": "0.333333", "¼": "0.25", "¾": "0.75", "a third": "0.333333", "a tenth": "0.1"}

NAME = re.compile(
    r"(?:Theorem|Lemma|Proposition|Table) \d+(?:, \d+)*"  # of the papers
    r"|[^\W\d_][̃̂]?\d+(?!\.\d)"  # R̂1, h5, U1, P2
    r"|NDCG@\d+"
    r"|½ (?:ln|Σ|e\^|ε)"  # of formulas
)
NUMBER = re.compile(r"(?<![\w.])-?\d*\.?\d+(?: %)?(?!\w)|[½⅓¼¾]|a third|a tenth|[A-Za-z]+")
CONSTANTS = {"0", "1", "0.5"}
"""Of the mathematics: where a loss starts, where a tie stands, what an error or a share lies between."""

REASONS = {
    "40 tasks": "tests/lessons/test_forty_tasks.py does them again",
    "On 40 others": "tests/lessons/test_forty_tasks.py does them again",
    "forty tasks say more": "tests/lessons/test_forty_tasks.py does them again",
    "One item in twenty": "the share of the law that synthetic:imbalanced draws from",
}


def documents() -> dict[str, Document]:
    keys = {*IN_HEAD, *IN_STEPS, *IN_END, *OF_MOMENTS, "task", "hint", "start", "test", "variants"}
    keys |= {"because", "question", "introduction"}
    return {
        name: outline((FOLDER / "en" / name).read_text(encoding="utf-8"), keys, keys, {*keys})
        for name in TEXTS
    }


DOCUMENTS = documents()


def numbers(words: str) -> Iterator[str]:
    """Yield the numbers that are typed in words outside of braces, as decimals."""
    for found in NUMBER.finditer(NAME.sub(" ", VALUE.sub(" ", words.replace("−", "-")))):
        written = found[0].lower()
        if written.endswith(" %"):
            yield f"{float(written[:-2]) / 100:g}"
        elif not written.isalpha() or written in SPELLED:
            yield plain({**SPELLED, **PARTS}.get(written, written))


def plain(number: str) -> str:
    """Return a number without zeros that say nothing."""
    return f"{float(number):g}"


def held(text: str) -> set[str]:
    """Every number in braces, brackets and keys."""
    return {plain(each) for each in re.findall(r"-?\d*\.?\d+", text)}


def typed(part: Part, runs: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """Yield (line, sentence, number) for every number of a part that nothing holds."""
    facts = [e.text.words for e in part.entries if e.kind == LINKED or (e.kind == KEYED and e.key in FACTS)]
    facts += [runs.get(words.partition(" ")[0], "") for words in facts]
    facts += [str(len(found[1].split(","))) for words in facts if (found := re.search(r"alg=([^&]+)", words))]
    items = [e.text.words for e in part.entries if e.kind in (ITEM, TABLE)]
    facts.append(str(len(items)))
    all_words = " ".join(e.text.words for e in part.entries)
    found: list[tuple[int, str, str]] = [(part.line, part.heading, all_words)]
    for entry in part.entries:
        if entry.kind == PARAGRAPH:
            found += [(s.line, s.text, " ".join(s.checks)) for s in sentences(entry.text)]
        elif entry.kind in (ITEM, TABLE) or (entry.kind == KEYED and entry.key in PROSE):
            bare = re.sub(r"\[[^\]]*\]", " ", entry.text.words)
            brackets = " ".join(re.findall(r"\[([^\]]*)\]", entry.text.words))
            around = " ".join(items) if entry.kind == KEYED else ""  # a task names what its conditions do
            around = " ".join(VALUE.findall(" ".join(items))) if entry.kind == TABLE else around
            found.append((entry.text.line, re.sub(r"^@\d+: ", "", bare), f"{brackets} {around}"))
    for line, words, conditions in found:
        known = held(" ".join((*facts, *VALUE.findall(words), conditions)))
        if any(reason in words for reason in REASONS):
            continue
        yield from ((line, words, number) for number in numbers(words) if number not in known | CONSTANTS)


@pytest.mark.parametrize("name", TEXTS)
def test_no_number_of_a_run_is_typed(name: str) -> None:
    document = DOCUMENTS[name]
    parts = (document.head, *document.parts, *([document.end] if document.end else []))
    runs = {entry.name: entry.text.words for entry in document.head.of("run")}
    found = [
        f"line {line}: {number} in {words}" for part in parts for line, words, number in typed(part, runs)
    ]
    assert not found, "\n".join(found)


def test_what_is_typed_is_found_and_a_name_is_none() -> None:
    text = """# Mine
about: Where it ends.

## Round 3, h1 and R̂1
?data=inline:&alg=rb-d,rb-c&rounds=8&t=3

After round 3 R̂2 of both is {rb-d.r2@3}; half of 40 pairs, a third, 12 % and fourteen. [rb-d.tied@3 = 0.12]
Below 1 and above ½ by Theorem 2. [rb-d.r2@3 < 0.7] It is 0.7, not .70000. [rb-d.r2@4 = 0.7] It is −3.
"""
    document = outline(text, IN_HEAD, IN_STEPS, IN_END)
    assert [number for _, _, number in typed(document.parts[0], {})] == ["40", "0.333333", "14", "-3"]
