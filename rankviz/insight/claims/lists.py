"""A loss of whole lists against a loss of pairs: which orders the top better, on data of LETOR's shape over draws."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice, Value
from rankviz.engine.number_format import number
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.qbrank import GROUP, PAPER

DRAWS, MAX_ROUNDS = 12, 20
CLEAR = 10
"""A lead in so many of the draws, either way, is significant at 5 % (sign test)."""
LATE = 10
"""The round from which the loss of pairs also has the training queries in order."""
WAYS = ("qbrank:pair_loss=listwise", "qbrank:pair_loss=logistic")
MEASURES = ("ndcg5", "r2", "ndcg5_holdout")


def _spec(draw: int) -> RunSpec:
    chosen: dict[str, Value] = {"w": 1.0, "labels": "none", "eta": 0.3, "leaves": 6}
    return RunSpec(f"synthetic:letor?seed={draw}", WAYS, MAX_ROUNDS, holdout=0.5, parameters=chosen)


@lru_cache(maxsize=1)
def _measured() -> np.ndarray:
    """Return (2, 3, D, T + 1) `MEASURES` by way, measure, draw and round; a run that stopped repeats its last."""
    traces = [_spec(draw).trace() for draw in range(DRAWS)]
    return np.array(
        [
            [
                [np.pad(values, (0, MAX_ROUNDS + 1 - len(values)), mode="edge") for values in by_draw]
                for by_draw in ([trace.runs[way].metrics[name] for trace in traces] for name in MEASURES)
            ]
            for way in range(len(WAYS))
        ]
    )


def _leads(measure: int, t: int) -> tuple[int, int]:
    """Count the draws in which lists are ahead of pairs, and behind, in a measure where more is better."""
    gap = _measured()[0, measure, :, t] - _measured()[1, measure, :, t]
    return int((gap > 1e-9).sum()), int((gap < -1e-9).sum())


def _evidence(t: int) -> tuple[Evidence, ...]:
    lists, pairs = _measured()[:, :, :, t].mean(axis=2)
    ahead, behind = _leads(0, t)
    return (
        compare(
            f"On the training queries lists have the larger NDCG@5 after round {t}.",
            ("mean NDCG@5 of lists", float(lists[0])),
            ">",
            ("of pairs", float(pairs[0])),
        ),
        compare(
            "That is so in more draws than not.",
            (f"draws of {DRAWS} with lists ahead", float(ahead)),
            ">",
            ("with pairs ahead", float(behind)),
        ),
        compare(
            "Yet they leave more pairs of the same queries in the wrong order.",
            ("mean R̂2 of lists", float(lists[1])),
            ">",
            ("of pairs", float(pairs[1])),
        ),
        compare(
            "On new queries neither is clearly ahead.",
            (f"draws of {DRAWS} in which the better of them has the larger NDCG@5", float(max(_leads(2, t)))),
            "<",
            ("what a sign test asks at 5 %", float(CLEAR)),
        ),
    )


def _top_first(options: Options) -> Proof:
    t = int(options["rounds"])
    shown, mean = _evidence(t), _measured().mean(axis=2)
    ahead, behind = _leads(2, t)
    texts = [[number(float(mean[way, k, t])) for way in (0, 1)] for k in (0, 2)]
    late = "after so many rounds pairs have the training queries in order, too"
    return Proof(
        ClaimRun(_spec(0), t),
        shown,
        f"After round {t} NDCG@5 is {texts[0][0]} with lists and {texts[0][1]} with pairs on the training queries, and "
        f"{texts[1][0]} and {texts[1][1]} on new ones, where lists are ahead in {ahead} of {DRAWS} draws and behind in "
        f"{behind}.",
        Figure(
            f"NDCG@5, mean of {DRAWS} draws",
            "round",
            "NDCG@5",
            tuple(
                over_rounds(f"{name}{where}", colour, mean[way, k], kind)
                for k, where, kind in ((0, "", "line"), (2, ", new queries", "dash"))
                for way, name, colour in ((0, "lists", "qbrank"), (1, "pairs", "gbt"))
            ),
            at=t,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), _evidence, t),
        late if t >= LATE and not all(each.holds for each in shown) else "",
    )


CLAIMS = (
    Claim(
        "lists-top-first",
        "Whole lists put the top in order first",
        "ListNet's loss compares whole lists, and most of a list's share lies with its best items. So on average "
        "over twelve draws it has the first five places in order earlier than a logistic loss of pairs; on new "
        "queries the gain is not clear.",
        f"{PAPER}, future work; ListNet (Cao et al. 2007)",
        "The gap between the solid lines is the lead on the training queries; the dashed lines, on new queries, stay "
        "close.",
        GROUP,
        _top_first,
        (Choice("rounds", "Rounds", "int", 5, "Rounds before the comparison.", 1, MAX_ROUNDS, 1),),
        reference="listnet",
    ),
)
