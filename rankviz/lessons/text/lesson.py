"""A lesson from its text (docs/lessons.md): a superset of a playlist's, with live numbers, conditions and acts."""

import re
from collections.abc import Mapping

from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.boards import BOARDS, PAGES, SKEW, WATCH, Board
from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs import link
from rankviz.lessons import forty_tasks
from rankviz.lessons.lesson import Lesson, Note, Onward, RunAt, Step
from rankviz.lessons.text import acts, figures
from rankviz.lessons.text.document import (
    ITEM,
    KEYED,
    LINKED,
    PARAGRAPH,
    TABLE,
    Document,
    Entry,
    Part,
    nothing_before,
    outline,
)
from rankviz.lessons.text.lines import decoded, with_line
from rankviz.lessons.text.sentences import one_sentence, sentences

IN_HEAD = ("about", "icon", "run", "claims", "equations", "challenges")
IN_STEPS = ("run", "look", "after", "now", "many", "say", *figures.KEYS, *acts.KEYS)
IN_END = ("claims", "equations", "challenges", "table")
TABLES = {"forty-tasks": forty_tasks.TABLE}
"""Tables that a lesson takes by name: of numbers that come from no single run."""
MOST_STEPS = 60
MOST_CONDITIONS = 5_000
LONGEST = 4_000
"""Most characters of one entry of a step."""
_RUN = re.compile(r"([A-Za-z0-9_.~-]+)(?: ?@([0-9]+))?")
_ICON = re.compile(r"[a-z0-9_]{1,40}")
_FILE = re.compile(r"[^a-z0-9]+")

Runs = Mapping[str, link.Linked]


def is_lesson(text: str) -> bool:
    """Whether a text is meant as a lesson: what it is about stands below its title."""
    head = re.split(r"^##", text, maxsplit=1, flags=re.MULTILINE)[0]
    return bool(re.search(r"^about:", head, re.MULTILINE))


def from_bytes(contents: bytes, name: str = "") -> Lesson:
    """Read the lesson of a file. Raises DataError as :func:`read` does, and for a file that is no text."""
    return read(decoded(contents, "Split it into two lessons"), name)


def read(text: str, name: str = "") -> Lesson:
    """Read a lesson; `name` is the one in links, by default made of the title.

    Raises DataError, with line and remedy, for a text that is not a lesson. Whether what it says is so, is seen only in
    its runs: `rankviz.lessons.text.check`.
    """
    ranges = (
        (int(found[1]), int(found[2])) for found in re.finditer(r"= 0*([0-9]{1,6})\.\.0*([0-9]{1,6})", text)
    )
    if sum(max(last - first, 0) for first, last in ranges) > MOST_CONDITIONS:
        raise DataError(
            f"There are more than {MOST_CONDITIONS:,} conditions", remedy="Name fewer rounds in for t = …"
        )
    document = outline(text, IN_HEAD, IN_STEPS, IN_END)
    head, end = document.head, document.end
    _no_words_before_the_first_step(document)
    about = head.needed("about", "Say in one line what the lesson is about").words
    icon = head.one("icon")
    if icon is not None and not _ICON.fullmatch(icon.words):
        raise DataError(
            f"{shown(icon.words)} is not an icon",
            line=icon.line,
            remedy="Take a name of Material Symbols, such as school",
        )
    if len(document.parts) > MOST_STEPS:
        raise DataError(
            f"There are more than {MOST_STEPS} steps",
            line=document.parts[MOST_STEPS].line,
            remedy="Make two lessons",
        )
    if not document.parts:
        raise DataError(
            "There is no step", line=head.line, remedy='Begin one with a line such as "## Its heading"'
        )
    runs = {entry.name: with_line(entry.text.line, link.read, entry.text.words) for entry in head.of("run")}
    steps = tuple(_step(part, runs) for part in document.parts)
    return Lesson(
        name or _FILE.sub("-", head.heading.lower()).strip("-")[:60] or "lesson",
        head.heading,
        about,
        f":material/{icon.words if icon else 'school'}:",
        steps,
        tuple(entry.text.words for entry in end.entries if entry.kind == ITEM) if end else (),
        Onward(*(_onward(document, key) for key in ("claims", "equations", "challenges"))),
        _tables(end) if end else (),
    )


def _no_words_before_the_first_step(document: Document) -> None:
    for entry in document.head.entries:
        if entry.kind != KEYED:
            raise nothing_before(entry.text.line, entry.text.words, "step")


def _onward(document: Document, key: str) -> tuple[str, ...]:
    text = document.head.one(key) or (document.end.one(key) if document.end else None)
    return tuple(name.strip() for name in text.words.split(",")) if text else ()


