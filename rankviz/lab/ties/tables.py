"""The tables of an audit, each made once: the terminal, the report and the page write the same cells."""

from collections.abc import Iterable, Sequence

from rankviz.engine.errors import shortened
from rankviz.engine.number_format import counted, exact, share
from rankviz.lab.experiments.reporting.tables import WIDEST as COLUMNS
from rankviz.lab.experiments.reporting.tables import Cell, Table, value
from rankviz.lab.ties.audit import Audit, Audited, Difference
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.judged import UNJUDGED
from rankviz.lab.ties.orders import Group, Order
from rankviz.lab.ties.tie_intervals import ENOUGH

HEADS = ("lowest", "expected", "highest")
DASH, UNKNOWN = "—", "·"
MOST = 20
"""Most groups, documents of a group and places that a table lists."""


def decimals(low: float, high: float) -> int:
    """Return 4, or as many decimals as two numbers need to differ that are not equal up to rounding."""
    if not high - low > ENOUGH:
        return 4
    return next((digits for digits in range(4, 15) if value(low, digits) != value(high, digits)), 15)


def intervals(found: Audit) -> Table:
    """Return a row for each measure: its mean in the worst order, over all orders and in the best one."""
    rows = []
    for each in found.measures:
        low, mean, high = each.mean
        rows.append(
            (
                Cell(each.measure.label),
                *map(Cell, _with_width(low, mean, high)),
                Cell(f"{int(each.matter.sum()):,} of {int(each.counts.sum()):,}"),
                Cell(share(each.share)),
            )
        )
    return Table(
        "Means over the queries: lowest, expected and highest over all orders of equal scores",
        ("The last columns show in how many of the queries with a relevant document the order matters.",),
        ("Measure", *HEADS, "width", "ties matter in", "share"),
        tuple(rows),
    )


def _with_width(low: float, mean: float, high: float) -> tuple[str, ...]:
    """Write an interval and its width, in as many decimals as its ends need to differ."""
    return tuple(value(number, decimals(low, high)) for number in (low, mean, high, high - low))


def programs(found: Audit) -> list[Table]:
    """Return the values of each program, a column for each measure; several tables for many measures."""
    blocks = [found.measures[i : i + COLUMNS] for i in range(0, len(found.measures), COLUMNS)]
    return [_programs(block) for block in blocks]


def _programs(block: Sequence[Audited]) -> Table:
    rows = [
        (Cell(counter.name), *(Cell(value(each.means[name])) for each in block))
        for name, counter in COUNTERS.items()
    ]
    return Table(
        "Means as each program computes them",
        (f"{DASH} means that the program does not compute this measure, or not for these data.",),
        ("Program", *(each.measure.label for each in block)),
        tuple(rows),
    )


def not_counted(found: Audit) -> list[tuple[str, str]]:
    """Return each program that leaves measures out, with the reasons."""
    said = []
    for name, counter in COUNTERS.items():
        by_reason: dict[str, list[str]] = {}
        for each in found.measures:
            why = each.counters[name]
            if isinstance(why, str):
                by_reason.setdefault(why, []).append(each.measure.label)
        if by_reason:
            parts = (f"{', '.join(labels)}: {why}" for why, labels in by_reason.items())
            said.append((counter.name, "; ".join(parts)))
    return said


def widest(found: Audit, each: Audited) -> Table | None:
    """Return the queries with the widest intervals of a measure; None where ties change nothing."""
    places = each.widest().tolist()
    if not places:
        return None
    rows = []
    for at in places:
        low, mean, high = each.spans[at].tolist()
        rows.append((Cell(shortened(found.run.queries[at])), *map(Cell, _with_width(low, mean, high))))
    return Table(
        f"{each.measure.label}: the {counted(len(places), 'query')} with the widest interval",
        (),
        ("Query", *HEADS, "width"),
        tuple(rows),
    )


def groups(found: Sequence[Group]) -> Table:
    """Return a query's groups of equal scores that have several documents, the first `MOST` of them."""
    tied = [group for group in found if len(group.grades) > 1]
    rows = [
        (
            Cell(f"{group.first:,} to {group.last:,}"),
            Cell(_listed([shortened(name, 24) for name in group.documents], ", ")),
            Cell(_listed(_grades(sorted(group.grades, reverse=True)), " ")),
            Cell(exact(group.score).replace("-", "−")),
        )
        for group in tied[:MOST]
    ]
    more = f"The first {MOST} of {len(tied):,} groups." if len(tied) > MOST else ""
    note = f"Grades from the highest down; {UNKNOWN} is not judged. {more}".rstrip()
    return Table(
        "Documents with equal scores",
        (note,),
        ("Places", "documents", "grades", "score"),
        tuple(rows),
        names=3,
    )


def orders(found: Iterable[Order], groups: Sequence[Group], places: int) -> Table:
    """Return each order of a query as its grades from the top down, equal scores in brackets; at most `MOST` places."""
    seen = min(places, MOST)
    ends = [(group.first - 1, group.last) for group in groups if len(group.grades) > 1]
    rows = [
        (
            Cell(each.name),
            Cell(_bracketed(_grades(each.grades.tolist()), ends, seen)),
            Cell(value(each.value)),
        )
        for each in found
    ]
    note = (
        f"Grades from the top down, equal scores in brackets; {UNKNOWN} is not judged; … marks places that do not "
        "count."
    )
    return Table("Which order gives which value", (note,), ("Order", "grades", "value"), tuple(rows), names=2)


def _grades(grades: Iterable[int]) -> list[str]:
    return [UNKNOWN if grade == UNJUDGED else f"{grade}".replace("-", "−") for grade in grades]


def _listed(texts: Sequence[str], between: str) -> str:
    return between.join(texts[:MOST]) + (f"{between}…" if len(texts) > MOST else "")


def _bracketed(grades: Sequence[str], ends: Sequence[tuple[int, int]], most: int) -> str:
    first, last = {a for a, _ in ends}, {b - 1 for _, b in ends}
    parts = [f"{'[' if i in first else ''}{text}{']' if i in last else ''}" for i, text in enumerate(grades)]
    return " ".join(parts[:most]) + (" …" if len(parts) > most else "")


def differences(found: Sequence[Difference]) -> Table:
    """Return the first run minus the second, a row for each measure."""
    rows = [
        (
            Cell(each.measure.label),
            Cell("depends on ties" if each.hangs else "does not"),
            *map(Cell, _with_width(each.least, each.expected, each.largest)[:3]),
            Cell(f"{each.queries:,}"),
        )
        for each in found
    ]
    return Table(
        "First run minus second run, over all orders of the equal scores of both",
        ("Which is ahead depends on ties where the difference can have either sign or be zero.",),
        ("Measure", "which is ahead", *HEADS, "queries"),
        tuple(rows),
        names=2,
    )


def in_terminal(table: Table) -> list[str]:
    """Return a table's caption and cells as lines of plain text."""
    cells = [table.head, *(tuple(cell.text for cell in row) for row in table.rows)]
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            text.ljust(width) if i < table.names else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in cells
    ]
    return [f"{table.caption}:", *lines]
