"""The claim that stumps cannot order an interaction of two features, and regions of two tests can."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.metrics import ranking
from rankviz.engine.runs import fresh_items
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import error, over_rounds
from rankviz.insight.claims.ordering import GROUP

OVER_STUMPS, OVER_REGIONS = "rb-c:weak=stumps", "rb-c:weak=regions"
MAX_ROUNDS = 60
"""Rounds of the run; the end of the slider."""

FRESH = 2_000
"""New items: their R2 is off the law's by about .01."""


@lru_cache(maxsize=8)
def _on_fresh(spec: RunSpec) -> dict[str, np.ndarray]:
    """Return, by run, (T + 1,) R2 on new items of the same law after every round."""
    drawn = fresh_items.draw(spec.data)
    items, trace = drawn.subset(np.arange(FRESH)), spec.trace()
    return {run.contender: _curve(trace, run, items) for run in trace.boosted}


def _curve(trace: Trace, run: BoostedRun, items: Problem) -> np.ndarray:
    scores, found = np.zeros(items.n_items), [0.5]
    for ranker, alpha in zip(run.ranker, run.alpha, strict=True):
        scores += alpha * trace.pool.apply(int(ranker), items.X)
        found.append(ranking.r2(items, scores))
    return np.array(found)


def _interaction(options: Options) -> Proof:
    rounds, noise = int(options["rounds"]), float(options["noise"])
    half_way = 0.5 * (noise + 0.5)
    setting = ClaimRun(
        RunSpec(f"synthetic:interaction?noise={noise:g}", (OVER_STUMPS, OVER_REGIONS), MAX_ROUNDS), rounds
    )
    trace, unseen = setting.trace(), _on_fresh(setting.spec)

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        at = {name: min(rounds, trace.run(name).n_rounds) for name in unseen}
        seen = {name: error(trace.run(name), "r2", at[name]) for name in unseen}
        new = {name: float(unseen[name][at[name]]) for name in unseen}
        return (
            compare(
                "On the training items RB-C gets further with regions.",
                ("R̂2 with regions", seen[OVER_REGIONS]),
                "<",
                ("R̂2 with stumps", seen[OVER_STUMPS]),
            ),
            compare(
                "On new items stumps leave it no better than a coin's ½, because what it learned was noise.",
                ("R2 with stumps, new items", new[OVER_STUMPS]),
                ">",
                ("limit for “hardly better”", 0.45),
            ),
            compare(
                "Regions take it more than halfway from the coin to the best possible.",
                ("R2 with regions, new items", new[OVER_REGIONS]),
                "<",
                ("halfway", half_way),
            ),
        )

    new = {name: float(unseen[name][min(rounds, len(unseen[name]) - 1)]) for name in unseen}
    # One of the two corners above the rest orders half of what can be ordered, up to chance.
    edge = "one region tells one corner from the rest, and there are two" if rounds == 1 else ""
    return Proof(
        setting,
        evidence(rounds),
        f"On new items RB-C misorders {100 * new[OVER_STUMPS]:.0f} % of the pairs with stumps, and "
        f"{100 * new[OVER_REGIONS]:.0f} % with regions.",
        Figure(
            "R2 of RB-C on new items of the same distribution",
            "round",
            "R2",
            (
                over_rounds("stumps", "rb-d", unseen[OVER_STUMPS]),
                over_rounds("stumps and regions", "rb-plus", unseen[OVER_REGIONS]),
            ),
            (("a coin", 0.5), ("the best ranking", noise)),
            rounds,
            (0.0, 0.65),
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        edge,
    )


CLAIMS = (
    Claim(
        "interaction",
        "Stumps cannot order what two features say together",
        "An item is good where f1 and f2 share their sign. No single stump says anything about this, and no sum of "
        "stumps puts both good corners above both bad ones. On new items RB-C is then no better than chance. Regions "
        "of two tests, such as f1 > 0 and f2 > 0, order the items.",
        "RankBoost+, section 5, decision stumps as weak rankers",
        "On new items the line of the stumps stays at a coin's ½. That of the regions falls to the best ranking's "
        "error, the share of grades that were flipped.",
        GROUP,
        _interaction,
        (
            Choice("rounds", "Rounds", "int", 20, "How many rounds RB-C boosts.", 1, MAX_ROUNDS, 1),
            Choice("noise", "Noise", "float", 0.1, "The share of grades that are flipped.", 0.0, 0.2, 0.05),
        ),
        reference="region",
    ),
)
