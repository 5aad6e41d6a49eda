"""Claims on battles with ties: RB-D orders nearly like Bradley–Terry, RankBoost+ nearly like net wins."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.preference import bradley_terry, net_wins
from rankviz.engine.algorithms.registry import find_boosted, settle
from rankviz.engine.choice import Choice
from rankviz.engine.data import battles, sources
from rankviz.engine.data.builtin import arena
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.ensemble_scores import EnsembleScores
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    run_of,
    swept,
)

GROUP = "What is a tie worth?"
DRAWS, MODELS, ROUNDS = 12, 12, 300
UNEVEN = tuple(0.25 * k for k in range(5))
ON_A_LINE, CLOSE_TO_A_LINE = 0.999, 0.98
HALF = 0.5
FEW = 0.01
"""The share of the pairs of models that two methods may order differently and still count as the same order."""


@dataclass(frozen=True, eq=False)
class Draw:
    """The scores (n,) of one draw of battles; Bradley–Terry's are None where there are no finite ones."""

    rb_d: np.ndarray
    rb_plus: np.ndarray
    net: np.ndarray
    bradley_terry: np.ndarray | None


def drawn_votes(options: Options, seed: int = 0, models: int = MODELS, rounds: int = ROUNDS) -> RunSpec:
    """Return the run of RB-D and RankBoost+ on votes drawn from a Bradley–Terry model."""
    source = (
        f"synthetic:arena?models={models}&battles={options['battles']}&uneven={options['uneven']}&planted=none"
        f"&tie={options.get('tie', 0)}&seed={seed}"
    )
    return RunSpec(source, ("rb-d", "rb-plus"), rounds)


@lru_cache(maxsize=256)  # everything that the sliders of both claims reach, a few kB each
def _draws(count: int, uneven: float, tie: float) -> tuple[Draw, ...]:
    found = []
    for seed in range(DRAWS):
        tally = battles.tally(arena.draw_battles(MODELS, count, uneven, "none", seed), "tie")
        try:
            scores: np.ndarray | None = bradley_terry.fit(tally, tie)[-1]
        except DataError:
            scores = None
        spec = drawn_votes({"battles": count, "uneven": uneven, "tie": tie}, seed)
        rb_d, rb_plus = last_scores(spec, sources.load(spec.data))
        found.append(Draw(rb_d, rb_plus, net_wins.fit(tally), scores))
    return tuple(found)


def last_scores(spec: RunSpec, problem: Problem) -> list[np.ndarray]:
    """Return each algorithm's scores (n,) after all rounds: those of the trace, without measuring every round."""
    found, pool = [], build_pool(problem, spec.seed)
    for algorithm in map(find_boosted, spec.algorithms):
        steps = algorithm.fit(problem, pool, spec.rounds, settle(algorithm, {}))
        ensemble = EnsembleScores(problem.n_items)
        for t, ranker in enumerate(steps.ranker):
            ensemble.add(pool.output(ranker), steps.alpha[t], steps.outcome[t], steps.sign[t])
        found.append(ensemble.scores)
    return found


def at_the_end(spec: RunSpec) -> ClaimRun:
    """Return the run at the last round of any of its algorithms."""
    return ClaimRun(spec, max(run.n_rounds for run in run_of(spec).runs))


def _of(options: Options) -> tuple[Draw, ...]:
    return _draws(int(options["battles"]), float(options["uneven"]), float(options["tie"]))


def _otherwise(a: np.ndarray, b: np.ndarray) -> int:
    """Return the number of pairs of models that the two scores order differently."""
    i, j = np.triu_indices(len(a), 1)
    return int(((a[i] - a[j]) * (b[i] - b[j]) < 0).sum())