def _tables(end: Part) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the tables of the end: those written, in a row, and those taken by name."""
    found: list[tuple[tuple[str, ...], ...]] = []
    rows: list[tuple[str, ...]] = []
    for entry in (*end.entries, None):
        if entry is not None and entry.kind == TABLE:
            rows.append(_cells(entry))
            continue
        if rows:
            found.append(_table(rows))
            rows = []
        if entry is not None and entry.key == "table":
            if entry.text.words not in TABLES:
                raise DataError(
                    f"There is no table {shown(entry.text.words)}",
                    line=entry.text.line,
                    remedy=f"Tables with a name are {', '.join(TABLES)}",
                )
            found.append(TABLES[entry.text.words])
    return tuple(found)


def _step(part: Part, runs: Runs) -> Step:
    for entry in part.entries:
        if len(entry.text.words) > LONGEST:
            raise DataError(
                f"This text has {len(entry.text.words):,} characters",
                line=entry.text.line,
                remedy=f"Write at most {LONGEST:,}",
            )
    linked = _linked(part, runs)
    board = _board(linked, part.line)
    t, spec = linked.t, linked.spec
    act = acts.act(part, spec, t)
    look = part.one("look")
    paragraphs = [entry.text for entry in part.entries if entry.kind == PARAGRAPH]
    many = part.one("many")
    return Step(
        part.heading,
        tuple(sentences(text) for text in paragraphs),
        RunAt(spec, t),
        figures.figure(part, board, linked.look),
        one_sentence(look) if look else None,
        act.ask,
        tuple(one_sentence(entry.text) for entry in part.of("after")),
        _note(part),
        act.find,
        act.tries,
        many.words if many else "",
        "\n".join(entry.text.words for entry in part.of("say")),
        {"": part.line, **part.lines_of()},
    )


def _linked(part: Part, runs: Runs) -> link.Linked:
    """Return the run of a step: its own link, or one that the head names, and the round."""
    own = next((entry.text for entry in part.entries if entry.kind == LINKED), None)
    named = part.one("run")
    if own is not None and named is None:
        return with_line(own.line, link.read, own.words)
    found = _RUN.fullmatch(named.words) if named else None
    if own is not None or found is None or found[1] not in runs:
        raise DataError(
            "This step has no run" if named is None else f"{shown(named.words)} is not a run of this lesson",
            line=named.line if named else part.line,
            remedy="Put its link in the line below the heading"
            + (f", or name one of the head, such as run: {next(iter(runs))} @1" if runs else ""),
        )
    linked = runs[found[1]]
    t = int(found[2]) if found[2] else linked.t
    if t > linked.spec.rounds:
        raise DataError(
            f"Round {t} is beyond the {linked.spec.rounds} rounds of this run",
            line=named.line if named else None,
            remedy="Name an earlier one, or give the run more rounds",
        )
    return link.Linked(linked.page, linked.spec, t, linked.look)


def _board(linked: link.Linked, line: int) -> Board:
    page = linked.page or WATCH.page
    if page not in PAGES:
        raise DataError(
            f"{shown(page)} is not a page with a run", line=line, remedy=f"Take a link of {', '.join(PAGES)}"
        )
    boards = [board for board in BOARDS.values() if board.page == page]
    skewed = any(ALGORITHMS[algorithm_of(name)].board is SKEW for name in linked.spec.algorithms)
    return SKEW if skewed and SKEW in boards else boards[0]


def _note(part: Part) -> Note | None:
    """Return the table of a step; rows below `now:` come with the learner's first try."""
    now_at = next((entry.text.line for entry in part.of("now")), None)
    rows = [entry for entry in part.entries if entry.kind == TABLE]
    if not rows:
        return None
    before = [_cells(entry) for entry in rows if now_at is None or entry.text.line < now_at]
    after = [_cells(entry) for entry in rows if now_at is not None and entry.text.line > now_at]
    head, *rest = _table([*before, *after])
    return Note(head, tuple(rest[: len(before) - 1]), tuple(rest[len(before) - 1 :]))


def _cells(entry: Entry) -> tuple[str, ...]:
    inner = re.split(r"(?<!\\)\|", entry.text.words)[1:-1]
    return tuple(cell.strip().replace("\\|", "|") for cell in inner)


def _table(rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows with cells alike; a rule below the head, as Markdown has it, is none."""
    kept = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    width = max(map(len, kept), default=0)
    return tuple((*row, *[""] * (width - len(row))) for row in kept)
