"""Claims of the kernel paper: the norm under its bound, contraction, linear and Gaussian kernels, balance."""

from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import Gram, longest_step
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, auc
from rankviz.engine.choice import Choice, Value
from rankviz.engine.data.builtin.synthetic import direction_of_blobs
from rankviz.engine.number_format import spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import ScoredRun
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
from rankviz.insight.claims.measures import over_rounds

PAPER = "Gradient descent for bipartite ranking"
GROUP = "Ranking with a kernel"
NAME = "kernel-gd"
TIMES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 20.0)
ROUNDS = 40
LIKE_SHORT_STEPS = "as with short steps", "not as with short steps"
"""The lemmas say nothing about longer steps, so these neither keep nor break them."""
ROUNDING = 1e-12
"""The share of the first distance up to which a distance is rounding, and proves nothing."""


def _run(loss: str, regularisation: float, times: float) -> ClaimRun:
    """Return a run on moons, with steps `times` the longest that Lemma 3.4 allows; the Gaussian kernel's κ is 1."""
    step = times * longest_step(1.0, LOSSES[loss].lipschitz, regularisation)
    chosen: dict[str, Value] = {"loss": loss, "regularisation": regularisation, "step": step}
    spec = RunSpec("synthetic:moons?n=80", (NAME,), ROUNDS, parameters=chosen)
    return ClaimRun(spec, max(_run_of(spec).n_rounds, 1))


def _run_of(spec: RunSpec) -> ScoredRun:
    """Compute the single run of a spec; the latest are cached."""
    return ClaimRun(spec, 1).trace().scored[0]


def _too_long(times: float) -> str:
    return f"the steps are {times:g} times the longest for which it is promised"


def _norm_line(options: Options) -> Proof:
    loss, lam, times = str(options["loss"]), float(options["regularisation"]), float(options["times"])

    def evidence(times: float) -> tuple[Evidence, ...]:
        run = _run_of(_run(loss, lam, times).spec)
        norm, total = np.array(run.extra["norm"]), run.extra["regularised"]
        return (
            compare(
                "The norm stays below its limit in every round.",
                ("the largest ‖f‖", float(norm.max())),
                "≤",
                ("2κ|φ'₋(0)|/λ", float(run.extra["norm_bound"][-1])),
            ),
            compare(
                "It settles: the last round changes it less than the first.",
                ("change of ‖f‖ in the last", abs(float(norm[-1] - norm[-2]))),
                "<",
                ("in the first", float(norm[1])),
            ),
            compare(
                "J, the risk with the norm's penalty, ends below where it began.",
                ("J after the last round", float(total[-1])),
                "<",
                ("J at the start", float(total[0])),
            ),
        )

    setting, shown = _run(loss, lam, times), evidence(times)
    run = _run_of(setting.spec)
    norm, line = np.array(run.extra["norm"]), float(run.extra["norm_bound"][-1])
    return Proof(
        setting,
        shown,
        f"‖f‖ is at most {norm.max():.3g}, its limit {line:.3g}.",
        Figure(
            "The norm of f, and the limit of Lemma 3.4",
            "round",
            "‖f‖",
            (over_rounds("‖f‖", NAME, norm),),
            (("2κ|φ'₋(0)|/λ", line),),
            log=True,
        ),
        swept("times", TIMES, evidence, times, on_axis=False, words=LIKE_SHORT_STEPS),
        _too_long(times) if times > 1.0 and not all(each.holds for each in shown) else "",
    )


def _contraction(options: Options) -> Proof:
    lam, times = float(options["regularisation"]), float(options["times"])

    def evidence(times: float) -> tuple[Evidence, ...]:
        run = _run_of(_run("least-squares", lam, times).spec)
        distance = np.array(run.extra["distance"])
        end = _apart(distance)
        share, bound = distance[1 : end + 1] / distance[:end], 1.0 - run.extra["step"][1] * lam
        until = "" if end == run.n_rounds else ", until only rounding is left"
        return (
            compare(
                f"Every step leaves at most this share of the distance{until}.",
                ("the largest share that a step leaves", float(share.max())),
                "≤",
                ("1 − γλ", bound),
            ),
            compare(
                f"So after {end} rounds at most that share to the power {end} is left of the first distance.",
                (f"distance after round {end}", float(distance[end])),
                "≤",
                (f"(1 − γλ) to the power {end}, of the first", float(bound**end * distance[0])),
            ),
            compare(
                "J falls towards its minimum.",
                ("J after the last round", float(run.extra["regularised"][-1])),
                "<",
                ("J at the start", float(run.extra["regularised"][0])),
            ),
        )

    setting, shown = _run("least-squares", lam, times), evidence(times)
    run = _run_of(setting.spec)
    distance, share = np.array(run.extra["distance"]), 1.0 - run.extra["step"][1] * lam
    end = _apart(distance)
    return Proof(
        setting,
        shown,
        f"The distance goes from {spelt(distance[0], 3)} to {spelt(distance[end], 3)} in {end} rounds.",
        Figure(
            "Distance of f from the minimiser",
            "round",
            "‖f − f_λ‖",
            (
                over_rounds("distance", NAME, distance),
                over_rounds(
                    "(1 − γλ)ᵗ of the first",
                    "bound",
                    [max(share, 0.0) ** t * distance[0] for t in range(len(distance))],
                    "dash",
                ),
            ),
            log=True,
        ),
        swept("times", TIMES, evidence, times, on_axis=False, words=LIKE_SHORT_STEPS),
        _too_long(times) if times > 1.0 and not all(each.holds for each in shown) else "",
    )


