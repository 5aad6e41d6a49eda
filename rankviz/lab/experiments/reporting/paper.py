"""An experiment's results next to those of the RankBoost+ paper: the table, the differences, and the verdicts."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rankviz.engine.data.folds import BY_ITEM
from rankviz.lab.experiments.conventions import PRESETS
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.reporting import verdicts
from rankviz.lab.experiments.reporting.printed import (
    ALGORITHMS,
    MOVIELENS,
    MQ2007,
    MQ2008,
    MQ_POOLED,
    WEB10K,
    PaperTable,
)
from rankviz.lab.experiments.reporting.tables import ARROWS, BOLD, Cell, Table, symbol, value

NAN = float("nan")

CONVENTIONS = (
    "The main reason is how NDCG is counted: the paper uses LETOR's own script, in which a query without a relevant "
    "document counts 0, and so does one shorter than k. Here it is counted differently, which lifts RankBoost+'s "
    "NDCG@3 on the validation file of Fold 1 from 0.435 to 0.553 (40 rounds). "
    "Conventions “letor” (--conventions letor) count as the paper does."
)
ROUND = (
    "The paper picks the round of NDCG by the mean average precision on the validation part; here each metric picks "
    "its own. With “select=map” (--conventions letor,select=map) it is as in the paper, which prints “lowest” MAP "
    "beside Table 4 and must mean the highest."
)
BY_QUERY_ONLY = (
    "These results cannot be compared with the paper's Table 4: here each query is a task by itself, "
    "learned from some of its documents and tested on the others. The paper ranks queries that it has not learned "
    "from. The whole file as one task is nearer to it (?tasks=all behind the file's name)."
)
WHOLE_ONLY = (
    "These results cannot be compared with the paper's Tables 1 and 3: there each query of MSLR-WEB10K is a task by "
    "itself, here the file is one task."
)
USERS = 360
"""Tasks of the whole of MovieLens-100k."""


def beside(results: Results) -> PaperTable | None:
    """Return the paper's table to compare with; None when data, their use, or all algorithms are not the paper's."""
    experiment = results.experiment
    if not {contender.algorithm for contender in experiment.contenders} & set(ALGORITHMS):
        return None
    table = _of_these_data(experiment)
    return table if table is MOVIELENS or (table is WEB10K) == _each_query_alone(results) else None


def reasons(results: Results) -> list[str]:
    """Return why the numbers are not the paper's, main reason first, or why an expected comparison is missing."""
    table, compared = _of_these_data(results.experiment), beside(results)
    if table is None or (table is MOVIELENS and compared is None):
        return []
    if table is not MOVIELENS and (table is WEB10K) != _each_query_alone(results):
        return [WHOLE_ONLY if table is WEB10K else BY_QUERY_ONLY]
    if compared is None:
        return []
    if table is WEB10K:
        return list(table.differences)
    if table is not MOVIELENS:
        counts, chooses = _as_letor_counts(results.experiment), results.experiment.conventions.select == "map"
        return [*([] if counts else [CONVENTIONS]), *([] if chooses else [ROUND]), *table.differences]
    first, *rest = table.differences
    some = (
        f"These are {results.total:,} of the file's users, so the means are those of other tasks."
        if results.total < USERS
        else ""
    )
    counted = any(metric.needs_grades for metric in results.experiment.measured())
    return [sentence for sentence in (first if counted else "", some, *rest) if sentence]


def came_out(results: Results, compared: Sequence[Comparison]) -> list[str]:
    """State whether the paper's order is reproduced: in the means, the mean ranks, and by critical differences."""
    paper = beside(results)
    if paper is None:
        return []
    columns, places = _shared(results)
    found = {
        each.metric.symbol: verdicts.judge(each, places, paper, columns)
        for each in compared
        if each.metric.key in paper.mean
    }
    return verdicts.sentences(found)


