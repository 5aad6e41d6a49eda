"""Claims on an undefined α: Lemma 1, Lemma 2 and Observation 2 of RankBoost+."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from rankviz import metrics
from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Curve, Evidence, Options, Proof, Setting, compare
from rankviz.claims.measures import error, loss, rankers
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run

GROUP = "When a weight is undefined"
LEAST, MOST = 2, 40


def lemma_1_setting(n: int) -> Setting:
    """The run that shows Lemma 1."""
    return Setting(
        RunSpec(f"scenario:lemma-1?n={n}", ("rb-d", "rb-plus"), 10, parameters={"undefined": "infinite"}), 2
    )


@lru_cache(maxsize=1)
def _sweep() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """R̂1 and U of RB-D for every n of Lemma 1's example from 2 to 40."""
    runs = [lemma_1_setting(n).trace().run("rb-d") for n in range(LEAST, MOST + 1)]
    return tuple(error(run, "r1", 2) for run in runs), tuple(loss(run, "bound", 2) for run in runs)


def _lemma_1(options: Options) -> Proof:
    n = int(options["n"])
    setting = lemma_1_setting(n)
    trace = setting.trace()
    run, plus = trace.run("rb-d"), trace.run("rb-plus")
    r1, bound = error(run, "r1", 2), loss(run, "bound", 2)
    swept, bounds = _sweep()
    first = next(n for n, (left, right) in enumerate(zip(swept, bounds, strict=True), LEAST) if left > right)
    breaks = n >= first
    evidence = (
        compare(
            "The error of the infinite weight ends above the bound of Theorem 1."
            if breaks
            else f"So small an example still keeps the bound of Theorem 1; it breaks from n = {first} on.",
            ("R̂1 of RB-D", r1),
            ">" if breaks else "≤",
            ("its bound U (16)", bound),
        ),
        compare(
            "All but the n + 1 pairs of aₙ₊₁ are tied, as only h2 counts any more.",
            ("R̂1", r1),
            "=",
            ("n/(n + 1) (48)", n / (n + 1)),
        ),
        compare(
            "The bound knows only the two rounds' edges.",
            ("U", bound),
            "=",
            ("exp(−½ [((n − 1)/(n + 1))² + ¼]) (47)", math.exp(-0.5 * (((n - 1) / (n + 1)) ** 2 + 0.25))),
        ),
        compare(
            "The smallest example of this kind that breaks it, from n = 2 to 40:",
            ("its items, 2n + 2", float(2 * first + 2)),
            "=",
            ("as few as, says the paper", 10.0),
        ),
        _keeps(plus),
    )
    outcome = f"n = {n}: R̂1 is {r1:.4f}, its bound U {bound:.4f}: {'broken' if breaks else 'still kept'}."
    curve = Curve(
        "RB-D's error and its bound over n",
        "n",
        tuple(float(n) for n in range(LEAST, MOST + 1)),
        (("R̂1", "r1", swept), ("U", "bound", bounds)),
        float(n),
    )
    return Proof(setting, evidence, outcome, curve)


def _keeps(plus: Run) -> Evidence:
    return compare(
        f"RankBoost+ keeps its bound on the same data, here after {plus.n_rounds} rounds.",
        ("R̂2 of RankBoost+", error(plus, "r2")),
        "≤",
        ("its bound U2 (35)", loss(plus, "bound")),
    )


def _lemma_2(options: Options) -> Proof:
    n, cap = int(options["n"]), float(options["cap"])
    setting = Setting(
        RunSpec(
            f"scenario:lemma-2?n={n}", ("rb-d", "rb-plus"), 10, parameters={"undefined": "cap", "cap": cap}
        ),
        2,
    )
    trace = setting.trace()
    run = trace.run("rb-d")
    product = float(np.prod(run.z[:2]))
    return Proof(
        setting,
        (
            compare(
                "The error ends above the bound of Theorem 1: b₁ to b₄ₙ have caught up with every a, all tied.",
                ("R̂1 of RB-D", error(run, "r1", 2)),
                ">",
                ("its bound U (16)", loss(run, "bound", 2)),
                "4/5",
                ".712",
            ),
            compare(
                "So does the loss, which (12) says is the product of the normalisers.",
                ("Ê1 of RB-D", loss(run, "e1", 2)),
                ">",
                ("Z₁ Z₂ (12)", product),
                "",
                "4/25",
            ),
            compare(
                "A larger constant does not help: four fifths of the pairs stay tied.",
                ("Ê1", loss(run, "e1", 2)),
                "≥",
                ("R̂1", error(run, "r1", 2)),
            ),
            _keeps(trace.run("rb-plus")),
        ),
        f"R̂1 is {error(run, 'r1', 2):.4f}, its bound U {loss(run, 'bound', 2):.4f}; Ê1 is {loss(run, 'e1', 2):.4f}, "
        f"Z₁ Z₂ {product:.4f}.",
    )