def _apart(distance: np.ndarray) -> int:
    """Count the rounds that begin at a distance, of those (T + 1,) after each, that exceeds rounding."""
    return int((distance[:-1] > ROUNDING * distance[0]).sum())


# ---------------------------------------------------------------- the shapes a kernel can fit

BENT = {"rings": "synthetic:rings?n=200", "blobs": "synthetic:blobs?n=200"}
LOW, CLEAR = 0.7, 0.2
"""The AUC up to which a ranking has failed, and a clear lead in AUC."""


def _linear_on_rings(options: Options) -> Proof:
    data, seed = str(options["data"]), int(options["seed"])

    def setting(seed: int, kernel: str) -> ClaimRun:
        spec = RunSpec(f"{BENT[data]}&seed={seed}", (NAME,), 60, holdout=0.5, parameters={"kernel": kernel})
        return ClaimRun(spec, 60)

    def evidence(seed: int) -> tuple[Evidence, ...]:
        linear, bent = (
            float(_run_of(setting(seed, kernel).spec).extra["auc_holdout"][-1])
            for kernel in ("linear", "gaussian")
        )
        return (
            compare(
                "No weighted sum of the features ranks them.",
                ("held-out AUC, linear kernel", linear),
                "<",
                ("limit for “failed”", LOW),
            ),
            compare(
                "The Gaussian kernel does.",
                ("held-out AUC, Gaussian kernel", bent),
                ">",
                ("limit for “nearly all in order”", 0.9),
            ),
            compare(
                "It ranks far better than the linear one.",
                ("held-out AUC, Gaussian kernel", bent),
                ">",
                ("linear + 0.2", linear + CLEAR),
            ),
        )

    shown = evidence(seed)
    straight, bent = (
        _run_of(setting(seed, kernel).spec).extra["auc_holdout"] for kernel in ("linear", "gaussian")
    )
    return Proof(
        setting(seed, "gaussian"),
        shown,
        f"Held-out AUC is {bent[-1]:.3f} with the Gaussian kernel and {straight[-1]:.3f} with the linear one.",
        Figure(
            "AUC on held-out items",
            "round",
            "AUC",
            (over_rounds("Gaussian", NAME, bent), over_rounds("linear", "gbt", straight, "dash")),
            (("a coin", 0.5),),
            range=(0.3, 1.02),
        ),
        swept("seed", range(10), evidence, seed, on_axis=False),
        "a straight line separates two clouds, so nothing has to bend"
        if data == "blobs" and not all(each.holds for each in shown)
        else "",
    )


# ---------------------------------------------------------------- balance

DRAWS, FRESH = 12, 500
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
FEATURES, DISTANCE = 2, 1.5


def _drawn(items: int, share: float, draw: int) -> RunSpec:
    source = f"synthetic:blobs?n={items}&features={FEATURES}&distance={DISTANCE}&positives={share:g}"
    return RunSpec(f"{source}&seed={draw}", (NAME,), 40)


@lru_cache(maxsize=64)
def _excess(items: int, share: float) -> np.ndarray:
    """Return (D,) the best ranking's AUC minus each fit's, on new points, the same for every share."""
    found = []
    for draw in range(DRAWS):
        towards = direction_of_blobs(items, FEATURES, draw)  # the best score: both clouds are round
        fresh = np.random.default_rng((1, draw)).normal(size=(2 * FRESH, FEATURES))
        fresh[:FRESH] += DISTANCE * towards
        of, best = _run_of(_drawn(items, share, draw)).details_as(KernelDetails), fresh @ towards
        f = Gram.from_items(of.kernel, of.scaling.apply(fresh), of.Z).times(of.coefficients[-1])
        found.append(auc(best[:FRESH], best[FRESH:]) - auc(f[:FRESH], f[FRESH:]))
    return np.array(found)


