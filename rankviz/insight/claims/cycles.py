"""The claim on cyclic preferences: every ensemble gets some pair of every cycle wrong."""

from collections import deque

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import error, over_rounds

Pair = tuple[int, int]


def disjoint_cycles(problem: Problem) -> list[list[Pair]]:
    """Return cycles of preferences that share no pair: the shortest through each pair in turn, while there is one."""
    below: dict[int, list[int]] = {}
    for higher, lower in problem.pairs.tolist():
        below.setdefault(higher, []).append(lower)
    found = []
    for higher, lower in problem.pairs.tolist():
        if lower not in below.get(higher, ()):
            continue  # in a cycle found before
        back = _path(below, lower, higher)
        if back is None:
            continue
        cycle = [(higher, lower), *zip(back, back[1:], strict=False)]
        for a, b in cycle:
            below[a].remove(b)
        found.append(cycle)
    return found


def _path(below: dict[int, list[int]], start: int, end: int) -> list[int] | None:
    """Return the shortest path of preferences from `start` down to `end`, or None."""
    came: dict[int, int] = {start: start}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            path = [end]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for there in below.get(here, ()):
            if there not in came:
                came[there] = here
                queue.append(there)
    return None


def _cycles(options: Options) -> Proof:
    setting = _run(options)
    trace = setting.trace()
    cycles, m = disjoint_cycles(trace.problem), trace.problem.n_pairs
    least = len(cycles) / m
    within = sum(len(cycle) for cycle in cycles)
    evidence = [
        compare(
            f"The {m:,} preferences contain cycles, of which those that share no pair have {within:,} pairs in all.",
            ("cycles that share no pair", float(len(cycles))),
            "≥",
            ("", 1.0),
        )
    ]
    evidence += _floor(setting)
    evidence.append(
        compare(
            "The mean of e⁻ˢ along a cycle is never below 1, so the loss has a floor too.",
            ("lowest Ê1 of RB-D", float(np.exp(trace.run("rb-d").metrics["log_e1"].min()))),
            "≥",
            ("pairs in cycles / pairs", within / m),
        )
    )
    run = trace.run("rb-plus")
    return Proof(
        setting,
        tuple(evidence),
        f"Of the cycles at least {len(cycles)} share no pair, which puts a floor of {least:.3f} under every R̂1; "
        f"RankBoost+ ends with {error(run, 'r1'):.3f}.",
        Figure(
            "The error of every ensemble, and the floor",
            "round",
            "R̂1",
            tuple(over_rounds(run.label, run.algorithm, run.metrics["r1"]) for run in trace.runs),
            (("cycles / pairs", least),),
            range=(0.0, 0.4),
        ),
        swept(
            "circles",
            (1, 5, 10, 20, 30, 40),
            lambda added: _floor(_run({**options, "circles": added})),
            float(options["circles"]),
            on_axis=False,
        ),
    )


def _run(options: Options) -> ClaimRun:
    source = f"synthetic:cycles?n={options['n']}&circles={options['circles']}&seed={options['seed']}"
    return ClaimRun(RunSpec(source, ("rb-d", "rb-c", "rb-plus"), 60), 60)


def _floor(setting: ClaimRun) -> tuple[Evidence, ...]:
    """Compare every run's lowest R̂1 with the floor."""
    trace = setting.trace()
    least = len(disjoint_cycles(trace.problem)) / trace.problem.n_pairs
    return tuple(
        compare(
            f"Along a cycle the scores must return to where they began, so {run.label} has a pair of each cycle "
            "wrong or tied, in every round."
            if not position
            else f"So has {run.label}.",
            (f"lowest R̂1 of {run.label} in any round", float(run.metrics["r1"].min())),
            "≥",
            ("cycles / pairs", least),
        )
        for position, run in enumerate(trace.runs)
    )


CLAIMS = (
    Claim(
        "cycles",
        "Cyclic preferences cannot all be satisfied",
        "Where preferences form a cycle, such as a > b > c > a, every ranking gets at least one of them wrong. So "
        "every ensemble has at least one pair of each cycle wrong or tied, in every round.",
        "RankBoost+, section 2, after (1)",
        "The error of every ensemble stays at or above the floor. Only cycles that share no pair count towards it, so "
        "there can be fewer than were added.",
        "What no ranking can do",
        _cycles,
        (
            Choice("n", "Items", "int", 40, "How many items there are.", 10, 100, 1),
            Choice(
                "circles",
                "Cycles added",
                "int",
                10,
                "Triangles a > b > c > a added to the preferences.",
                1,
                40,
                1,
            ),
            Choice("seed", "Seed", "int", 0, "Another seed gives other preferences.", 0, 99, 1),
        ),
        reference="3",
    ),
)