def _observation_2(options: Options) -> Proof:
    n, cap = int(options["n"]), float(options["cap"])
    setting = Setting(
        RunSpec(f"scenario:lemma-1?n={n}", ("rb-d",), 10, parameters={"undefined": "cap", "cap": cap}),
        2,
        ("e1",),
    )
    trace = setting.trace()
    run, h = trace.run("rb-d"), rankers(trace).astype(float)
    eta = run.weights_at(2)
    first, second = list(eta)

    def e1(over_first: float, over_second: float) -> float:
        return metrics.e1(trace.problem, over_first * h[first] + over_second * h[second])

    far = 20.0 + cap
    best = e1(far, 2 * far)
    return Proof(
        setting,
        (
            compare(
                "h2 reverses no pair that has weight left.",
                ("ε⁻ of h2 in round 2", float(run.eps_reversed[1])),
                "=",
                ("", 0.0),
            ),
            compare(
                f"Whatever finite weight it gets, here {cap:g}, twice that weight has the smaller loss.",
                ("Ê1 after round 2", loss(run, "e1", 2)),
                ">",
                ("Ê1 with h2 weighing twice as much", e1(eta[first], 2 * eta[second])),
            ),
            compare(
                f"Even the {run.n_rounds} rounds of the whole run end above what larger weights reach.",
                ("Ê1 where the run ends", loss(run, "e1")),
                ">",
                (f"Ê1 of {far:g} h1 + {2 * far:g} h2", best),
            ),
            compare(
                "The infimum is the share of pairs that both rankers tie, and no finite weights reach it.",
                (f"Ê1 of {far:g} h1 + {2 * far:g} h2", best),
                "≥",
                ("n/(n + 1)², the pairs tied by both", n / (n + 1) ** 2),
            ),
        ),
        f"Ê1 ends at {loss(run, 'e1'):.4f}; its infimum is {n / (n + 1) ** 2:.4f}.",
    )


_SIZE = Choice("n", "Size n", "int", 4, "2n + 2 items and (n + 1)² pairs.", LEAST, MOST, 1)

CLAIMS = (
    Claim(
        "lemma-1",
        "The infinite weight breaks the bound",
        "When a ranker that is never wrong gets infinite weight and the earlier ones stop mattering, RB-D's error "
        "can end above the bound of Theorem 1. Ten items are enough.",
        "RankBoost+, Lemma 1, (47), (48), Figure 5",
        "Every a belongs above every b. Round 1 picks h1, which nearly solves it. In round 2 h2 is never wrong and "
        "gets weight ∞: in the ranking ladder almost all items fall level again, and RB-D's R̂1 jumps above its bound.",
        GROUP,
        _lemma_1,
        (_SIZE,),
        reference="Lemma 1",
    ),
    Claim(
        "lemma-2",
        "A large constant breaks it too",
        "With a large constant in place of the infinite weight, RB-D's error and its loss can still end above the "
        "bound of Theorem 1 and the product of (12).",
        "RankBoost+, Lemma 2",
        "h1 and h2 are both never wrong when they are picked, and both get the constant: the pairs that h1 had "
        "won are tied again by h2. RB-D takes them for won: they weigh nothing among the pair weights, and yet R̂1 "
        "and Ê1 jump to four fifths.",
        GROUP,
        _lemma_2,
        (
            Choice("n", "Size n", "int", 1, "10n items and 25n² pairs.", 1, 10, 1),
            Choice("cap", "The constant", "float", 10.0, "What replaces the infinite weight.", 1, 100, 1),
        ),
        reference="Lemma 2",
    ),
    Claim(
        "observation-2",
        "A finite weight stops short of the minimum",
        "A ranker that is never wrong, given any finite weight, leaves RB-D above the infimum of Ê1.",
        "RankBoost+, Observation 2",
        "Lemma 1's data, with a constant where α is undefined. Step on from round 2: RB-D ends by itself, with "
        "nothing left to gain by its own lights, while Ê1 would still fall if the weights grew.",
        GROUP,
        _observation_2,
        (
            _SIZE,
            Choice("cap", "Finite weight", "float", 4.0, "What h2 gets in round 2.", 1, 12, 0.5),
        ),
        reference="Observation 1",
    ),
)
