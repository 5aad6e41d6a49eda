"""The cost of a tie at which single rankers keep the order of R̂2: half-way from right to wrong (RB+ section 3.1)."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, number
from rankviz.insight.claims.claim import Claim, Curve, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import APART, against, count_separated, epsilons, errors
from rankviz.insight.claims.ordering import GROUP, RANDOM, random_rankers

CORRECT, REVERSED = 0.5, 2.0
"""e^{−η} and e^{η} of a ranker with weight η = ln 2."""
COSH = (CORRECT + REVERSED) / 2
COSTS = tuple(round(1.0 + 0.05 * k, 2) for k in range(21))
"""From 1, a tie in Ê1, to e^{η}: as bad as wrong."""


def _cost(options: Options) -> Proof:
    cost = float(options["cost"])
    setting = random_rankers(options)
    trace = setting.trace()
    r2, eps = errors(trace, "r2"), epsilons(trace)
    alike = sum(int((np.abs(r2[k + 1 :] - r2[k]) <= APART).sum()) for k in range(len(r2)))

    def disordered(cost: float) -> tuple[int, int]:
        """Return the pairs of rankers that the loss separates though R̂2 is equal, and those it orders against R̂2."""
        loss = eps @ (CORRECT, cost, REVERSED)
        return count_separated(r2, loss), len(against(r2, loss))

    def evidence(cost: float) -> tuple[Evidence, ...]:
        split, reverse = disordered(cost)
        return (
            compare(
                "A tie costs the mean of what a right and a wrong pair cost.",
                ("cost of a tie", cost),
                "=",
                ("½ (½ + 2) = cosh η, η = ln 2", COSH),
            ),
            compare(
                f"So the {counted(alike, 'pair')} of rankers with the same R̂2 have the same loss.",
                ("pairs of equal R̂2 but unequal loss", float(split)),
                "=",
                ("", 0.0),
            ),
            compare(
                "The loss orders all others as R̂2 does.",
                ("pairs that the loss orders against R̂2", float(reverse)),
                "=",
                ("", 0.0),
            ),
        )

    split, reverse = disordered(cost)
    counts = np.array([disordered(each) for each in COSTS])
    less = "less" if cost < COSH else "more"
    return Proof(
        setting,
        evidence(cost),
        f"A tie at {number(cost)} separates {split:,} of the {counted(alike, 'pair')} of rankers with the "
        f"same R̂2, and orders {reverse:,} of the {len(against(r2, -r2)):,} others against R̂2.",
        Figure(
            f"Pairs of rankers that the loss misplaces, of {len(r2)} rankers",
            "cost of a tie",
            "pairs",
            tuple(
                Curve(name, colour, COSTS, tuple(map(float, counts[:, k])), "line" if k else "dash")
                for k, (name, colour) in enumerate((("equal R̂2, separated", "e1"), ("against R̂2", "r2")))
            ),
            at=cost,
        ),
        swept("cost", COSTS, evidence, cost),
        f"a tie that costs {less} than cosh η favours rankers that tie {'many' if cost < COSH else 'few'} pairs"
        if cost != COSH
        else "",
    )


CLAIMS = (
    Claim(
        "cost-of-a-tie",
        "A tie must cost cosh η",
        "Under the weight η = ln 2 a correct pair costs ½ and a reversed one 2. Of all costs of a tie from 1 to 2, "
        "only their mean, 1.25 = cosh η, keeps the order that R̂2 gives single rankers, whatever they are.",
        "RankBoost+, section 3.1",
        "At 1.25 both lines are 0: the loss misplaces no pair of rankers. At 1 a tie costs what it costs in Ê1, so of "
        "two rankers with the same R̂2 the one with more ties wins.",
        GROUP,
        _cost,
        (
            Choice(
                "cost",
                "Cost of a tie",
                "float",
                COSH,
                "1: as in Ê1. 2: as much as a reversed pair.",
                1.0,
                2.0,
                0.05,
            ),
            *RANDOM,
        ),
        reference="proposition-3",
    ),
)
