"""The learning rate of boosting, about which the papers have no theorem."""

import streamlit as st

from rankviz.board.figures.rates.boosting import boosting
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling.boosting import BoostingRates, BoostingSetting
from rankviz.insight.theory.sampling.rates import FRESH

ROUNDS = (10, 40, 160)


def choose_boosting() -> BoostingSetting:
    """Show the menus and return their choices."""
    first, second, third = st.columns(3)
    law = first.selectbox(
        "Distribution",
        list(LAWS),
        format_func=lambda name: LAWS[name]().label.capitalize(),
        key="rates-boosting-law",
        help="What the data are drawn from.",
    )
    rounds = second.selectbox("Rounds", ROUNDS, 1, key="rates-boosting-rounds", help="Of every run at most.")
    undefined = third.selectbox(
        UNDEFINED.label, UNDEFINED.choices, key="rates-boosting-undefined", help=UNDEFINED.help
    )
    return BoostingSetting(law, rounds, undefined)


def show_boosting(found: BoostingRates) -> None:
    """Show the figure, how to read it, and the setting of the measurement."""
    slopes = {name: number(of.slope, 2) for name, of in found.of.items()}
    st.plotly_chart(
        boosting(found),
        width="stretch",
        key="rates-boosting",
        alt="Excess ranking risk of boosting against m = n on log–log scales, fitted slopes "
        + ", ".join(f"{ALGORITHMS[name].label} {slope}" for name, slope in slopes.items()),
    )
    ranges = ", ".join(
        f"{ALGORITHMS[name].label} **{slope}** ({number(found.of[name].slope_low, 2)} to "
        f"{number(found.of[name].slope_high, 2)})"
        for name, slope in slopes.items()
    )
    last = {name: float(of.mean[-1]) for name, of in found.of.items()}
    least = min(last, key=lambda name: last[name])
    st.markdown(
        "**No theorem of the four papers says how fast this falls**. They bound the loss on the training pairs, and "
        "the misranking by margins. **How to read this:** lines are means; bands hold nine of ten resampled sets of "
        f"samples. R̂2 approaches its lowest possible value as m to the power: {ranges}. With {found.sizes[-1]} "
        f"positives {ALGORITHMS[least].label} is nearest, {number(last[least])} above it."
    )
    law, stopped = LAWS[found.asked.law](), _stopped(found)
    st.caption(
        f"The distribution: {law.text}. The lowest possible R̂2, 1 − the best AUC, is {number(1.0 - found.best)} on the "
        f"{FRESH:,} fresh positives and {FRESH:,} negatives on which all runs are measured. Weak rankers are stumps; "
        f"every run has {found.asked.rounds} rounds at most.{stopped}"
    )


def _stopped(found: BoostingRates) -> str:
    """Name the runs that stopped early, and where."""
    early = [
        f"{ALGORITHMS[name].label} after {number(float(rounds[0]), 2)}"
        for name, rounds in found.rounds.items()
        if rounds[0] < 0.9 * found.asked.rounds
    ]
    return (
        f" With {found.sizes[0]} positives, runs ended early, on average {', '.join(early)}." if early else ""
    )
