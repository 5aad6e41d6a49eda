"""Battles between models: the counts of a public arena, bundled, and random ones with planted truths.

The bundled counts come from the package leaderbot 0.4.3 (BSD-3-Clause, see arena-20240814.LICENSE.txt):
1,670,250 votes of the public chatbot arena up to 14 August 2024, by pair of models.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from rankviz.engine.choice import Choice, Value
from rankviz.engine.data import battles as of_battles
from rankviz.engine.data.battles import RULE, Counts
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem

COUNTS = Path(__file__).with_name("arena-20240814.npz")
"""names (n,), pairs (k, 2) uint8 and counts (k, 4) uint16: won by the first, by the second, ties, both bad."""

PLANTED = ("all", "none", "few", "draws", "circle", "first")
"""The planted truths: everything, nothing, or a single one."""

SIDE = 0.5
"""The advantage of the first place, added to a model's log odds."""
DRAWS = 8.0
"""ν of the model that ties often; of the others it is 1."""
CIRCLE = 2.0
"""The log odds at which each of three in a circle beats the next."""


@cache
def bundled() -> Counts:
    """Return the arena's counts: 129 models, 3,460 pairs."""
    with np.load(COUNTS) as file:
        a, b = file["pairs"].T.astype(np.intp)
        won, lost, tied, bad = file["counts"].T.astype(np.int64)
        return Counts(tuple(map(str, file["names"])), a, b, won, lost, tied, bad)


def draw_battles(
    models: int = 12, battles: int = 6000, uneven: float = 0.5, planted: str = "all", seed: int = 0
) -> Counts:
    """Draw battles of m01, the strongest, to the weakest, and of the planted models among them.

    A battle is shown to a voter, who sees the left side first. Ties come from Davidson's model; the weaker both are,
    the more often a tie is "both bad". `uneven` is the spread of the logarithm of how often a model is shown.
    """
    rng = np.random.default_rng(seed)
    kinds = PLANTED[2:] if planted == "all" else (planted,)
    names, theta = [f"m{i:02}" for i in range(1, models + 1)], list(np.linspace(1.2, -1.2, models))
    for kind, called, strength in (
        ("few", ("new",), 0.9),
        ("draws", ("even",), 0.5),
        ("circle", ("rock", "paper", "scissors"), 0.0),
        ("first", ("left",), -0.2),
    ):
        if kind in kinds:
            names += called
            theta += [strength] * len(called)
    n, strengths = len(names), np.array(theta)
    share = np.exp(uneven * rng.normal(size=n))
    nu = np.ones(n)
    where = {name: row for row, name in enumerate(names)}
    if "new" in where:
        share[where["new"]] = 0.0
    if "even" in where:
        nu[where["even"]] = DRAWS
    a, b = np.triu_indices(n, 1)
    weight = share[a] * share[b]
    played = rng.multinomial(battles, weight / weight.sum())
    if "new" in where:  # one battle with each of eight others
        met = rng.choice(n - 1, min(8, n - 1), replace=False)
        of_new = np.flatnonzero((a == where["new"]) | (b == where["new"]))
        played[of_new[met]] = 1
    odds = strengths[a] - strengths[b]
    for stronger, weaker in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        if stronger in where:
            pair = (a == min(where[stronger], where[weaker])) & (b == max(where[stronger], where[weaker]))
            odds[pair] = CIRCLE if where[stronger] < where[weaker] else -CIRCLE
    on_left = rng.binomial(played, 0.5)
    if "left" in where:
        on_left = np.where(a == where["left"], played, np.where(b == where["left"], 0, on_left))
    won, tied, lost = np.zeros((3, len(a)), dtype=np.int64)
    for count, bonus in ((on_left, SIDE), (played - on_left, -SIDE)):
        outcomes = rng.multinomial(count, _chances(odds + bonus, np.sqrt(nu[a] * nu[b])))
        won, tied, lost = won + outcomes[:, 0], tied + outcomes[:, 1], lost + outcomes[:, 2]
    bad = rng.binomial(tied, 1 / (1 + np.exp(strengths[a] + strengths[b])))
    there = played > 0
    return Counts(tuple(names), a[there], b[there], won[there], lost[there], (tied - bad)[there], bad[there])


def _chances(odds: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """(k, 3) the chances of a win, a tie and a loss at log odds (k,) and ν (k,), by Davidson's model."""
    win, lose = np.exp(odds / 2), np.exp(-odds / 2)
    return np.column_stack([win, nu, lose]) / (win + nu + lose)[:, None]


TRUTHS = {
    "few": "“new” belongs between m02 and m03, and has eight votes.",
    "draws": "“even” belongs in the upper half, and most of its votes are ties.",
    "circle": "Rock, scissors and paper are as strong as the middle, and each beats the next.",
    "first": "“left” belongs in the lower half, and is always shown first, where models win more often.",
}
"""Each planted truth in a sentence."""


def arena(*, tie: float = 0.5, bad: str = "tie", spec: str = "") -> Problem:
    """Return the bundled arena as weighted pairs."""
    return of_battles.problem(
        of_battles.tally(bundled(), bad),
        tie,
        source=spec,
        title="Chatbot arena",
        notes=(of_battles.rule_in_words(tie, bad),),
    )


def synthetic(
    *,
    models: int = 12,
    battles: int = 6000,
    uneven: float = 0.5,
    planted: str = "all",
    tie: float = 0.5,
    bad: str = "tie",
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Return random battles as weighted pairs; the notes say what is planted."""
    told = [TRUTHS[kind] for kind in TRUTHS if planted in ("all", kind)]
    return of_battles.problem(
        of_battles.tally(draw_battles(models, battles, uneven, planted, seed), bad),
        tie,
        source=spec,
        title="Simulated votes",
        notes=(of_battles.rule_in_words(tie, bad), *told),
    )


def counts(name: str, options: Mapping[str, Value]) -> Counts:
    """Return the counts behind one of `ENTRIES`' SOURCEs, whatever its rule for ties."""
    if name == "bundled":
        return bundled()
    return draw_battles(**{option.name: options[option.name] for option in DRAWN})  # type: ignore[arg-type]


DRAWN = (
    Choice("models", "Models", "int", 12, "m01 is the strongest; planted models are added.", 4, 60, 1),
    Choice("battles", "Votes", "int", 6000, "How many votes there are, about.", 200, 200_000, 100),
    Choice(
        "uneven",
        "Uneven",
        "float",
        0.5,
        "How unevenly the votes fall on the models; 0 is even.",
        0.0,
        2.0,
        0.25,
    ),
    Choice(
        "planted",
        "Planted",
        "choice",
        "all",
        "Few votes, a model that often ties, a circle, a favoured first place.",
        choices=PLANTED,
    ),
    seed_option(),
)
BUNDLED = Entry(
    "arena", "Chatbot arena", "1.67 million votes on 129 chatbots, a third of them ties.", arena, RULE
)
SYNTHETIC = Entry(
    "arena",
    "Votes with ties",
    "Votes on models whose strength is known.",
    synthetic,
    (*DRAWN[:4], *RULE, DRAWN[4]),
)