def _as_bradley_terry(options: Options) -> tuple[Evidence, ...]:
    draws = _of(options)
    finite = [draw for draw in draws if draw.bradley_terry is not None]
    both = [(draw.rb_d, draw.bradley_terry) for draw in finite]
    pairs = len(finite) * MODELS * (MODELS - 1) // 2
    slopes = [float(np.polyfit(theta, F, 1)[0]) for F, theta in both if theta is not None]
    return (
        compare(
            "Every draw has finite Bradley–Terry scores.",
            ("draws with finite scores", float(len(finite))),
            "=",
            ("draws", float(DRAWS)),
        ),
        compare(
            "RB-D's scores after its rounds lie on a line with Bradley–Terry's.",
            (
                "lowest correlation over the draws",
                min((np.corrcoef(F, theta)[0, 1] for F, theta in both), default=0.0),
            ),
            "≥",
            ("limit for “on a line”", ON_A_LINE),
        ),
        compare(
            "Their scale is half of it, because the mean of e⁻ˢ is lowest where s is half the log odds.",
            ("farthest slope from ½", max((abs(slope - HALF) for slope in slopes), default=1.0)),
            "≤",
            ("limit for “half”", 0.05),
        ),
        compare(
            "So both order nearly all models alike.",
            ("pairs of models ordered differently", float(_sum(finite, "rb_d", "bradley_terry"))),
            "≤",
            (f"{100 * FEW:g} % of all {pairs} pairs", FEW * pairs),
        ),
        compare(
            "Net wins order more of them differently.",
            ("pairs ordered differently by net wins", float(_sum(finite, "net", "bradley_terry"))),
            ">",
            ("by RB-D", float(_sum(finite, "rb_d", "bradley_terry"))),
        ),
    )


def _as_net_wins(options: Options) -> tuple[Evidence, ...]:
    draws = _of(options)
    correlations = [np.corrcoef(draw.rb_plus, draw.net)[0, 1] for draw in draws]
    strength = -np.arange(MODELS)
    plus, plain = (
        sum(_otherwise(getattr(draw, name), strength) for draw in draws) for name in ("rb_plus", "rb_d")
    )
    return (
        compare(
            "RankBoost+'s scores after its rounds lie close to a line with net wins.",
            ("lowest correlation over the draws", min(correlations)),
            "≥",
            ("limit for “close to a line”", CLOSE_TO_A_LINE),
        ),
        compare(
            "It orders the models more like net wins than like RB-D.",
            ("pairs ordered differently from net wins", float(_sum(draws, "rb_plus", "net"))),
            "<",
            ("from RB-D", float(_sum(draws, "rb_plus", "rb_d"))),
        ),
        compare(
            "That costs it: a good model shown often gains more than a better one shown rarely.",
            ("pairs that RankBoost+ orders against the true strengths", float(plus)),
            ">",
            ("RB-D", float(plain)),
        ),
    )


def _sum(draws: tuple[Draw, ...] | list[Draw], one: str, other: str) -> int:
    return sum(_otherwise(getattr(draw, one), getattr(draw, other)) for draw in draws)


def _few(options: Options) -> str:
    """Return why a claim may fail at these options."""
    if float(options["uneven"]) == 0:
        return "where all models are shown equally often, net wins order them as Bradley–Terry does, too"
    if int(options["battles"]) < 1000:
        return "so few votes do not yet follow the strengths, and RB-D's loss punishes upsets more than the likelihood"
    if int(options["battles"]) < 3000 or float(options["tie"]) == 0:
        return "some models have few decided battles, and won nearly all or lost nearly all of them"
    return ""


def _figure(title: str, options: Options, lines: tuple[tuple[str, str, str, str], ...]) -> Figure:
    """Plot the pairs ordered differently over `uneven`; a line is its name, colour, and the two scores."""
    along = [_of({**options, "uneven": uneven}) for uneven in UNEVEN]
    return Figure(
        title,
        "how unevenly the battles are spread",
        "pairs of models",
        tuple(
            Curve(
                name,
                colour,
                UNEVEN,
                tuple(
                    float(_sum([draw for draw in draws if draw.bradley_terry is not None], one, other))
                    for draws in along
                ),
                "line" if k == 0 else "dash",
            )
            for k, (name, colour, one, other) in enumerate(lines)
        ),
        at=float(options["uneven"]),
    )


