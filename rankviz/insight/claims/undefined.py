"""Claims on an undefined α: Lemma 1, Lemma 2 and Observation 2 of RankBoost+."""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run
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
from rankviz.insight.claims.measures import error, loss, rankers

GROUP = "When a weight is undefined"
LEAST, MAX_N = 2, 40
WEIGHTS = tuple(0.25 * k for k in range(65))


def _lemma_1_setting(n: int) -> ClaimRun:
    """Return the run that shows Lemma 1."""
    return ClaimRun(
        RunSpec(f"scenario:lemma-1?n={n}", ("rb-d", "rb-plus"), 10, parameters={"undefined": "infinite"}), 2
    )


@lru_cache(maxsize=1)
def _by_size() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return R̂1 and U of RB-D for every n of Lemma 1's example from 2 to 40."""
    runs = [_lemma_1_setting(n).trace().boosted_run("rb-d") for n in range(LEAST, MAX_N + 1)]
    return tuple(error(run, "r1", 2) for run in runs), tuple(loss(run, "bound", 2) for run in runs)


def _lemma_1(options: Options) -> Proof:
    n = int(options["n"])
    setting = _lemma_1_setting(n)
    trace = setting.trace()
    run, plus = trace.boosted_run("rb-d"), trace.boosted_run("rb-plus")
    r1, bound = error(run, "r1", 2), loss(run, "bound", 2)
    errors, bounds = _by_size()
    first = next(n for n, (left, right) in enumerate(zip(errors, bounds, strict=True), LEAST) if left > right)
    evidence = (
        _breaks(r1, bound),
        compare(
            "Only h2 still counts, and it ties all pairs except the n + 1 of the last a.",
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
            "The smallest example of this kind that breaks it, from n = 2 to 40, has ten items.",
            ("its items, 2n + 2", float(2 * first + 2)),
            "=",
            ("as few as the paper says", 10.0),
        ),
        _keeps(plus),
    )
    sizes = range(LEAST, MAX_N + 1)
    x = tuple(map(float, sizes))
    return Proof(
        setting,
        evidence,
        f"n = {n}: R̂1 is {r1:.4f}, {'above' if r1 > bound else 'still below'} its bound U, {bound:.4f}.",
        Figure(
            "RB-D's error and its bound",
            "n",
            "",
            (Curve("R̂1", "r1", x, errors), Curve("U, the bound", "bound", x, bounds, "dash")),
            at=n,
        ),
        swept("n", sizes, lambda n: (_breaks(errors[n - LEAST], bounds[n - LEAST]),), n),
        f"so small an example still keeps the bound; it breaks from n = {first} on" if n < first else "",
    )


def _breaks(r1: float, bound: float) -> Evidence:
    return compare(
        "The error of the infinite weight ends above the bound of Theorem 1.",
        ("R̂1 of RB-D", r1),
        ">",
        ("its bound U (16)", bound),
    )


def _keeps(plus: Run) -> Evidence:
    return compare(
        f"RankBoost+ keeps its bound on the same data, here after {plus.n_rounds} rounds.",
        ("R̂2 of RankBoost+", error(plus, "r2")),
        "≤",
        ("its bound U2 (35)", loss(plus, "bound")),
    )


def _lemma_2(options: Options) -> Proof:
    cap, second = float(options["cap"]), float(options["second"])
    setting = ClaimRun(
        RunSpec("scenario:lemma-2?n=1", ("rb-d", "rb-plus"), 10, parameters={"undefined": "cap", "cap": cap}),
        2,
    )
    trace = setting.trace()
    run, plus = trace.boosted_run("rb-d"), trace.boosted_run("rb-plus")
    h = rankers(trace)[[int(ranker) for ranker in run.ranker[:2]]].astype(float)
    bound, product = loss(run, "bound", 2), float(np.prod(run.z[:2]))

    def with_share(share: float) -> tuple[float, float]:
        """Return R̂1 and Ê1 when h2's weight is that share of h1's constant."""
        scores = cap * (h[0] + share * h[1])
        return metrics.r1(trace.problem, scores), metrics.e1(trace.problem, scores)

    def evidence(share: float) -> tuple[Evidence, ...]:
        r1, e1 = with_share(share)
        whose = "RB-D" if share == 1.0 else f"h1 + {share:g} h2"
        return (
            compare(
                "The error ends above the bound of Theorem 1"
                + (": b₁ to b₄ₙ have caught up with every a, all tied." if share == 1.0 else "."),
                (f"R̂1 of {whose}", r1),
                ">",
                ("its bound U (16)", bound),
                "4/5" if share == 1.0 else "",
                ".712",
            ),
            compare(
                "The loss ends above the product of both rounds' normalisers, which it should equal.",
                (f"Ê1 of {whose}", e1),
                ">",
                ("Z₁ Z₂ (12)", product),
                "",
                "4/25",
            ),
            _keeps(plus),
        )

    shares = [round(0.05 * k, 2) for k in range(41)]
    points = [with_share(share) for share in shares]
    x, (r1, e1) = tuple(shares), with_share(second)
    return Proof(
        setting,
        evidence(second),
        f"R̂1 is {r1:.4f}, its bound U {bound:.4f}; Ê1 is {spelt(e1, 4)}, Z₁ Z₂ {product:.4f}.",
        Figure(
            "The error when h2 weighs a share of h1's constant",
            "weight of h2 / weight of h1",
            "",
            (
                Curve("R̂1", "r1", x, tuple(r1 for r1, _ in points), "points"),
                Curve("Ê1", "e1", x, tuple(e1 for _, e1 in points)),
            ),
            (("U", bound), ("Z₁ Z₂", product)),
            second,
            (0.0, 1.0),
        ),
        swept("second", shares, evidence, second),
        "h2 is lighter than h1, so it ties nothing that h1 has won, and the error stays below U"
        if second < 1.0
        else "",
    )


