"""The narration of a round of Bradley–Terry, Davidson, Elo or net wins."""

import numpy as np

from rankviz.engine.algorithms.preference.fitted import Counted, DavidsonFit, EloFit, Fitted
from rankviz.engine.number_format import counted, share
from rankviz.engine.number_format import spelt as number
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.narration.moved import NO_STEP, describe_change


def bradley_terry(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate a step of Newton's method to Bradley–Terry's scores; round 0 is the start."""
    details = run.details_as(Fitted)
    if t == 0:
        return [
            f"No round yet: every score is 0, and every battle is even. {_battles(details)}",
            "A round is one of Newton’s steps towards the scores θ that make these outcomes likeliest; the odds of i "
            "against j are e^(θᵢ − θⱼ).",
            *_unseen(trace),
        ]
    return [*_step(trace, run, t), *_endless(details)]


def davidson(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate a step of Newton's method to Davidson's scores and ν; round 0 is the start."""
    details = run.details_as(DavidsonFit)
    nu = details.nu[t]
    if t == 0:
        said = (
            "Wins and ties are three outcomes, as π : ν √(π π′) : π′ with π = e^θ; a round is one of Newton’s steps "
            "for the scores θ and ν at once."
        )
        none = "No battle is known to be a tie, so ν is 0 and the scores are Bradley–Terry’s."
        return [
            "No round yet: every score is 0.",
            said if details.votes.tally.tied.any() else none,
            *_unseen(trace),
        ]
    told = (
        [f"Two equal items tie with a chance of {share(nu / (2.0 + nu))}: ν is {number(nu)}."] if nu else []
    )
    return [*_step(trace, run, t), *told, *_endless(details)]


def elo(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate a part of Elo's battles; round 0 is the start."""
    details = run.details_as(EloFit)
    if t == 0:
        rounded = " Weights that are not whole are rounded." if details.rounded else ""
        return [
            f"No battle yet: every rating is 0. {_battles(details)}{rounded}",
            "The battles come one after another, in an order drawn with the seed; each moves both ratings by K times "
            "the outcome minus what was expected.",
            *_unseen(trace),
        ]
    begin, end = details.played[t - 1], details.played[t]
    k = number(float(run.params["elo_k"]))
    return [
        f"Round {t} played {counted(end - begin, 'battle')}, {end:,} so far, with K = {k}.",
        _mover(trace, run, t, "Most moved", 4),
        _cost(run, t),
    ]


def net_wins(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    """Narrate net wins; round 0 is the start."""
    details, scores = run.details_as(Counted), run.scored.scores[t]
    if t == 0:
        return [f"Before the battles are counted every score is 0. {_battles(details)}", *_unseen(trace)]
    top, tally = _first(scores - scores.min()), details.votes.tally
    won, lost = (
        details.of_item(sides, top)[0].sum() for sides in ((tally.won, tally.lost), (tally.lost, tally.won))
    )
    return [
        "Net wins need no rounds: an item’s score is its wins minus its losses.",
        f"{trace.problem.item_in_words(top)} has the most: {_amount(float(won))} − {_amount(float(lost))} = "
        f"{_amount(float(scores[top]))}. A tie gives both sides the same, and cancels out.",
    ]


def _unseen(trace: Trace) -> list[str]:
    """State that held-out items have no score, where some are held out."""
    if trace.holdout is None:
        return []
    return ["It scores items without features, so held-out items have no score of their own and stay at 0."]


def _battles(details: Counted) -> str:
    """State the number of battles and the value of a tie; for data without votes, that pairs are wins."""
    tally = details.votes.tally
    decided, tied = float(tally.won.sum() + tally.lost.sum()), float(tally.tied.sum())
    if not tied:
        return f"The pairs are {_amount(decided)} wins of the higher item."
    worth = number(details.votes.tie)
    rule = f", each worth {worth} of a win to either side" if not isinstance(details, DavidsonFit) else ""
    return f"There are {_amount(decided)} wins and {_amount(tied)} ties{rule}."


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value.is_integer() else number(value, 6)


def _step(trace: Trace, run: ScoredRun, t: int) -> list[str]:
    if run.scored.step[t - 1] <= NO_STEP:
        symbol = run.details_as(Fitted).symbol
        return [f"In round {t} no score moves any more. {symbol} stays at {number(_costs(run)[t], 4)}."]
    return [_mover(trace, run, t, f"In round {t} the step moved most"), _cost(run, t)]


def _mover(trace: Trace, run: ScoredRun, t: int, how: str, digits: int = 3) -> str:
    """Name the item whose score moved most."""
    before, after = run.scored.scores[t - 1], run.scored.scores[t]
    x = _first(np.abs(after - before))
    change = describe_change(float(before[x]), float(after[x]), digits)
    return f"{how}: the score of {trace.problem.item_in_words(x)} {change}."


def _first(amounts: np.ndarray) -> int:
    """Return the first of the largest amounts (n,) ≥ 0; amounts that differ only by rounding are equal."""
    return int(np.argmax(amounts >= amounts.max() * (1.0 - NO_STEP)))


def _cost(run: ScoredRun, t: int) -> str:
    symbol = run.details_as(Fitted).symbol
    change = describe_change(_costs(run)[t - 1], _costs(run)[t], 4)
    return f"{symbol}, which falls as the outcomes become likelier, {change}."


def _costs(run: ScoredRun) -> list[float]:
    return [float(each) for each in run.extra[run.details_as(Fitted).series]]


def _endless(details: Fitted) -> list[str]:
    if not details.endless:
        return []
    return [
        f"There are no finite best scores, because {details.endless}, so every step drives them further apart."
    ]
