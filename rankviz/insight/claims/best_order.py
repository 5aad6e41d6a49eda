"""Why boosting lowers a smooth loss: the order with the fewest errors is found by trying all (RB+ section 2)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.data.problem import Problem
from rankviz.engine.number_format import number, share
from rankviz.insight.claims.battles import DRAWS, UNEVENLY, at_the_end, drawn_votes, last_scores
from rankviz.insight.claims.claim import Claim, Curve, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.ordering import GROUP

ROUNDS = 100
FEW, NEAR = 0.02, 0.01
MANY = 1000
"""Votes from which on the claim must hold."""
BEST = 24
"""Orders that the figure shows; more where an algorithm's place is further back."""
MODELS = tuple(range(4, 8))


@dataclass(frozen=True, eq=False)
class Draw:
    """R̂1 of all orders of one draw's models, sorted, and that of each algorithm's ranking."""

    orders: np.ndarray
    found: dict[str, float]

    def better(self, name: str) -> int:
        """Return the number of orders with a lower R̂1 than the algorithm's ranking."""
        return int(np.searchsorted(self.orders, self.found[name] - 1e-12))


def _all_orders(problem: Problem) -> np.ndarray:
    """(n!,) R̂1 of every order of the items, sorted."""
    n = problem.n_items
    lost = np.zeros((n, n))
    np.add.at(lost, (problem.pairs[:, 1], problem.pairs[:, 0]), problem.first_weights())
    orders = np.array(list(permutations(range(n))))
    return np.sort(sum(lost[orders[:, i], orders[:, k]] for i in range(n) for k in range(i + 1, n)))


@lru_cache(maxsize=256)  # everything that the sliders reach, a few kB each
def _draws(models: int, battles: int, uneven: float) -> tuple[Draw, ...]:
    found = []
    for seed in range(DRAWS):
        spec = drawn_votes({"battles": battles, "uneven": uneven}, seed, models, ROUNDS)
        problem = sources.load(spec.data)
        errors = [metrics.r1(problem, scores) for scores in last_scores(spec, problem)]
        found.append(Draw(_all_orders(problem), dict(zip(spec.algorithms, errors, strict=True))))
    return tuple(found)


def _evidence(options: Options) -> tuple[Evidence, ...]:
    draws = _draws(int(options["models"]), int(options["battles"]), float(options["uneven"]))
    lowest = float(np.mean([draw.orders[0] for draw in draws]))
    reached = float(np.mean([draw.found["rb-d"] for draw in draws]))
    return (
        compare(
            "No ranking has a lower R̂1 than the best of all orders.",
            (f"lowest R̂1 of all {factorial(int(options['models'])):,} orders, mean of {DRAWS} draws", lowest),
            "≤",
            ("RB-D's R̂1", reached),
        ),
        compare(
            "RB-D comes close to it without trying the orders.",
            ("RB-D's R̂1 above the lowest", max(0.0, reached - lowest)),
            "≤",
            ("limit for “close”", NEAR),
        ),
        compare(
            "Few orders are better than the one that it finds.",
            (
                "share of the orders with a lower R̂1",
                float(np.mean([draw.better("rb-d") / len(draw.orders) for draw in draws])),
            ),
            "≤",
            ("limit for “few”", FEW),
        ),
    )


def _best_order(options: Options) -> Proof:
    evidence = _evidence(options)
    first = _draws(int(options["models"]), int(options["battles"]), float(options["uneven"]))[0]
    count, holds = len(first.orders), all(each.holds for each in evidence)
    places = {name: first.better(name) + 1 for name in first.found}
    shown = min(count, max(BEST, *places.values()))
    return Proof(
        at_the_end(drawn_votes(options, models=int(options["models"]), rounds=ROUNDS)),
        evidence,
        f"On average over {DRAWS} draws {share(float(evidence[2].left.value))} of all {count:,} orders are better than "
        f"RB-D's, whose R̂1 is {number(float(evidence[1].left.value), 4)} above the lowest.",
        Figure(
            f"The {shown} best of {count:,} orders, first draw",
            "orders, best first",
            "R̂1",
            (
                Curve(
                    "an order",
                    "r2",
                    tuple(range(1, shown + 1)),
                    tuple(first.orders[:shown].tolist()),
                    "points",
                ),
                *(
                    Curve(label, name, (float(places[name]),), (first.found[name],), "points")
                    for label, name in (("RB-D", "rb-d"), ("RankBoost+", "rb-plus"))
                ),
            ),
        ),
        swept(
            "models",
            MODELS,
            lambda models: _evidence({**options, "models": models}),
            float(options["models"]),
            on_axis=False,
        ),
        "so few votes contradict each other often, and several orders are nearly the best"
        if not holds and int(options["battles"]) < MANY
        else "",
    )


CLAIMS = (
    Claim(
        "best-order",
        "Boosting ends near the best of all orders, without trying them",
        "The lowest R̂1 is found by trying orders: 6 models have 720, 10 have 3,628,800, and no fast way is known, "
        "since the problem is NP-complete. On votes drawn from a Bradley–Terry model RB-D, which lowers a smooth loss, "
        "ends among the best 2 % of the orders.",
        "RankBoost+, section 2; Cohen, Schapire and Singer 1999",
        "The dots are the best orders of one draw, and the algorithms are at their places among them. With few votes "
        "many orders are nearly as good as the best one, and no algorithm need find it.",
        GROUP,
        _best_order,
        (
            Choice("models", "Models", "int", 6, "How many models the votes are on.", 4, 7, 1),
            Choice("battles", "Battles", "int", 400, "How many votes a draw has.", 200, 2000, 200),
            UNEVENLY,
        ),
        reference="3",
    ),
)