def _shared(results: Results) -> tuple[list[int], list[int]]:
    """Return the paper's algorithms of this experiment: their columns in the paper, and their places here."""
    names = [contender.algorithm for contender in results.experiment.contenders]
    columns = [ALGORITHMS.index(name) for name in ALGORITHMS if name in names]
    return columns, [names.index(ALGORITHMS[column]) for column in columns]


def comparison(results: Results, compared: Sequence[Comparison], *, judged: bool = True) -> Table | None:
    """Return a table with a row of these results and one of the paper's for each common metric; None without one.

    The verdicts on the paper's order are in columns, or where not `judged` in the notes, for a narrower table.
    """
    paper = beside(results)
    if paper is None:
        return None
    columns, places = _shared(results)
    rows: list[tuple[Cell, ...]] = []
    for found in compared:
        metric, key = found.metric, found.metric.key
        if key not in paper.mean:
            continue
        said = verdicts.judge(found, places, paper, columns).cells() if judged else ()
        here = zip(found.rank[places], found.median_round[places], strict=True)
        there = zip(paper.rank.get(key, (NAN,) * 3), paper.median_round.get(key, (NAN,) * 3), strict=True)
        printed = list(there)
        behind = [_behind(*printed[column]) for column in columns]
        ours = [_behind(*each, like=printed[column]) for each, column in zip(here, columns, strict=True)]
        rows.append(_row(symbol(metric), "here", found.mean[places], ours, metric.lower, said))
        means = np.array(paper.mean[key])[columns]
        rows.append(_row("", "paper", means, behind, metric.lower, ("",) * len(said)))
    inside = ["the mean rank"] * bool(paper.rank) + ["the median round that validation chose"] * bool(
        paper.median_round
    )
    about = f"mean, and in parentheses {' and '.join(inside)}" if inside else "mean"
    return Table(
        f"Compared with the paper: {paper.name}",
        (f"Each cell: {about}.", ARROWS, BOLD, *(verdicts.NOTES if judged else came_out(results, compared))),
        ("Metric", "", *(results.labels[place] for place in places), *(verdicts.HEADS if judged else ())),
        tuple(rows),
        names=2,
        together=2,
    ) if rows else None  # fmt: skip


def _behind(rank: float, round_: float, like: tuple[float, float] | None = None) -> str:
    """Return " (1.314; 32)" of a mean rank and a median round, without what is not printed (`like`: there)."""
    printed = zip((f"{rank:.3f}", f"{round_:.0f}"), like or (rank, round_), strict=True)
    parts = [text for text, number in printed if not np.isnan(number)]
    return f" ({'; '.join(parts)})" if parts else ""


def _row(
    name: str, where: str, means: np.ndarray, behind: Sequence[str], lower: bool, said: Sequence[str]
) -> tuple[Cell, ...]:
    best = means.min() if lower else means.max()
    cells = [Cell(value(mean) + more, bool(mean == best)) for mean, more in zip(means, behind, strict=True)]
    return (Cell(name), Cell(where), *cells, *map(Cell, said))


def _of_these_data(experiment: Experiment) -> PaperTable | None:
    """Return the paper's table of these data, by the name of the file or folder."""
    source = experiment.source.lower()
    if source.startswith("movielens:"):
        return MOVIELENS
    if not source.startswith("letor:"):
        return None
    if "mq2007" in source and "mq2008" in source:
        return MQ_POOLED
    names = {"mq2007": MQ2007, "mq2008": MQ2008, "web10k": WEB10K}
    return next((table for name, table in names.items() if name in source), None)


def _each_query_alone(results: Results) -> bool:
    """Return whether all folds are cut inside a query."""
    return bool(results.outcomes) and all(outcome.cut == BY_ITEM for outcome in results.outcomes)


def _as_letor_counts(experiment: Experiment) -> bool:
    return replace(experiment.conventions, select=PRESETS["letor"].select) == PRESETS["letor"]
