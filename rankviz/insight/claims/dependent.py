"""RankBoost+ over dependent rankers comes near RB-C: section 3.4 of RankBoost+, Algorithm 1 over all candidates."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import rankviz.engine.runs.runner as runner
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.data.problem import Problem
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun
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
from rankviz.insight.claims.in_experiments import DATA
from rankviz.insight.claims.measures import error, loss

DRAWS, ROUNDS, MOST = 10, 100, 8
PLAIN = "rb-plus:independent=false"
RUNS = ("rb-c", "rb-plus", PLAIN)


def _spec(source: str, draw: int) -> RunSpec:
    return RunSpec(f"{source}&seed={draw}", RUNS, ROUNDS, seed=draw)


@dataclass(frozen=True, eq=False)
class Ends:
    """The final values of the draws.

    e1, r1 : (3, D) Ê1 and R̂1 of RB-C, of RankBoost+ over independent rankers, and over all with k copies of each.
    new : (D,) the share of the last one's rounds that picked a ranker without weight, α′ = 0.
    """

    e1: np.ndarray
    r1: np.ndarray
    new: np.ndarray


@lru_cache(maxsize=len(DATA) * DRAWS)
def _once(source: str, draw: int) -> tuple[Problem, tuple[BoostedRun, ...]]:
    """Return the draw, and its runs of RB-C and of RankBoost+ over independent rankers, which copies do not change."""
    problem = sources.load(_spec(source, draw).data)
    return problem, tuple(runner.trace(problem, list(RUNS[:2]), ROUNDS, seed=draw).boosted)


@lru_cache(maxsize=len(DATA) * MOST)
def _ends(source: str, copies: int) -> Ends:
    e1, r1, new = np.empty((3, DRAWS)), np.empty((3, DRAWS)), np.empty(DRAWS)
    for draw in range(DRAWS):
        problem, runs = _once(source, draw)
        many = Problem.from_arrays(np.tile(np.asarray(problem.X), (1, copies)), np.asarray(problem.grades))
        plain = runner.trace(many, [PLAIN], ROUNDS, seed=draw).boosted[0]
        for k, run in enumerate((*runs, plain)):
            e1[k, draw], r1[k, draw] = loss(run, "e1"), error(run, "r1")
        new[draw] = float((plain.alpha_prior == 0.0).mean())
    return Ends(e1, r1, new)


def _gone(values: np.ndarray) -> np.ndarray:
    """Return (D,) the position of the third of (3, D) values on the way from the second, 0, to the first, 1."""
    c, independent, plain = values
    return np.asarray((independent - plain) / (independent - c))


def _dependent(options: Options) -> Proof:
    data, copies = str(options["data"]), int(options["copies"])

    def evidence(copies: int) -> tuple[Evidence, ...]:
        ends = _ends(DATA[data], copies)
        c, independent, plain = ends.e1.mean(axis=1)
        near = int((_gone(ends.e1) > 0.5).sum())
        return (
            compare(
                "Most rounds take a ranker that has no weight yet, and then (34) gives RB-C's α (19).",
                ("share of rounds with α′ = 0", float(ends.new.mean())),
                ">",
                ("a half", 0.5),
            ),
            compare(
                "Its Ê1 goes more than half of the way from Algorithm 2's to RB-C's.",
                ("mean Ê1 of RankBoost+ over all rankers", float(plain)),
                "<",
                ("halfway from Algorithm 2's to RB-C's", float((c + independent) / 2)),
            ),
            compare(
                "That is so in every draw.",
                ("draws in which it does", float(near)),
                "=",
                ("draws", float(DRAWS)),
            ),
            compare(
                "On average its R̂1 goes more than half of that way, too.",
                ("mean R̂1 of RankBoost+ over all rankers", float(ends.r1[2].mean())),
                "<",
                ("halfway", float(ends.r1[:2].mean())),
            ),
            compare(
                "It does not become RB-C, because its D still makes tied pairs heavier (25).",
                ("mean Ê1 of RankBoost+ over all rankers", float(plain)),
                ">",
                ("of RB-C", float(c)),
            ),
        )

    shown, ends = evidence(copies), _ends(DATA[data], copies)
    c, independent, plain = (number(float(value)) for value in ends.e1.mean(axis=1))
    edge = ""
    if not all(each.holds for each in shown):
        edge = f"with each feature {counted(copies, 'time')} too few rankers depend on others"
    ks = [k for k in range(1, MOST + 1) if k in (1, 2, 4, copies, MOST)]
    paths = np.array([_ends(DATA[data], k).e1.mean(axis=1) for k in ks])
    return Proof(
        ClaimRun(_spec(DATA[data], 0), ROUNDS),
        shown,
        f"After {ROUNDS} rounds Ê1 is {plain} over all rankers, each {counted(copies, 'time')} in the set, "
        f"{independent} by Algorithm 2 and {c} for RB-C, means of {DRAWS} draws.",
        Figure(
            f"Ê1 after {ROUNDS} rounds, mean of {DRAWS} draws",
            "copies of each feature",
            "Ê1",
            tuple(
                Curve(name, colour, tuple(map(float, ks)), tuple(paths[:, k].tolist()), kind)
                for k, (name, colour, kind) in enumerate(
                    (
                        ("RB-C", "rb-c", "dash"),
                        ("RankBoost+, Algorithm 2", "rb-plus", "dash"),
                        ("RankBoost+ over all rankers", "rb-plus", "line"),
                    )
                )
            ),
            at=copies,
        ),
        swept("copies", range(1, MOST + 1), evidence, copies),
        edge,
    )


CLAIMS = (
    Claim(
        "dependent-rankers",
        "Over dependent rankers RankBoost+ comes near RB-C",
        "RankBoost+ can run without keeping its rankers independent. On these three kinds of data it then goes most "
        "of the way to RB-C as more of them depend on each other, and does not become RB-C.",
        "RankBoost+, section 3.4; Algorithm 1 with (25)-(34)",
        "The line falls from Algorithm 2's towards RB-C's and stays above it. On “coarse” all rankers are "
        "independent, so with one copy it begins on Algorithm 2's. The stage shows the three runs with one copy.",
        "Which loss falls?",
        _dependent,
        (
            Choice("data", "Data", "choice", "diabetes", "Real and synthetic.", choices=tuple(DATA)),
            Choice("copies", "Copies", "int", MOST, "How often each feature is repeated.", 1, MOST, 1),
        ),
        reference="section-3-4",
    ),
)