def _balance(options: Options) -> Proof:
    items, share = int(options["items"]), float(options["positives"])

    def evidence(share: float) -> tuple[Evidence, ...]:
        here, even = _excess(items, share), _excess(items, 0.5)
        more = here - even
        return (
            compare(
                f"Of {items} items {_percent(share)} are positive, and AUC falls further short.",
                ("mean shortfall of AUC here", float(here.mean())),
                ">",
                ("with half positive", float(even.mean())),
            ),
            compare(
                "It does so in most draws.",
                (f"draws of {DRAWS} that fall further short", float((more > 0.0).sum())),
                ">",
                ("half of them", DRAWS / 2),
            ),
            compare(
                "The difference is more than chance.",
                ("mean difference in a draw", float(more.mean())),
                ">",
                ("two standard errors", float(2.0 * more.std(ddof=1) / np.sqrt(DRAWS))),
            ),
        )

    means = [float(_excess(items, each).mean()) for each in SHARES]
    shown = evidence(share)
    edge = ""
    if not all(each.holds for each in shown) and share > 0.1:
        edge = (
            "the classes are balanced"
            if share == 0.5
            else "for so small an imbalance the difference may be chance"
        )
    return Proof(
        ClaimRun(_drawn(items, share, 0), 40),
        shown,
        f"AUC falls short of the best by {means[SHARES.index(share)]:.4f} with {_percent(share)} positive, and by "
        f"{means[-1]:.4f} with half, on average over {DRAWS} draws.",
        Figure(
            "How far AUC falls short of the best",
            "share of positives",
            "best AUC − AUC",
            (Curve("mean of the draws", NAME, SHARES, tuple(means)),),
            (("half positive", means[-1]),),
            share,
        ),
        swept("positives", SHARES, evidence, share),
        edge,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


_STEP = (
    Choice(
        "regularisation", "λ, norm penalty", "float", 0.5, "The larger, the smaller the norm.", 0.1, 2, 0.1
    ),
    Choice(
        "times",
        "Step (1: the longest allowed)",
        "float",
        1.0,
        "The step, as a multiple of the longest that the lemma allows.",
        0.5,
        20,
        0.5,
    ),
)

CLAIMS = (
    Claim(
        "norm-line",
        "Short steps keep the norm below a limit",
        "While no step is longer than 1/(4κ²N + λ), the norm of f never exceeds 2κ|φ'₋(0)|/λ.",
        f"{PAPER}, Lemma 3.4",
        "κ² is the largest K(x, x), N a Lipschitz constant of φ'₋, the loss's slope. The norm levels off below the "
        "limit. About longer steps the lemma says nothing: with far longer ones the norm can exceed the limit.",
        GROUP,
        _norm_line,
        (
            Choice("loss", "Loss", "choice", "least-squares", "φ, what a pair costs.", choices=tuple(LOSSES)),
            *_STEP,
        ),
        reference="gd-lemma-3-4",
    ),
    Claim(
        "each-step-nearer",
        "Each short step gets closer by a fixed share",
        "With least squares a short step leaves at most the share 1 − γλ of the distance to the minimiser.",
        f"{PAPER}: RankViz's own consequence of (1.5); the paper has Lemma 3.2",
        "On this axis a fixed share is a straight line; the distance falls faster. Steps that are too long go past "
        "the minimum, and away.",
        GROUP,
        _contraction,
        _STEP,
        reference="gd-target",
    ),
    Claim(
        "linear-on-rings",
        "A linear kernel fails on rings",
        "Where the best lie in the middle of a ring, no weighted sum of the features ranks well, but a Gaussian "
        "kernel does.",
        f"{PAPER}: its kernels, section 1. The claim is RankViz's own",
        "The linear kernel stays near a coin's AUC of ½, whatever the round; the Gaussian one gets close to 1.",
        GROUP,
        _linear_on_rings,
        (
            Choice(
                "data", "Data", "choice", "rings", "A disc in a ring, or two clouds.", choices=tuple(BENT)
            ),
            Choice("seed", "Seed", "int", 0, "Another seed gives another draw.", 0, 9, 1),
        ),
        reference="gd-kernels",
    ),
    Claim(
        "balance",
        "Balanced samples teach more",
        "Drawn from the same two clouds, a sample with few positives gives on average a worse ranking than one of the "
        "same size, half of it in each class.",
        f"{PAPER}, section 2",
        "The shortfall is smallest where both classes have the same size. A larger one counts only if the difference "
        "is more than chance: above two standard errors, and in most draws.",
        GROUP,
        _balance,
        (
            Choice("positives", "Positives", "float", 0.1, "Their share of the items.", 0.1, 0.5, 0.1),
            Choice("items", "Items", "int", 120, "Positives and negatives together.", 80, 160, 40),
        ),
        reference="gd-theorem-2-1",
    ),
)
