"""The numbers behind the figures of a report, as tables."""

from collections.abc import Sequence

import numpy as np

from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import series
from rankviz.lab.experiments.figures.duels import Duel
from rankviz.lab.experiments.figures.ticks import RAISED
from rankviz.lab.experiments.reporting.tables import WIDEST, Cell, Table, symbol, value

MOST_TASKS = 200
"""Tasks that the report lists; tasks.csv has all."""

ROUNDS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
"""Rounds that the report lists, besides the last; all are in curves.csv."""


def ranks(compared: Sequence[Comparison], labels: Sequence[str]) -> Table:
    """Return the table of the mean ranks, and of the algorithms that a bar joins."""
    rows = [
        (
            Cell(symbol(found.metric)),
            Cell("; ".join(", ".join(labels[i] for i in group) for group in found.groups) or "none"),
            *(Cell(value(rank)) for rank in found.rank),
            Cell(value(found.critical_difference)),
        )
        for found in compared
    ]
    return Table(
        "Mean ranks", (), ("Metric", "no significant difference", *labels, "CD"), tuple(rows), names=2
    )


def curves(results: Results, names: Sequence[str]) -> list[Table]:
    """Return mean and band at some rounds, a table a curve for at most `WIDEST` algorithms each."""
    places = range(len(results.labels))
    blocks = [places[i : i + WIDEST] for i in range(0, len(places), WIDEST)]
    return [_curve(results, name, block) for name in names for block in blocks]


def _curve(results: Results, name: str, block: Sequence[int]) -> Table:
    by_place = {curve.place: curve for curve in series.curves_of(results, name) if curve.place in block}
    last = max((int(curve.rounds[-1]) for curve in by_place.values()), default=0)
    rounds = sorted({t for t in ROUNDS if t < last} | {last})
    rows = []
    for t in rounds:
        rows.append((Cell(f"{t:,}"), *(Cell(_band(by_place.get(place), t)) for place in block)))
    return Table(series.title(name), (), ("round", *(results.labels[place] for place in block)), tuple(rows))


def _band(curve: series.Series | None, t: int) -> str:
    """Return the mean after round t and the ends of the band; a dash when there is none."""
    if curve is None or t not in curve.rounds:
        return "—"
    k = int(np.searchsorted(curve.rounds, t))
    mean, low, high = (_short(float(values[k])) for values in (curve.mean, curve.low, curve.high))
    return f"{mean} [{low}, {high}]" if low != high else mean


def _short(number: float) -> str:
    """Write four digits, with a power of ten where the number is very large or small."""
    if number == 0 or 1e-3 <= abs(number) < 1e4:
        return value(number)
    mantissa, power = f"{number:.2e}".split("e")
    return f"{mantissa}·10{str(int(power)).translate(RAISED)}".replace("-", "−")


def tasks(duels: Sequence[Duel]) -> Table:
    """Return the table of the first `MOST_TASKS` tasks of each panel."""
    names = list(dict.fromkeys(name for each in duels for name in each.tasks))
    columns = [
        (each, of, values) for each in duels for of, values in zip(each.names, (each.x, each.y), strict=True)
    ]
    found = [dict(zip(each.tasks, values.tolist(), strict=True)) for each, _, values in columns]
    rows = [
        (Cell(name), *(Cell(value(values[name])) if name in values else Cell("—") for values in found))
        for name in names[:MOST_TASKS]
    ]
    more = f"The first {MOST_TASKS} of {len(names):,} tasks; tasks.csv has all."
    head = ("task", *(f"{each.metric.symbol}, {of}" for each, of, _ in columns))
    return Table("Test values of each task", (more,) if len(names) > MOST_TASKS else (), head, tuple(rows))
