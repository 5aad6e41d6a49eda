"""The command `mark`: mark the answers to a challenge, each in a process with a time limit."""

import csv
import io
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path

from rankviz.cli.options import Parser, number
from rankviz.cli.streams import named, read, save
from rankviz.engine.errors import DataError, first_of
from rankviz.lessons.challenges import Challenge
from rankviz.lessons.homework import Mark

COMMAND = "mark"
SECONDS = 10.0
MOST_ANSWERS = 5_000
STARTING = 60.0
"""Seconds in which a process must be ready: it makes a first run, and compiles the engine on a new machine."""

HELP = """\
Mark the answers to a challenge: for each row name,link of ANSWERS the conditions that its run meets, with the numbers
that decide, and their share. A link that is broken, or whose run takes too long, is a sentence in its own row.
docs/lessons.md has the format of challenges.
"""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument("challenge", type=Path, metavar="CHALLENGE", help="the text of the challenge")
    parser.add_argument(
        "answers", type=Path, metavar="ANSWERS", help="a CSV file with the columns name and link"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="MARKS", help="the CSV file to write")
    parser.add_argument(
        "--seconds",
        type=number(float),
        default=SECONDS,
        metavar="S",
        help="how long the run of an answer may take (default: %(default)g)",
    )
    return parser


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    from rankviz.lessons.text import challenge as text

    given = parser().parse_args(arguments)
    contents = read(given.challenge)
    try:
        challenge = text.from_bytes(contents, named(given.challenge).stem)
    except DataError as error:
        raise error.in_file(named(given.challenge)) from error
    answers = _answers(given.answers)
    marks = list(marked(challenge, contents, answers, given.seconds))
    met = sum(mark.share == 1.0 for mark in marks)
    broken = sum(bool(mark.problem) for mark in marks)
    done = f"{len(marks)} answers, {met} with all conditions met, {broken} that could not be marked"
    save(given.out, _table(challenge, answers, marks), done)
    return 0


def _answers(file: Path) -> list[tuple[str, str]]:
    """Return (name, link) of each row. Raises DataError for a file without these columns."""
    contents, file = read(file), named(file)
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError("This is not UTF-8 text", file=file, remedy="Save it as CSV in UTF-8") from error
    head = text.partition("\n")[0]
    rows = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ","
    )
    names = {str(name).strip().lower(): name for name in rows.fieldnames or ()}
    if not {"name", "link"} <= set(names):
        raise DataError(
            f"The columns are {first_of(names) or 'none'}",
            file=file,
            line=1,
            remedy='Begin it with "name,link"',
        )
    try:
        found = [(str(row[names["name"]] or ""), str(row[names["link"]] or "")) for row in rows]
    except csv.Error as error:
        raise DataError(
            f"This is not CSV: {error}", file=file, line=rows.line_num, remedy="Save it again as CSV"
        ) from error
    if len(found) > MOST_ANSWERS:
        raise DataError(
            f"There are more than {MOST_ANSWERS:,} answers", file=file, remedy="Split it into two files"
        )
    return found


@dataclass
class Worker:
    """A process that marks one answer after another; `at` is its current row, `until` its deadline."""

    contents: bytes
    name: str
    at: int = -1
    until: float = 0.0
    pipe: Connection = field(init=False)

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, self.contents, self.name), daemon=True)
        self.process.start()
        other.close()
        self.until = time.monotonic() + STARTING

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def marked(
    challenge: Challenge, contents: bytes, answers: list[tuple[str, str]], seconds: float
) -> Iterator[Mark]:
    """Yield the mark of each answer, in order; an answer that takes longer than `seconds` has a problem."""
    marks: dict[int, Mark] = {}
    todo = deque(enumerate(answers))
    workers = [Worker(contents, challenge.name) for _ in range(min(os.cpu_count() or 1, len(answers)))]
    try:
        while len(marks) < len(answers):
            soonest = min(worker.until for worker in workers)
            ready = wait(
                [worker.pipe for worker in workers], min(max(soonest - time.monotonic(), 0.0), STARTING)
            )
            for i, worker in enumerate(workers):
                if worker.pipe in ready:
                    said = _heard(worker)
                    if isinstance(said, Mark):
                        marks[worker.at] = said
                    if said is not None:
                        _give(worker, todo, seconds)
                        continue
                elif time.monotonic() < worker.until:
                    continue
                if worker.at < 0:
                    raise DataError("No process could be started to mark", remedy="See its message above")
                marks[worker.at] = Mark(problem=_too_long(worker, seconds))
                worker.end()
                workers[i] = Worker(contents, challenge.name)
    finally:
        for worker in workers:
            worker.end()
    return (yield from (marks[i] for i in range(len(answers))))


def _heard(worker: Worker) -> object:
    """Return what a worker has sent; None where it has ended by itself."""
    try:
        return worker.pipe.recv()
    except (EOFError, OSError):
        return None


def _give(worker: Worker, todo: deque[tuple[int, tuple[str, str]]], seconds: float) -> None:
    if not todo:
        worker.at, worker.until = -1, float("inf")
        return
    worker.at, answer = todo.popleft()
    worker.until = time.monotonic() + seconds
    worker.pipe.send(answer)


def _too_long(worker: Worker, seconds: float) -> str:
    if worker.process.is_alive():
        return f"Its run takes longer than {seconds:g} seconds. Ask for fewer rounds or fewer items."
    return "Its run ended the process, perhaps because memory ran out. Ask for fewer rounds or fewer items."


def _work(pipe: Connection, contents: bytes, name: str) -> None:
    """Mark one answer after another: the body of a worker's process."""
    from rankviz.lessons.homework import mark, warm_up
    from rankviz.lessons.text.challenge import from_bytes

    challenge = from_bytes(contents, name)
    warm_up(challenge)
    pipe.send("ready")
    while True:
        try:
            student, answer = pipe.recv()
        except EOFError:
            return
        pipe.send(mark(challenge, student, answer))


def _table(challenge: Challenge, answers: list[tuple[str, str]], marks: list[Mark]) -> str:
    """Return the marks as CSV: name, share, problem, then two columns for each condition."""
    texts = [condition.text for condition in challenge.conditions]
    texts += ["The data are the student's own"] if challenge.variants is not None else []
    file = io.StringIO(newline="")
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["name", "share", "problem", *(cell for text in texts for cell in (text, "number"))])
    for (name, _), mark in zip(answers, marks, strict=True):
        ticks = [cell for tick in mark.ticks for cell in ("met" if tick.met else "not met", tick.number)]
        cells = [name, f"{mark.share:.2f}", mark.problem, *ticks, *[""] * (2 * len(texts) - len(ticks))]
        rows.writerow([_harmless(cell) for cell in cells])
    return file.getvalue()


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
