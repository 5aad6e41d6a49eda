"""Properties of RB-C: Theorem 1's bound, an Ê1 that never rises, and inf F1, by (12), (18), (19). RankViz's own."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.descent import GROUP
from rankviz.insight.claims.measures import loss, over_rounds
from rankviz.insight.theory.minimum import Minimum, of_f1

DRAWS, ROUNDS = 10, 1500
DATA = {
    "coarse": "synthetic:coarse?n=60&features=3&levels=3&noise=1&seed={draw}",
    "lemma-3": "scenario:lemma-3",
    "cycles": "synthetic:cycles?seed={draw}",
    "linear": "synthetic:linear?n=40&noise=1&grades=4&seed={draw}",
    "diabetes": "bundled:diabetes?grades=4&items=50&seed={draw}",
}
RISE = 1e-12
"""The increase of ln Ê1 that counts as a rise."""


def _setting(data: str, draw: int, t: int = 0) -> ClaimRun:
    return ClaimRun(RunSpec(DATA[data].format(draw=draw), ("rb-c",), ROUNDS), t)


@lru_cache(maxsize=64)
def _run(data: str, draw: int) -> tuple[BoostedRun, Minimum]:
    trace = _setting(data, draw).trace()
    return trace.boosted_run("rb-c"), of_f1(trace.problem, trace.pool)


def _log_u1(run: BoostedRun) -> np.ndarray:
    """Return (T + 1,) ln U1 (16) of the run's own ε's."""
    return np.concatenate([[0.0], -0.5 * np.cumsum((run.eps_correct - run.eps_reversed) ** 2)])


def _approaches(run: BoostedRun, least: Minimum) -> Evidence:
    """Compare with the lowest Ê1: at it, or, where no finite weights have it, nearer after three times the rounds."""
    assert least.value is not None
    e1, n = run.metrics["e1"], run.n_rounds
    if least.attained:
        return compare(
            "It ends at the lowest Ê1 of all weights, found here by a separate solver.",
            (f"Ê1 after {counted(n, 'round')}", float(e1[-1])),
            "=",
            ("lowest Ê1", least.value),
        )
    return compare(
        "It approaches the lowest Ê1, which no finite weights have: three times the rounds more than halve "
        "the distance.",
        (f"distance after {counted(n, 'round')}", float(e1[-1] - least.value)),
        "<",
        (f"half of that after {n // 3:,}", 0.5 * float(e1[n // 3] - least.value)),
    )


def _keeps(options: Options) -> Proof:
    data, draw = str(options["data"]), int(options["draw"])
    run, least = _run(data, draw)

    def evidence(draw: int) -> tuple[Evidence, ...]:
        run, least = _run(data, draw)
        rises = int((np.diff(run.metrics["log_e1"]) > RISE).sum())
        with np.errstate(divide="ignore"):
            above = int((np.log(run.metrics["r1"]) > _log_u1(run) + RISE).sum())
        return (
            compare(
                "Ê1 rises in no round, because Z ≤ √(1 − r²) ≤ 1.",
                (f"rounds of {run.n_rounds:,} in which Ê1 rises", float(rises)),
                "=",
                ("", 0.0),
            ),
            compare(
                "It stays below the product of these roots.",
                ("Ê1 at the end", loss(run, "e1")),
                "≤",
                ("Π √(1 − r²)", loss(run, "bound")),
            ),
            compare(
                "That product stays below U1. So the bound of Theorem 1 holds, which the paper states for RB-D.",
                ("rounds after which R̂1 > U1", float(above)),
                "=",
                ("", 0.0),
            ),
            _approaches(run, least),
        )

    e1, shown = run.metrics["e1"], evidence(draw)
    levels = (("lowest Ê1", least.value),) if least.value else ()
    return Proof(
        _setting(data, draw, max(min(run.n_rounds, 60), 1)),
        shown,
        f"After {counted(run.n_rounds, 'round')} Ê1 of RB-C is {spelt(float(e1[-1]))}"
        + (f", the lowest {spelt(least.value)}." if least.value else f"; it was {spelt(float(e1[0]))}."),
        Figure(
            "Ê1 of RB-C and what bounds it",
            "round",
            "",
            tuple(
                over_rounds(name, colour, values[: SEEN + 1], kind)
                for name, colour, values, kind in (
                    ("Ê1", "rb-c", e1, "line"),
                    ("Π √(1 − r²)", "e2", run.metrics["bound"], "dash"),
                    ("U1", "bound", np.exp(_log_u1(run)), "dash"),
                    ("R̂1", "r1", run.metrics["r1"], "line"),
                )
            ),
            levels,
        ),
        swept("draw", range(DRAWS), evidence, draw, on_axis=False) if data == "coarse" else None,
    )


SEEN = 100
"""Rounds in the figure, in which most changes happen."""


CLAIMS = (
    Claim(
        "rb-c-keeps",
        "RB-C keeps Theorem 1, and approaches the lowest Ê1",
        "The paper has no theorem about RB-C. But its Ê1 never rises, the bound of Theorem 1 "
        "holds, and Ê1 converges to the lowest that any weights have, whether finite weights reach it or not.",
        "RankBoost+, (12), (18), (19); section 2.3 does not treat RB-C. The claim is RankViz's own",
        "Ê1 only falls, towards the lowest; Π √(1 − r²) lies above it, U1 above both. Where no finite weights have "
        "the lowest Ê1 (linear, diabetes, cycles) it is still falling at the end.",
        GROUP,
        _keeps,
        (
            Choice(
                "data",
                "Data",
                "choice",
                "coarse",
                "With a minimum (coarse, lemma-3), and without one.",
                choices=tuple(DATA),
            ),
            Choice("draw", "Draw", "int", 0, "Which data, or which sample, is drawn.", 0, DRAWS - 1, 1),
        ),
        reference="rb-c-minimum",
    ),
)
