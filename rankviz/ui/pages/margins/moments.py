"""Moments of the page of margins: states one round before something happens, and what to see round by round."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.ui.presets.starts import CANCER, CYCLE, SKEW
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class Moment:
    """A state to begin from.

    Attributes
    ----------
    title : on its button.
    question : above the stage.
    captions : (round, text) in the order of rounds; each holds on until the next, the first from round 0 on.
    state : its round is the one before the event.
    """

    title: str
    question: str
    captions: tuple[tuple[int, str], ...]
    state: State

    @property
    def banner(self) -> Banner:
        """Return the banner with the question and the captions by round."""
        return Banner(self.question, self.captions)


GLANCE = "tiles:smooth.margins.ranking"
"""The look that the page opens with: one chart with three symbols, and what they mean for pairs and items."""

MOMENTS = (
    Moment(
        "RankBoost circles",
        "RankBoost circles: why?",
        (
            (
                0,
                "RankBoost is RB-D here. Both take the same steps until every pair is in order by some margin.",
            ),
            (5, "Both have all pairs in order. From the next round on Smooth Margin takes shorter steps."),
            (6, "α 0.812 instead of 0.835. From here on the two go different ways."),
            (10, "RankBoost picks h4, h2, h4, h3 for ever, in a circle, and its μ stays below 1/3."),
            (
                24,
                "h1 and h5 have 54 % of the best weights. RankBoost picks them no more; Smooth Margin does.",
            ),
            (100, "Smooth Margin's μ comes to ρ = 5/13, the largest there is; RankBoost's comes to 1/3."),
        ),
        CYCLE.but(look=GLANCE),
    ),
    Moment(
        "RB-C escapes the circle: why?",
        "RB-C escapes: why?",
        (
            (
                0,
                "RankBoost as the paper has it is RB-D. RB-C differs at ties: half for the ranker, half against.",
            ),
            (2, "Next both pick h1, which ties 10 % of the weight. RB-C's step will be the shorter one."),
            (3, "α 1.040 for RB-D, 0.867 for RB-C. With rankers that tie no pair both take the same step."),
            (
                10,
                "RB-D's step with h2 or h3 leads back to h4. RB-C's shorter one leads from there to h1 or h5.",
            ),
            (
                24,
                "So RB-C goes on with h1 and h5, 54 % of the best weights; RB-D never picks them after round 6.",
            ),
            (
                100,
                "RB-C's weights come close to the best, its μ to ρ, on these data. No theorem promises it elsewhere.",
            ),
        ),
        CYCLE.but(alg=("smooth-margin", "rb-d", "rb-c"), t=2),
    ),
    Moment(
        "More data",
        "RB-D halts. What next?",
        (
            (0, "60 items of four grades. Until G̃ is above 0 Smooth Margin and RB-D go the same way."),
            (
                41,
                "G̃ is above 0: from round 42 on Smooth Margin takes shorter steps, and its G̃ never falls again.",
            ),
            (92, "One more round, and RB-D's next ranker reverses no pair: its α would be infinite."),
            (93, "RB-D halts with μ 0.103. RB-C goes on, but its μ falls in most rounds."),
            (200, "Smooth Margin's μ falls in some rounds, too. Its G̃ never does: that is what it raises."),
        ),
        CYCLE.but(
            data="synthetic:separable?grades=4", alg=("smooth-margin", "rb-d", "rb-c"), rounds=400, t=92
        ),
    ),
    Moment(
        "Real data",
        "What holds μ down?",
        (
            (0, "120 tumours. The best weights ≥ 0 give each of 3,375 pairs a margin of ρ = 0.2 or more."),
            (21, "In the next round Smooth Margin's G̃ comes above 0; RB-C's only in round 72."),
            (22, "G̃ is above 0: from round 23 on Smooth Margin takes shorter steps."),
            (72, "Now RB-C's G̃ is above 0, too."),
            (
                100,
                "14 pairs keep every ranker's edge at ρ or below. They gather the weight in both runs.",
            ),
        ),
        CANCER.but(t=21),
    ),
    Moment(
        "Not separable",
        "What if ρ is 0?",
        (
            (
                0,
                "No weights order every pair: G̃ never comes above 0, so Smooth Margin's second phase never begins.",
            ),
        ),
        CYCLE.but(data="bundled:diabetes?grades=2&items=60", alg=("smooth-margin", "rb-c"), rounds=200, t=0),
    ),
    Moment(
        "AdaBoost",
        "How can AdaBoost rank?",
        (
            (
                0,
                "It never looks at a pair. Twelve well outweigh four ill: F-skew is −8. Next comes the constant.",
            ),
            (1, "The constant orders no pair, but now F₊ = F₋: F-skew is 0."),
            (2, "A test upsets the balance; in round 5 the constant restores it."),
            (
                40,
                "F-skew has come to 0, and AdaBoost has RankBoost's F̃ = 39.92, the least, and its AUC 0.802.",
            ),
        ),
        SKEW.but(rounds=48, t=0),
    ),
    Moment(
        "AdaBoost, no constant",
        "Why the constant?",
        (
            (0, "Without it nothing can balance the twelve well and the four ill."),
            (3, "AUC is 0.594. In the next round it falls below ½."),
            (4, "AUC 0.469: worse than a coin, and it stays there. F-skew stays below −7, F̃ above 46."),
            (
                20,
                "F = F₊ + F₋ is all but at its minimum without the constant. F̃ is 47.3; its least is 39.92.",
            ),
        ),
        SKEW.but(constant=False, rounds=24, t=3),
    ),
)
"""In the order of the buttons."""


def moment_of(state: State) -> Moment | None:
    """Return the moment with the same run, whatever the round; None when there is none."""
    return next((moment for moment in MOMENTS if _same(state, moment.state)), None)


def _same(state: State, other: State) -> bool:
    alike = all(state[name] == other[name] for name in ("data", "rounds", "positive", "holdout", "seed"))
    return alike and set(state["alg"]) == set(other["alg"]) and state.parameters() == other.parameters()
