"""The tables of an experiment, each made once: the page, the report, LaTeX and CSV write the same cells."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.engine.number_format import counted
from rankviz.lab.experiments.evaluation.notes import listed, notes
from rankviz.lab.experiments.evaluation.pairs import LEVEL, Pair
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures.colours import short
from rankviz.lab.experiments.quality import Metric
from rankviz.lab.experiments.reporting.text import p_value

WIDEST = 6
"""Algorithms side by side in a table, as many as fit on an A4 page; more are in a second table below."""

STAR = "★"
BOLD = "Bold: the best of its row."
CLEAR = (
    f"{STAR}: better than the second by at least the critical difference (CD): that both perform equally is "
    "rejected at 5 % (Nemenyi's test)."
)
DECIDES = " !"
TIES = (
    "ties: the largest change of a mean rank over four ways to order equal scores (best first, averaged, by row, worst "
    f"first);{DECIDES}: another algorithm is then first."
)
UNTESTED = "One task: its ranks are not tested, because they say nothing about other tasks."
P = "p: Friedman's test, the probability of rank differences at least this large if all algorithms perform equally."
ARROWS = "↓: a low value is good; ↑: a high one."


@dataclass(frozen=True)
class Cell:
    """A text; `best` marks the best value of the row."""

    text: str = ""
    best: bool = False


@dataclass(frozen=True)
class Table:
    """A caption, the heads of the columns, and rows of cells; all columns but the first `names` hold numbers.

    Every `together` rows form a group. Where the columns are too many for a page, the `last` ones are in each part.
    """

    caption: str
    notes: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 1
    together: int = 1
    last: int = 0


def symbol(metric: Metric) -> str:
    """Return a metric's symbol with an arrow that says which direction is good."""
    return f"{metric.symbol}\u00a0{'↓' if metric.lower else '↑'}"


def value(number: float, digits: int = 4) -> str:
    """Write a number with so many decimals, from 10 on two less, and a true minus sign; a dash for NaN."""
    digits -= 2 * (math.isfinite(number) and round(abs(number), digits) >= 10)
    return f"{number:.{digits}f}".replace("-", "−") if math.isfinite(number) else "—"


def main(results: Results, compared: Sequence[Comparison]) -> list[Table]:
    """Return means with their spread, and mean ranks with their tests: a table, or several for many algorithms."""
    if not compared:
        return []
    places = range(len(results.labels))
    blocks = [places[i : i + WIDEST] for i in range(0, len(places), WIDEST)]
    return [_main(results, compared, block) for block in blocks]


