"""The pair weights of RB-D, RankNet and LambdaMART: four maps of the same pairs."""

import math
from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import share
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Evidence,
    Figure,
    Map,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.push import GROUP

DATA = "bundled:diabetes?grades=4&items=50"
ROUNDS, MAX_PLACES = 20, 20
LABELS = ("RB-D", "RankNet", "LambdaMART", "LambdaMART, truncated")


def _spec(k: int) -> RunSpec:
    runs = ("rb-d", "ranknet", "lambdamart", f"lambdamart:truncation={k}")
    return RunSpec(DATA, runs, ROUNDS, parameters={"undefined": "limit", "leaves": 8})


def _touches(trace: Trace, run: Run, t: int, k: int) -> np.ndarray:
    """Return (m,) bool: pairs with an item in the run's first k places, equal scores in the order of the rows."""
    place = np.empty(trace.problem.n_items, dtype=np.int64)
    place[np.argsort(-trace.scores(run, t), kind="stable")] = np.arange(trace.problem.n_items)
    return np.asarray(place[trace.problem.pairs].min(axis=1) < k)


@lru_cache(maxsize=256)
def _at_the_top(k: int) -> tuple[np.ndarray, ...]:
    """Return (T + 1,) for each run: the share of the weight on pairs with an item in the run's first k places."""
    trace = ClaimRun(_spec(k), ROUNDS).trace()
    return tuple(
        np.array(
            [
                float(weight[_touches(trace, run, t, k)].sum())
                for t, weight in enumerate(trace.staged_weights(run))
            ]
        )
        for run in trace.runs
    )


def _heaviest(trace: Trace, run: Run, t: int) -> float:
    """Return the heaviest pair's weight over that of a pair with s = 0, by the method's function of s."""
    scores = trace.scores(run, t)
    worst = float((scores[trace.problem.pairs[:, 1]] - scores[trace.problem.pairs[:, 0]]).max())
    return math.exp(worst) if isinstance(run, BoostedRun) else 2.0 / (1.0 + math.exp(-worst))


def _evidence(k: int, t: int) -> tuple[Evidence, ...]:
    trace = ClaimRun(_spec(k), ROUNDS).trace()
    plain, even, ndcg, cut = (float(series[min(t, len(series) - 1)]) for series in _at_the_top(k))
    rb_d, ranknet, _, truncated = trace.runs
    dropped = float((trace.weights(truncated, t) == 0.0).mean())
    return (
        compare(
            f"Pairs with an item in the first {k} places have more of LambdaMART's weight than of RankNet's.",
            ("share of LambdaMART's weight", ndcg),
            ">",
            ("of RankNet's, in its own first places", even),
        ),
        compare(
            "They have more of it than of RB-D's, too.",
            ("share of LambdaMART's weight", ndcg),
            ">",
            ("of RB-D's", plain),
        ),
        compare(
            "RankNet's weight saturates: no pair weighs more than twice what a pair of equal scores does.",
            ("heaviest pair over a tied one", _heaviest(trace, ranknet, t)),
            "≤",
            ("twice", 2.0),
        ),
        compare(
            "RB-D's weight has no such limit.",
            ("heaviest pair over a tied one", _heaviest(trace, rb_d, min(t, rb_d.n_rounds))),
            ">",
            ("twice", 2.0),
        ),
        compare(
            f"Truncated at {k}, all pairs without an item in the first {k} places weigh nothing.",
            ("share of the pairs with weight 0", dropped),
            "=",
            ("share without such an item", 1.0 - float(_touches(trace, truncated, t, k).mean())),
        ),
        compare("All of its weight is there.", ("share of its weight", cut), "=", ("all of it", 1.0)),
    )


def _maps(trace: Trace, t: int) -> tuple[Map, ...]:
    """Return maps of the weights times m, items best first: rows belong above columns; 0 where there is no pair."""
    problem = trace.problem
    at = np.argsort(np.argsort(-problem.known_grades, kind="stable"))
    (_, rows), (_, columns) = (np.unique(at[items], return_inverse=True) for items in problem.pairs.T)
    found = []
    for label, run in zip(LABELS, trace.runs, strict=True):
        values = np.zeros((rows.max() + 1, columns.max() + 1))
        values[rows, columns] = trace.weights(run, min(t, run.n_rounds)) * problem.n_pairs
        found.append(Map(label, tuple(map(tuple, values.tolist()))))
    return tuple(found)


def _pair_weights(options: Options) -> Proof:
    k, t = int(options["k"]), int(options["round"])
    evidence, series = _evidence(k, t), _at_the_top(k)
    plain, even, ndcg, _ = (float(each[min(t, len(each) - 1)]) for each in series)
    setting = ClaimRun(_spec(k), t)
    return Proof(
        setting,
        evidence,
        f"After round {t} pairs with an item in the first {k} places have {share(plain)} of RB-D's, {share(even)} "
        f"of RankNet's and {share(ndcg)} of LambdaMART's weight.",
        Figure(
            f"Weight on pairs with an item in the first {k} places",
            "round",
            "% of the weight",
            tuple(
                over_rounds(label, run.algorithm, 100.0 * values, kind)
                for label, run, values, kind in zip(
                    LABELS, setting.trace().runs, series, ("line", "line", "line", "dash"), strict=True
                )
            ),
            at=t,
            maps=_maps(setting.trace(), t),
        ),
        swept("round", range(1, ROUNDS + 1), lambda at: _evidence(k, at), t),
    )


CLAIMS = (
    Claim(
        "pair-weights",
        "The weight that each method gives each pair",
        "The worse a pair is ordered, the more weight RB-D gives it: e⁻ˢ, which has no upper limit. RankNet's weight "
        "saturates. LambdaMART multiplies RankNet's by how much NDCG would change if the two items were "
        "swapped; when truncated, it drops pairs without an item in the first k places.",
        "RankNet and LambdaMART (Burges 2010), as XGBoost and LightGBM have them; RankBoost+ (5)",
        "A row belongs above a column. RB-D has a few very heavy pairs, RankNet many alike, LambdaMART those of the "
        "first places; when truncated, the others are empty.",
        GROUP,
        _pair_weights,
        (
            Choice("round", "Round", "int", 5, "After how many rounds.", 1, ROUNDS, 1),
            Choice("k", "Places", "int", 5, "k, the first places.", 1, MAX_PLACES, 1),
        ),
        reference="ndcg",
    ),
)
