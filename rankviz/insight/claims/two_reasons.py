"""Why RB-C misses the lowest Ê2: its weights, and its α, each changed alone to RankBoost+'s (RB+ section 3.4)."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import number
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare
from rankviz.insight.claims.descent import GROUP
from rankviz.insight.claims.measures import loss, over_rounds, rankers
from rankviz.insight.theory.minimum import of_f2

ROUNDS = 60
SETTING = ClaimRun(RunSpec("scenario:places-to-stay", ("rb-c", "rb-plus"), ROUNDS), ROUNDS)
CLOSE = 1e-6
STILL = 1e-12
"""The slope at which no step is left."""
NAMES = {
    (False, False): ("neither (RB-C)", "rb-c"),
    (True, False): ("the weights", "e1"),
    (False, True): ("α", "r2"),
    (True, True): ("both (RankBoost+)", "rb-plus"),
}
"""By whether the weights, and α, count ties as Ê2 does: a line's name and colour."""


@lru_cache(maxsize=4)
def _course(weights: bool, alpha: bool) -> tuple[float, ...]:
    """Ê2 after each round, where the `weights` follow (26) in place of (10), and `alpha` (28) in place of (19)."""
    trace = SETTING.trace()
    higher, lower = trace.problem.pairs.T
    h = rankers(trace).astype(np.int8)
    says = h[:, higher] - h[:, lower]
    total = np.zeros(len(h))

    def factors(cosh: bool) -> np.ndarray:
        """(m,) the product over the rankers of e^−η, e^η, and for a tie cosh η or 1."""
        tied = np.cosh(total) if cosh else np.ones(len(total))
        return np.where(says == 0, tied[:, None], np.exp(-says * total[:, None])).prod(axis=0)

    found = [1.0]
    for _ in range(ROUNDS):
        share = factors(weights)
        share /= share.sum()
        right, wrong = (((says == sign) * share).sum(axis=1) for sign in (1, -1))
        tied = 1.0 - right - wrong
        lean = np.tanh(total) if alpha else np.zeros(len(total))
        slope = right - wrong - tied * lean
        j = int(np.argmax(np.abs(slope)))
        if abs(slope[j]) < STILL:
            break
        total[j] += 0.5 * np.log(
            (right[j] + tied[j] * (1 - lean[j]) / 2) / (wrong[j] + tied[j] * (1 + lean[j]) / 2)
        )
        found.append(float(factors(cosh=True).mean()))
    return tuple(found)


def _lowest() -> float:
    trace = SETTING.trace()
    least = of_f2(trace.problem, rankers(trace)).value
    assert least is not None, "the example is small and its minimum finite"
    return least


def _two_reasons(options: Options) -> Proof:
    weights, alpha = bool(options["weights"]), bool(options["alpha"])
    lowest, course = _lowest(), _course(weights, alpha)
    trace = SETTING.trace()
    name, _ = NAMES[weights, alpha]
    evidence: tuple[Evidence, ...] = (
        compare(
            "With both changes the rounds end at the lowest Ê2.",
            ("Ê2 at the end, above the lowest", course[-1] - lowest),
            "≤",
            ("limit for “at”", CLOSE),
        ),
        *(
            compare(
                f"{words} is {label}.",
                ("Ê2 at the end", _course(*those)[-1]),
                "=",
                (f"Ê2 of {label} in the run", loss(trace.boosted_run(algorithm), "e2")),
            )
            for words, those, label, algorithm in (
                ("Without either change this", (False, False), "RB-C", "rb-c"),
                ("With both this", (True, True), "RankBoost+", "rb-plus"),
            )
        ),
    )
    missing = [
        words
        for words, there in (
            ("the weights of tied pairs do not grow with cosh η", weights),
            ("α takes half of each tie, whatever weight the ranker already has", alpha),
        )
        if not there
    ]
    return Proof(
        SETTING,
        evidence,
        f"The lowest Ê2 is {number(lowest, 6)}. Changed here: {name}; Ê2 ends at {number(course[-1], 6)}.",
        Figure(
            "Ê2 with RankBoost+'s weights or α",
            "round",
            "Ê2",
            tuple(
                over_rounds(label, colour, _course(*those), "line" if those == (weights, alpha) else "dash")
                for those, (label, colour) in NAMES.items()
            ),
            (("the lowest Ê2", lowest),),
        ),
        edge=" and ".join(missing),
    )


CLAIMS = (
    Claim(
        "two-reasons",
        "RB-C misses the lowest Ê2 for two reasons",
        "RB-C's pair weights leave a tie as it is, and its α takes half of each tie, even where the ranker is already "
        "in the ensemble. On eight places to stay the lowest Ê2 is reached only once both count ties as Ê2 does.",
        "RankBoost+, section 3.4",
        "With its own α, RB-C's Ê2 keeps rising, whichever weights it has. With α alone changed it ends just above the "
        "lowest, and with both it reaches it.",
        GROUP,
        _two_reasons,
        (
            Choice(
                "weights", "Weights of Ê2", "bool", True, "Pair weights by (26): a tie grows with cosh η."
            ),
            Choice(
                "alpha", "α of Ê2", "bool", True, "α by (28): a tie is split by the weight the ranker has."
            ),
        ),
        reference="19",
    ),
)
