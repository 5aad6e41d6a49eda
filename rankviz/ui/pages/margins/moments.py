"""Moments of the page of margins: states one round before something happens, and what to see round by round."""

from dataclasses import dataclass

from rankviz.ui.presets.starts import CANCER, CYCLE, SKEW
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class PageMoment:
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
    PageMoment(
        "RankBoost circles",
        "RankBoost circles: why?",
        (
            (0, "RankBoost is RB-D here. Until every pair is in order, Smooth Margin takes the same steps."),
            (
                5,
                "Both have a smooth margin of 0.021. Above 0 Smooth Margin takes steps of its own, shorter ones.",
            ),
            (6, "Its first step of its own was the shorter one. From here on the two go different ways."),
            (
                10,
                "RankBoost picks h4, h2, h4, h3 for ever: it cycles, and its μ stays below a third.",
            ),
            (
                24,
                "RankBoost no longer picks h1 and h5, more than half of the best weights. Smooth Margin does.",
            ),
            (
                100,
                "Smooth Margin has a margin μ of 0.378, and RankBoost 0.333. The largest there is: ρ = 0.3846.",
            ),
            (101, "Smooth Margin's μ approaches ρ, the largest there is. RankBoost's stays at a third."),
        ),
        CYCLE.but(look=GLANCE),
    ),
    PageMoment(
        "RB-C escapes the circle: why?",
        "RB-C escapes: why?",
        (
            (
                0,
                "RankBoost is RB-D here. RB-C differs at ties: it counts half for the ranker, half against.",
            ),
            (2, "Next both pick h1, which ties a tenth of the weight. RB-C's step will be the shorter one."),
            (
                3,
                "RB-C's step was the shorter one: its μ is 0.219, RB-D's 0.131. Without ties both take the same step.",
            ),
            (4, "With rankers that tie no pair both take the same step. Follow the weights d of the pairs."),
            (
                10,
                "RB-D's step with h2 or h3 leads back to h4. RB-C's shorter one leads from there to h1 or h5.",
            ),
            (
                24,
                "So RB-C goes on with h1 and h5, more than half of the best weights; RB-D picks them no more.",
            ),
            (
                100,
                "RB-C's μ comes close to ρ, the largest margin, on these data. No theorem promises it elsewhere.",
            ),
        ),
        CYCLE.but(alg=("smooth-margin", "rb-d", "rb-c"), t=2),
    ),
    PageMoment(
        "More data",
        "RB-D halts. What next?",
        (
            (0, "Sixty items of four grades. As long as G̃ < 0 Smooth Margin and RB-D go the same way."),
            (41, "Now Smooth Margin's G̃ is above 0. It takes steps of its own, and its G̃ never falls again."),
            (
                92,
                "In the round after the next RB-D's ranker puts no pair in the wrong order: its α would be infinite.",
            ),
            (93, "RB-D stops with μ 0.103. RB-C goes on, but its μ falls in most rounds."),
            (200, "Smooth Margin's μ falls in some rounds, too. Its G̃ never does: that is what it raises."),
        ),
        CYCLE.but(
            data="synthetic:separable?grades=4", alg=("smooth-margin", "rb-d", "rb-c"), rounds=400, t=92
        ),
    ),
    PageMoment(
        "Real data",
        "What holds μ down?",
        (
            (0, "Real tumours. The best weights ≥ 0 give each pair a margin of at least ρ = 0.2."),
            (21, "In the next round Smooth Margin's G̃ comes above 0, RB-C's much later."),
            (22, "Smooth Margin's G̃ is above 0: from here on it takes steps of its own."),
            (72, "Now RB-C's G̃ is above 0, too."),
            (
                100,
                "The best weights d* are on fourteen pairs alone, the hardest ones. Both runs move weight to them.",
            ),
            (
                300,
                "In d* the pair 41 > 239 has 0.120 of the weight. RB-C now gives it 0.026, Smooth Margin 0.034.",
            ),
        ),
        CANCER.but(t=21),
    ),
    PageMoment(
        "Not separable",
        "What if ρ is 0?",
        (
            (
                0,
                "No weights order every pair: G̃ never comes above 0, so Smooth Margin never takes steps of its own.",
            ),
        ),
        CYCLE.but(data="bundled:diabetes?grades=2&items=60", alg=("smooth-margin", "rb-c"), rounds=200, t=0),
    ),
    PageMoment(
        "AdaBoost",
        "How can AdaBoost rank?",
        (
            (
                0,
                "It never looks at a pair. The well outweigh the ill: F-skew is −8.000. Next comes the constant.",
            ),
            (1, "The constant orders no pair, but now F₊ and F₋ are both 6.928: F-skew is 0."),
            (2, "A test upsets the balance; later the constant restores it."),
            (
                40,
                "AdaBoost has RankBoost's F̃, 39.92, the least there is, and its AUC, 0.802.",
            ),
        ),
        SKEW.but(rounds=48, t=0),
    ),
    PageMoment(
        "AdaBoost, no constant",
        "Why the constant?",
        (
            (0, "Without it nothing can balance the twelve well and the four ill."),
            (3, "AUC is 0.594. In the next round it falls below one half."),
            (4, "AUC 0.469: worse than a coin, and it stays there, since the well outweigh the ill."),
            (
                20,
                "F₊ + F₋ can hardly fall further without the constant. F̃ is 47.28; its least is 39.92.",
            ),
            (21, "F₊ + F₋ can hardly fall further without the constant, and F̃ stays far above its least."),
        ),
        SKEW.but(constant=False, rounds=24, t=3),
    ),
)
"""In the order of the buttons."""


def moment_of(state: State) -> PageMoment | None:
    """Return the moment with the same run, whatever the round; None when there is none."""
    return next((moment for moment in MOMENTS if _same(state, moment.state)), None)


def _same(state: State, other: State) -> bool:
    alike = all(state[name] == other[name] for name in ("data", "rounds", "positive", "holdout", "seed"))
    return alike and set(state["alg"]) == set(other["alg"]) and state.parameters() == other.parameters()