def _observation_2(options: Options) -> Proof:
    n, cap = int(options["n"]), float(options["cap"])
    setting = ClaimRun(
        RunSpec(f"scenario:lemma-1?n={n}", ("rb-d",), 10, parameters={"undefined": "cap", "cap": cap}),
        2,
    )
    trace = setting.trace()
    run, h = trace.boosted_run("rb-d"), rankers(trace).astype(float)
    eta = run.weights_at(2)
    first, second = list(eta)

    def e1(over_first: float, over_second: float) -> float:
        return metrics.e1(trace.problem, over_first * h[first] + over_second * h[second])

    best = ("Ê1 of 10 h1 + 20 h2", e1(10.0, 20.0))
    infimum = n / (n + 1) ** 2
    return Proof(
        setting,
        (
            compare(
                "h2 reverses no pair that has weight left.",
                ("ε⁻ of h2 in round 2", float(run.eps_reversed[1])),
                "=",
                ("", 0.0),
            ),
            _falls_on(e1, eta[first], eta[second]),
            compare(
                f"Even after all {run.n_rounds} rounds Ê1 is above what other finite weights reach.",
                ("Ê1 where the run ends", loss(run, "e1")),
                ">",
                best,
            ),
            compare(
                "The infimum is the share of pairs that both rankers tie. These weights do not reach it either.",
                best,
                ">",
                ("n/(n + 1)², the pairs tied by both", infimum),
            ),
        ),
        f"With weight {cap:g} for h2 Ê1 is {spelt(loss(run, 'e1', 2), 6)}; its infimum is {infimum:.4f}.",
        Figure(
            "The loss over the weight of h2",
            "weight of h2",
            "Ê1",
            (
                Curve("h1 with RB-D's weight", "e1", WEIGHTS, tuple(e1(eta[first], w) for w in WEIGHTS)),
                Curve(
                    "h1 with half of h2's weight",
                    "e2",
                    WEIGHTS,
                    tuple(e1(0.5 * w, w) for w in WEIGHTS),
                    "dash",
                ),
            ),
            (("infimum", infimum),),
            cap,
        ),
        swept("cap", [1.0 + k for k in range(12)], lambda w: (_falls_on(e1, eta[first], w),), cap),
    )


def _falls_on(e1: Callable[[float, float], float], first: float, weight: float) -> Evidence:
    return compare(
        f"Whatever finite weight it gets, here {weight:g}, twice that weight gives a smaller loss.",
        ("Ê1 after round 2", e1(first, weight)),
        ">",
        ("Ê1 with h2 weighing twice as much", e1(first, 2 * weight)),
    )


_SIZE = Choice("n", "Size n", "int", 4, "2n + 2 items and (n + 1)² pairs.", LEAST, MAX_N, 1)

CLAIMS = (
    Claim(
        "lemma-1",
        "The infinite weight breaks the bound",
        "When a ranker that is never wrong gets infinite weight and the earlier ones stop mattering, RB-D's error "
        "can end above the bound of Theorem 1. Ten items are enough.",
        "RankBoost+, Lemma 1, (47), (48), Figure 5",
        "Every a belongs above every b. In round 2 h2 is never wrong and gets weight ∞, so almost all pairs are tied "
        "again. The error crosses its bound as n grows.",
        GROUP,
        _lemma_1,
        (_SIZE,),
        reference="lemma-1",
    ),
    Claim(
        "lemma-2",
        "A large constant breaks the bound, too",
        "With a large constant in place of the infinite weight, RB-D's error can still end above the bound of Theorem "
        "1, and its loss above the product of the rounds' normalisers Z, which it should equal.",
        "RankBoost+, Lemma 2",
        "Both rankers get the constant, so h2 ties what h1 had won: R̂1 jumps to four fifths, and Ê1 has climbed at "
        "least as far. Were h2 any lighter, the error would be below the bound.",
        GROUP,
        _lemma_2,
        (
            Choice(
                "second",
                "Weight of h2 / weight of h1",
                "float",
                1.0,
                "RB-D gives both the same constant: 1.",
                0,
                2,
                0.05,
            ),
            Choice("cap", "The constant", "float", 10.0, "What replaces the infinite weight.", 1, 100, 1),
        ),
        reference="lemma-2",
    ),
    Claim(
        "observation-2",
        "A finite weight stops short of the minimum",
        "A ranker that is never wrong, given any finite weight, leaves RB-D above the infimum of Ê1.",
        "RankBoost+, Observation 2",
        "Lemma 1's data, with a finite weight for h2. The loss falls as the weights grow, towards an infimum that no "
        "finite weights reach.",
        GROUP,
        _observation_2,
        (
            _SIZE,
            Choice("cap", "Finite weight", "float", 4.0, "What h2 gets in round 2.", 1, 12, 0.5),
        ),
        reference="observation-1",
    ),
)
