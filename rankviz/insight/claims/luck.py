"""When a lead is more than luck: mean ranks over up to 40 tasks, for ten draws of what is held out."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.metrics.rank_tests import critical_difference, rank_rows
from rankviz.engine.number_format import number
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.in_experiments import GROUP, NAMES

DRAWS, MAX_TASKS, ROUNDS, HELD = 10, 40, 20, 0.4
SOURCE = "synthetic:coarse?features=12&levels=4&n=80&noise=1.5"


def _spec(task: int, draw: int) -> RunSpec:
    return RunSpec(f"{SOURCE}&seed={task}", tuple(NAMES), ROUNDS, seed=draw, holdout=HELD)


@lru_cache(maxsize=1)
def _ranks() -> np.ndarray:
    """(D, N, 3) rank of each algorithm by its held-out R̂2 after the last round, in each draw and task."""
    traces = (_spec(task, draw).trace() for draw in range(DRAWS) for task in range(MAX_TASKS))
    held = np.array([[trace.run(name).metrics["r2_holdout"][-1] for name in NAMES] for trace in traces])
    return rank_rows(held, lower=True).reshape(DRAWS, MAX_TASKS, len(NAMES))


def _more_than_luck(options: Options) -> Proof:
    tasks = int(options["tasks"])

    def means(tasks: int) -> np.ndarray:
        return np.asarray(_ranks()[:, :tasks].mean(axis=1))

    def leads(tasks: int) -> list[int]:
        """Return the draws in which RankBoost+ is ahead of RB-D, and of RB-C, by more than the critical difference."""
        of_others = means(tasks)[:, :2] - means(tasks)[:, 2:]
        return [int(each) for each in (of_others > critical_difference(len(NAMES), tasks)).sum(axis=0)]

    def evidence(tasks: int) -> tuple[Evidence, ...]:
        best = int((means(tasks).argmin(axis=1) == 2).sum())
        over_d, over_c = leads(tasks)
        return (
            compare(
                "RankBoost+ has the best mean rank in every draw.",
                ("draws in which it is best", float(best)),
                "=",
                ("draws", float(DRAWS)),
            ),
            compare(
                "In most draws its lead over RB-D is larger than the critical difference.",
                ("draws with such a lead over RB-D", float(over_d)),
                ">",
                ("half of them", DRAWS / 2),
            ),
            compare(
                "Over RB-C it has such a lead in fewer.",
                ("draws with such a lead over RB-C", float(over_c)),
                "<",
                ("over RB-D", float(over_d)),
            ),
        )

    difference = critical_difference(len(NAMES), tasks)
    draws, shown, (over_d, over_c) = tuple(map(float, range(1, DRAWS + 1))), means(tasks), leads(tasks)
    return Proof(
        ClaimRun(_spec(0, 0), ROUNDS),
        evidence(tasks),
        f"Over {tasks} tasks the critical difference is {number(difference)}. RankBoost+ leads RB-D by more in "
        f"{over_d} of {DRAWS} draws, RB-C in {over_c}.",
        Figure(
            f"Mean rank over {tasks} tasks",
            "draw of the held-out items",
            "mean rank, 1 is best",
            (
                *(
                    Curve(label, name, draws, tuple(shown[:, a].tolist()), "points")
                    for a, (name, label) in enumerate(NAMES.items())
                ),
                Curve(
                    "RankBoost+'s, plus the critical difference",
                    "rb-plus",
                    draws,
                    tuple((shown[:, 2] + difference).tolist()),
                    "dash",
                ),
            ),
            range=(1.0, float(len(NAMES))),
        ),
        swept("tasks", range(5, MAX_TASKS + 1, 5), evidence, tasks, on_axis=False),
        "" if tasks == MAX_TASKS else f"with {tasks} tasks chance still decides some of the ranks",
    )


CLAIMS = (
    Claim(
        "more-than-luck",
        "A lead shows over many tasks",
        "On 40 data sets with many ties, RankBoost+ has the best mean rank by held-out R̂2, whichever of ten draws "
        "chooses the held-out items. In nine of them it leads RB-D by more than the critical difference, below which a "
        "lead can be luck. Over ten data sets it does so in two.",
        "RankBoost+, section 5, Nemenyi's test",
        "Marks above the dashed line are further behind RankBoost+ than the critical difference. With fewer tasks the "
        "line rises, and the marks move more from draw to draw.",
        GROUP,
        _more_than_luck,
        (Choice("tasks", "Tasks", "int", MAX_TASKS, "How many data sets are compared.", 5, MAX_TASKS, 5),),
        reference="critical-difference",
    ),
)
