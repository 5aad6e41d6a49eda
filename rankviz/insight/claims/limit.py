"""The limit (49): the order of pairs by an ensemble whose infinite weights are truly infinite.

RB-D's bound is proved round by round, each round seeing the pairs as the earlier ones left them. The ensemble
that fits this is the limit in which an earlier infinite weight outgrows every later one: a pair is decided by the
first ranker of infinite weight that does not tie it, and by the finite weights only if none does.
"""

from collections.abc import Iterator

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.undefined import GROUP

READINGS = {
    "limit": "the limit",
    "plain-sum": "the plain sum",
    "last-alone": "the last infinite weight alone",
}
"""The ways to read infinite weights. The paper's lemmas break Theorem 1 with the last two."""


FORGETS = {"limit": "keeps", "plain-sum": "ties", "last-alone": "forgets"}
"""The fate of the pairs that earlier rounds ordered correctly."""


def limit(trace: Trace, run: BoostedRun, t: int | None = None) -> tuple[float, float]:
    """Return (R̂1, Ê1) in the limit (49), after round t, of a run whose undefined weights were capped.

    Ê1 is inf if a decided pair is wrong.
    """
    decided, finite = np.zeros(trace.problem.n_pairs), np.zeros(trace.problem.n_pairs)
    for s, column in _columns(trace, run, t):
        if run.outcome[s] == "finite":
            finite += run.alpha[s] * column
        else:
            decided = np.where(decided == 0, run.sign[s] * column, decided)
    wrong = _wrong(run, decided, finite)
    if (decided < 0).any():
        return wrong, np.inf
    return wrong, float(np.where(decided == 0, np.exp(-finite), 0.0).mean())


def _last_alone(trace: Trace, run: BoostedRun, t: int | None = None) -> float:
    """Return R̂1 after round t where only the last infinite weight counts; without one, by the finite weights."""
    decided, finite = np.zeros(trace.problem.n_pairs), np.zeros(trace.problem.n_pairs)
    for s, column in _columns(trace, run, t):
        if run.outcome[s] == "finite":
            finite += run.alpha[s] * column
        else:
            decided, finite = run.sign[s] * column.astype(float), np.zeros(trace.problem.n_pairs)
    return _wrong(run, decided, finite)


def _columns(trace: Trace, run: BoostedRun, t: int | None) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (round, h(x) − h(x') of every pair) for the first t rounds."""
    higher, lower = trace.problem.pairs.T
    for s in range(run.n_rounds if t is None else t):
        h = trace.pool.output(int(run.ranker[s])).astype(np.int8)
        yield s, h[higher] - h[lower]


def _wrong(run: BoostedRun, decided: np.ndarray, finite: np.ndarray) -> float:
    """Return the share of pairs not ordered correctly; finite weights decide where no infinite one has."""
    scale = float(np.abs(run.alpha[[outcome == "finite" for outcome in run.outcome]]).sum())
    # Rounding never breaks a tie, as everywhere in the engine.
    order = np.where(decided == 0, np.where(np.abs(finite) <= TIE * scale, 0.0, finite), decided)
    return float((order <= 0).mean())


REPAIR = {
    "lemma-1": "scenario:lemma-1?n=4",
    "lemma-2": "scenario:lemma-2?n=1",
    "diabetes": "bundled:diabetes?grades=4&items=50&seed=9",
    "breast-cancer": "bundled:breast-cancer?items=40",
    "wine": "bundled:wine",
}


def _repair(options: Options) -> Proof:
    name, reading = str(options["data"]), str(options["reading"])
    spec = RunSpec(REPAIR[name], ("rb-d",), 60, parameters={"undefined": "cap"})
    trace = ClaimRun(spec, 0).trace()
    run = trace.boosted_run("rb-d")
    undefined = [s for s, outcome in enumerate(run.outcome, 1) if outcome == "capped"]
    last, rounds = run.n_rounds, range(run.n_rounds + 1)
    limits = [limit(trace, run, t) for t in rounds]
    errors = {
        "limit": [r1 for r1, _ in limits],
        "plain-sum": run.metrics["r1"].tolist(),
        "last-alone": [_last_alone(trace, run, t) for t in rounds],
    }
    bounds = run.metrics["bound"]
    broken = [t for t in rounds if errors[reading][t] > bounds[t]]

    def evidence(t: int) -> tuple[Evidence, ...]:
        return (
            compare(
                "Theorem 1 holds in every round."
                if not broken
                else "Theorem 1 does not hold in every round.",
                (f"R̂1 of {READINGS[reading]} after round {t}", errors[reading][t]),
                "≤",
                ("U (16)", float(bounds[t])),
            ),
        )

    # The decisive round: the first that breaks the bound, or the last.
    t = broken[0] if broken else last
    r1, e1 = limits[last]
    return Proof(
        ClaimRun(spec, undefined[-1]),
        (
            compare(
                "In some round α is undefined, so Theorem 1 says nothing about the plain sum.",
                ("rounds in which α is undefined", float(len(undefined))),
                "≥",
                ("", 1.0),
            ),
            compare(
                "In the limit the loss is again the product of the rounds' normalisers.",
                ("Ê1 of the limit", e1),
                "=",
                ("the product of all Z (12)", float(np.prod(run.z))),
            ),
            compare(
                "The error is at most that, as an error never exceeds its loss.",
                ("R̂1 of the limit", r1),
                "≤",
                ("Ê1 of the limit", e1),
            ),
            *evidence(t),
        ),
        f"After round {t} R̂1 of {READINGS[reading]} is {errors[reading][t]:.4g}, the bound U {bounds[t]:.4g}.",
        Figure(
            f"The error of {READINGS[reading]} and its bound",
            "round",
            "",
            (
                over_rounds(f"R̂1 of {READINGS[reading]}", "r1", errors[reading]),
                *(
                    over_rounds("R̂1 of the limit", "r2", errors["limit"], "dash")
                    for _ in range(reading != "limit")
                ),
                over_rounds("U", "bound", bounds, "dash"),
            ),
        ),
        swept("round", rounds, evidence, last),
        f"{READINGS[reading]} {FORGETS[reading]} what the earlier weights had won" if broken else "",
    )


CLAIMS = (
    Claim(
        "repair",
        "Taking the limit repairs Theorem 1",
        "Read as a limit, in which an earlier infinite weight outgrows a later one, an ensemble obeys Theorem 1 again, "
        "and its loss is again the product of the rounds' normalisers Z, even where α is undefined.",
        "RankBoost+, (12), (49)",
        "The limit orders a pair by the first ranker of infinite weight that does not tie it, then by the finite "
        "weights. Read in another way, the error may end above its bound, as in the lemmas' examples.",
        GROUP,
        _repair,
        (
            Choice(
                "data",
                "Data",
                "choice",
                "lemma-2",
                "The counterexamples, and real data on which α is undefined at some point.",
                choices=tuple(REPAIR),
            ),
            Choice(
                "reading",
                "Infinite weights are read as",
                "choice",
                "limit",
                "What the ensemble is where weights are infinite.",
                choices=tuple(READINGS),
            ),
        ),
        reference="theorem-1",
    ),
)