def _main(results: Results, compared: Sequence[Comparison], block: Sequence[int]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    counts = {found.tasks for found in compared}
    uneven = len(counts) > 1
    ordered = any(found.by_order is not None for found in compared)
    tested = any(found.tested for found in compared)
    for found in compared:
        means = [_mean(found, a) for a in block]
        ranks = [_rank(found, a) for a in block]
        tests = (Cell(f"{found.critical_difference:.3f}"), Cell(p_value(found.p)))[: 2 * found.tested]
        rows.append(
            (
                Cell(symbol(found.metric)),
                *means,
                *([Cell(f"{found.tasks:,}")] if uneven else []),
                *([_moved(found)] if ordered else []),
                *([Cell(), Cell()] if tested else []),
            )
        )
        rows.append(
            (
                Cell("rank\u00a0(round)"),
                *ranks,
                *([Cell()] * (uneven + ordered)),
                *tests,
                *([Cell(), Cell()] * (tested - found.tested)),
            )
        )
    over = "the tasks that have a value" if uneven else counted(compared[0].tasks, "task")
    return Table(
        f"Test values over {over}, and mean ranks",
        (
            *notes(results),
            " ".join(dict.fromkeys(found.spread.sentence() for found in compared)),
            "Rank: mean over the tasks, 1 is best; in parentheses the median round that validation chose.",
            ARROWS,
            BOLD,
            *([CLEAR] if tested else [UNTESTED]),
            *([TIES] if ordered else []),
            *([P] if tested else []),
        ),
        (
            "Metric",
            *(results.labels[a] for a in block),
            *(["tasks"] if uneven else []),
            *(["ties"] if ordered else []),
            *(["CD", "p"] if tested else []),
        ),
        tuple(rows),
        together=2,
        last=2 * tested,
    )


def _mean(found: Comparison, a: int) -> Cell:
    return Cell(f"{value(found.mean[a])} ±\u00a0{value(found.spread.deviation[a])}", a in found.best)


def _moved(found: Comparison) -> Cell:
    if found.moved is None:
        return Cell()
    return Cell(f"{value(float(found.moved.max()), 3)}{DECIDES if found.order_decides else ''}")


def _rank(found: Comparison, a: int) -> Cell:
    star = f" {STAR}" if a == found.clear_winner() else ""
    return Cell(f"{value(found.rank[a], 3)} ({found.median_round[a]:.0f}){star}", a in found.best_rank)


def pairs(compared: Sequence[Comparison], labels: Sequence[str], measured: int = 0) -> Table | None:
    """Return the difference of each pair of algorithms with its interval and test: a row per metric and pair.

    The first of a pair has the better mean rank in the first metric; `measured` counts all metrics of the experiment.
    None where no metric has several tasks.
    """
    tested = [found for found in compared if found.pairs]
    if not tested:
        return None
    names, places, rows = short(labels), _in_order(tested), []
    for found in tested:
        by_places = {(each.first, each.second): each for each in found.pairs}
        for k, (i, j) in enumerate(places):
            cells = _difference(by_places[min(i, j), max(i, j)], i < j)
            head = Cell("" if k else symbol(found.metric))
            rows.append((head, Cell(f"{names[i]} minus {names[j]}"), *map(Cell, cells)))
    return Table(
        "Differences between algorithms",
        (
            f"Difference of the means over the tasks, and its {round(100 * LEVEL)} % interval (Student's t). "
            f"p: {_wilcoxon([each for found in tested for each in found.pairs])}, adjusted for the {len(places)} "
            "pairs of a metric by Holm's procedure.",
            "Intervals and tests treat the tasks as independent of each other.",
            *(_only(tested, len(places)) if len(tested) < measured else ()),
        ),
        ("Metric", "Algorithms", "difference", f"{round(100 * LEVEL)} % interval", "p"),
        tuple(rows),
        names=2,
        together=len(places),
    )


def _only(compared: Sequence[Comparison], tests: int) -> tuple[str]:
    """State that metrics are left out, and why."""
    symbols = listed([found.metric.symbol for found in compared])
    return (f"Only for {symbols}, because each further metric would add {counted(tests, 'test')}.",)


def _wilcoxon(found: Sequence[Pair]) -> str:
    """Name the test, its treatment of differences of 0, and the way p was computed."""
    exact, normal = (
        sum(each.exact for each in found),
        "by its normal approximation without continuity correction",
    )
    how = (
        "exact"
        if exact == len(found)
        else f"{normal} (for more than 50 tasks, and for more than 13 if a difference is 0 or two are equal in size)"
    )
    if 0 < exact < len(found):
        rest = len(found) - exact
        other = "other" if rest == 1 else f"other {rest}"
        how = f"exact in {exact} of the {len(found)} rows, and in the {other} {how}"
    return f"Wilcoxon's signed-rank test, in which a difference of 0 adds half its rank to each side, {how}"


def _difference(pair: Pair, forward: bool) -> tuple[str, str, str]:
    """Return the cells of the first minus the second of a pair, or the other way round: mean, interval and p."""
    ends = (pair.difference, pair.low, pair.high) if forward else (-pair.difference, -pair.high, -pair.low)
    mean, low, high = map(value, ends)
    return mean, f"[{low}, {high}]", p_value(pair.p_holm)


def _in_order(compared: Sequence[Comparison]) -> list[tuple[int, int]]:
    """Return the pairs of places, those with the better mean rank in the first metric first."""
    return list(itertools.combinations([int(i) for i in compared[0].rank.argsort(kind="stable")], 2))


def wins(compared: Sequence[Comparison], labels: Sequence[str]) -> Table | None:
    """Return how many tasks the first algorithm of each pair won, tied and lost, a row per metric or per pair.

    The first of a pair has the better mean rank in the first metric. None without a metric.
    """
    if not compared:
        return None
    names, places = short(labels), _in_order(compared)
    by_metric = [
        [Cell("/".join(f"{int(n)}" for n in found.wins[i, j])) for i, j in places] for found in compared
    ]
    heads, symbols = (
        [f"{names[i]} against {names[j]}" for i, j in places],
        [f.metric.symbol for f in compared],
    )
    upright = len(places) <= 3
    rows = by_metric if upright else [list(row) for row in zip(*by_metric, strict=True)]
    return Table(
        "Won/tied/lost",
        (
            "Number of tasks on which the first algorithm did better than, as well as and worse than the second.",
        ),
        ("Metric", *heads) if upright else ("Algorithms", *symbols),
        tuple((Cell(name), *row) for name, row in zip(symbols if upright else heads, rows, strict=True)),
    )