def _proof(
    options: Options, evidence: tuple[Evidence, ...], outcome: str, figure: Figure, judge: str
) -> Proof:
    of = _as_bradley_terry if judge == "rb-d" else _as_net_wins
    return Proof(
        at_the_end(drawn_votes(options)),
        evidence,
        outcome,
        figure,
        swept("uneven", UNEVEN, lambda uneven: of({**options, "uneven": uneven}), float(options["uneven"])),
        "" if all(each.holds for each in evidence) else _few(options),
    )


def _rb_d(options: Options) -> Proof:
    evidence = _as_bradley_terry(options)
    outcome = (
        f"Over {DRAWS} draws the lowest correlation is {number(float(evidence[1].left.value), 6)}, and "
        f"{counted(int(evidence[3].left.value), 'pair')} of models {'is' if evidence[3].left.value == 1 else 'are'} "
        f"ordered differently; net wins order {int(evidence[4].left.value)} differently."
    )
    lines = (("RB-D", "rb-d", "rb_d", "bradley_terry"), ("net wins", "rb-plus", "net", "bradley_terry"))
    return _proof(
        options, evidence, outcome, _figure("Ordered differently from Bradley–Terry", options, lines), "rb-d"
    )


def _rb_plus(options: Options) -> Proof:
    evidence = _as_net_wins(options)
    outcome = (
        f"Over {DRAWS} draws RankBoost+ orders {counted(int(evidence[1].left.value), 'pair')} of models differently "
        f"from net wins, {int(evidence[1].right.value)} differently from RB-D, and {int(evidence[2].left.value)} "
        f"against the true strengths, by which the votes were drawn; RB-D orders {int(evidence[2].right.value)} "
        "against them."
    )
    lines = (("from net wins", "rb-plus", "rb_plus", "net"), ("from RB-D", "rb-d", "rb_plus", "rb_d"))
    return _proof(
        options, evidence, outcome, _figure("Ordered differently by RankBoost+", options, lines), "rb-plus"
    )


UNEVENLY = Choice(
    "uneven",
    "Uneven",
    "float",
    0.5,
    "How unevenly the battles are spread over the models; 0 is evenly.",
    0.0,
    1.0,
    0.25,
)
OPTIONS = (
    Choice("battles", "Battles", "int", 4000, "How many votes a draw has.", 200, 8000, 200),
    UNEVENLY,
    Choice("tie", "A tie is worth", "float", 0.5, "Wins for each side; 0 drops ties.", 0.0, 1.0, 0.25),
)

CLAIMS = (
    Claim(
        "rb-d-bradley-terry",
        "On votes drawn from a Bradley–Terry model, RB-D ranks as that model does",
        "With one weak ranker per model and votes drawn from a Bradley–Terry model, RB-D's scores are close to half of "
        "Bradley–Terry's. Other votes may be ordered differently.",
        "RankBoost+, equation (5); Bradley and Terry 1952",
        "RB-D's line stays near 0 however unevenly the battles are spread; that of net wins rises as soon as some "
        "models are shown more often than others. A few hundred votes are too few to follow the model, so there RB-D "
        "may differ.",
        GROUP,
        _rb_d,
        OPTIONS,
        reference="bradley-terry",
    ),
    Claim(
        "rb-plus-net-wins",
        "RankBoost+ ranks models almost by wins minus losses",
        "With one weak ranker for each of many models, each ranker ties nearly all pairs, and each tied pair costs "
        "cosh α. So weights stay small, and then scores are nearly proportional to wins minus losses.",
        "RankBoost+, equations (22) to (24)",
        "RankBoost+ stays close to net wins, and its distance from RB-D grows as the battles are spread more "
        "unevenly. So a leaderboard by RankBoost+ rewards being shown often.",
        GROUP,
        _rb_plus,
        OPTIONS,
        reference="net-wins",
    ),
)
