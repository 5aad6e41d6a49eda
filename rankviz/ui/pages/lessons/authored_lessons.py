"""A visitor's own lessons and challenges: opened from a file, from the data folder, or out of a short link.

Their text may be anybody's: it may name only data that a link may name, and a part is shown only where it is true.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import streamlit as st

from rankviz.engine.boards import BOARDS
from rankviz.engine.data import sources
from rankviz.engine.data.folder import data_dir, find
from rankviz.engine.errors import DataError
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.challenges import Challenge
from rankviz.lessons.lesson import Lesson
from rankviz.lessons.text import challenge as challenges
from rankviz.lessons.text import check as checks
from rankviz.lessons.text import lesson as lessons
from rankviz.lessons.text.lines import MOST_BYTES, decoded
from rankviz.ui.runs import runs
from rankviz.ui.state import catalog
from rankviz.ui.state.packed import PACKED, packed, unpacked
from rankviz.ui.state.run_spec import to_state

MINE, FOLDER = "my-text-", "folder:"
"""In a link: the text that this visit has opened, with its digest, and one of the data folder."""
TEXT, CHECKED = "own-text", "own-checked"
MOST_FILES = 50


@dataclass(frozen=True)
class AuthoredText:
    """A text that can be opened: its value in a link, its kind, and its title, or what is wrong with it."""

    value: str
    kind: str
    title: str
    about: str = ""
    problem: str = ""


def is_own(value: str) -> bool:
    """Return whether a value of a link stands for a user's own text, and not one of the package."""
    return value.startswith((MINE, PACKED, FOLDER))


def lesson(value: str) -> Lesson:
    """Return the lesson that a link names; its name is the value. Raises DataError."""
    return replace(_lesson(_text(value)), name=value)


def challenge(value: str) -> Challenge:
    """Return the challenge that a link names; its name is the value. Raises DataError."""
    return replace(_challenge(_text(value)), name=value)


def open_file(contents: bytes) -> bool:
    """Open a file if it is a lesson or a challenge, and return whether it is. Raises DataError for a broken one."""
    text = decoded(contents)
    if lessons.is_lesson(text):
        _lesson(text)
    elif challenges.is_challenge(text):
        _challenge(text)
    else:
        return False
    st.session_state[TEXT] = text
    return True


def close() -> None:
    """Forget the open text."""
    st.session_state.pop(TEXT, None)


def text_open() -> str:
    """Return the text that this visit has opened; "" for none."""
    return str(st.session_state.get(TEXT, ""))


def resolve(value: str) -> AuthoredText:
    """Return what a value stands for, or the error of a text that cannot be read."""
    try:
        text = _text(value)
        if challenges.is_challenge(text):
            made = _challenge(text)
            return AuthoredText(value, "challenge", made.title, made.sentence)
        found = _lesson(text)
        return AuthoredText(value, "lesson", found.title, found.about)
    except DataError as problem:
        return AuthoredText(value, "", value.removeprefix(FOLDER), "", str(problem))


def value_of(text: str) -> str:
    """Return the value of a link to the text that is open: the text itself where it is short."""
    return packed(text) or MINE + _digest(text)


def in_folder() -> list[AuthoredText]:
    """Return the lessons and challenges of the data folder, by name."""
    folder = data_dir()
    if folder is None:
        return []
    files = [file for file in sorted(folder.rglob("*.md"))[: 10 * MOST_FILES] if _is_one(file)]
    return [resolve(FOLDER + file.relative_to(folder).as_posix()) for file in files[:MOST_FILES]]


def check(lesson: Lesson) -> None:
    """Raise the first error in a lesson, step by step, as DataError."""
    for number in range(1, len(lesson.steps) + 1):
        for fault in faults(lesson, number):
            raise fault


def faults(lesson: Lesson, number: int) -> list[DataError]:
    """Return the errors in a step, counted from 1; checked once per visit. Raises DataError without its run."""
    step = lesson.steps[number - 1]
    known: dict[tuple[str, int], list[DataError]] = st.session_state.setdefault(CHECKED, {})
    key = (_digest(_text(lesson.name)), number)
    if key not in known:
        known[key] = checks.report(step, lambda spec: trace(spec, step.figure.board)).faults
    return known[key]


def trace(spec: RunSpec, board: str) -> Trace:
    """Return the run of a step as the pages make runs: admitted, and cached. Raises DataError."""
    return runs.run(runs.request(to_state(spec), BOARDS[board].pictures)).trace


def _text(value: str) -> str:
    if value.startswith(PACKED):
        return unpacked(value)
    if value.startswith(FOLDER):
        path = find(value.removeprefix(FOLDER), confined=True)
        if path.suffix != ".md":
            raise DataError("A lesson's file ends in .md", file=path, remedy="Rename it")
        try:
            with path.open("rb") as file:
                return decoded(file.read(MOST_BYTES + 1))
        except OSError as error:
            raise DataError(
                f"It cannot be read: {error.strerror}", file=path, remedy="Check its name"
            ) from error
    text = text_open()
    if text and value == MINE + _digest(text):
        return text
    raise DataError(
        "Your text is not in this link, and this visit has none", remedy="Open its file on Playlists"
    )


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=64)
def _read(text: str) -> Lesson:
    return lessons.read(text)


def _lesson(text: str) -> Lesson:
    """Read a lesson. Raises DataError, also for data that no link may open."""
    made = _read(text)
    for step in made.steps:
        _admit(step.moment.spec.data, step.lines.get("run", step.lines[""]))
    return made


def _challenge(text: str) -> Challenge:
    made = challenges.read(text)
    for data in filter(None, (made.start.get("data", ""), made.test)):
        _admit(data, None)
    if made.test and sources.parse(made.test).family.reads_file:
        raise DataError("The test of a challenge opens no file", remedy="Name data that come with RankViz")
    return made


def _admit(data: str, line: int | None) -> None:
    _, message = catalog.check_link_source(data)
    if message:
        raise DataError(message.removesuffix(f" {catalog.shown_instead(catalog.DEFAULT)}"), line=line)


def _is_one(file: Path) -> bool:
    """Return whether a file looks like a lesson or a challenge."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES).decode("utf-8-sig", errors="replace")
    except OSError:
        return False
    return lessons.is_lesson(text) or challenges.is_challenge(text)
