"""The learning rate of kernel gradient descent: its AUC's gap to the best, on laws whose best ranking is known.

By sample size, as in the theorem, or by balance: the same number of items, of which fewer or more are positive.
Also the distances of the theorem and its corollary, and boosting, about which there is no theorem.
"""

import json
from dataclasses import asdict

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.board.figures.rates.excess import balance, plot_parts
from rankviz.board.figures.rates.excess import rates as figure
from rankviz.engine.algorithms.kernel_gd.gram import KERNELS
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling import boosting, effort, target
from rankviz.insight.theory.sampling import distances as sampling
from rankviz.insight.theory.sampling.distances import Distances, distances
from rankviz.insight.theory.sampling.rates import (
    FRESH,
    ITEMS,
    POSITIVES,
    SIZES,
    Balance,
    KernelSetting,
    Rates,
    measure,
    over_shares,
)
from rankviz.ui.details.rates.boosting import choose_boosting, show_boosting
from rankviz.ui.details.rates.measured import measured
from rankviz.ui.details.rates.target import show_target

SEEDS = 20
DISTANCE_SEEDS, TARGET_SEEDS, BOOSTING_SEEDS = 8, 10, 10
SIZE, BALANCE, DISTANCE = "sample size", "share of positives", "distance to f_λ"
TARGET, BOOSTING = "distance to f*", "sample size, boosting"
VARIES = {
    SIZE: SEEDS * len(SIZES),
    BALANCE: SEEDS * len(POSITIVES),
    DISTANCE: DISTANCE_SEEDS * len(sampling.SIZES),
    TARGET: TARGET_SEEDS * len(target.SIZES),
    BOOSTING: BOOSTING_SEEDS * len(boosting.SIZES) * len(boosting.COMPARED),
}
"""The quantity measured → the number of runs it takes."""
VARIES_HELP = (
    "The AUC gap (the best AUC minus the AUC reached) as samples grow, half of them positive, or in samples of one "
    "size with more or fewer positives; or the distance in the theorem or its corollary, as samples grow. Boosting's "
    "rate is here, too, though no theorem gives it."
)
SECONDS, FEW = "some seconds", 40.0
"""The text for a measurement that takes fewer seconds than `FEW`."""
DECAYS = {"all of one length": 0.0, "shorter and shorter, as 1/⁴√t": 0.25}
"""Label of the steps γ_t ~ t^{−θ} → θ."""
THEOREM_HELP = (
    "λ, the steps γ_t and their number T all depend on the sample size, as Theorem 2.1 and Corollary 2.2 prescribe; "
    "see the table in Reference. Otherwise each sample has 200 steps of equal length."
)
PARTS = {"it falls as 1/⁸√m": 0.125, "it falls as 1/√m": 0.5, "it is constant": 0.0}
"""How λ changes as the sample grows → its power of 1/m."""


@st.fragment
def rates_view() -> None:
    """Show text, choices, and the measurement once it was requested."""
    st.markdown(
        "The paper's theorem says that with more positives m and negatives n, the function found by gradient descent "
        "approaches the best one at the rate of a **power of the sample size**. Here you can see what such a "
        "statement looks like. The data are drawn from a distribution whose best ranking is known. For each size, "
        "several samples are drawn and learned from."
    )
    varies = st.segmented_control(
        "What varies", list(VARIES), default=SIZE, required=True, key="rates-varies", help=VARIES_HELP
    )
    setting = _choose(str(varies))
    asked = st.session_state.setdefault("rates-asked", set())
    key = json.dumps([varies, asdict(setting)], sort_keys=True)
    place = st.empty()
    if key not in asked:
        ask = f"Measure: {VARIES[varies]} runs, {_takes(str(varies), setting)}"
        if not place.button(ask, type="primary", icon=":material/timeline:", key="rates-measure"):
            return
        place.empty()
        asked.add(key)
    if isinstance(setting, boosting.BoostingSetting):
        show_boosting(
            measured(
                BOOSTING,
                setting,
                lambda progress: boosting.measure(setting, seeds=BOOSTING_SEEDS, progress=progress),
            )
        )
    elif varies == TARGET:
        show_target(
            measured(
                TARGET,
                setting,
                lambda progress: target.measure(
                    setting.loss, setting.decay, seeds=TARGET_SEEDS, progress=progress
                ),
            )
        )
    elif varies == SIZE:
        _show(measured(SIZE, setting, lambda progress: measure(setting, seeds=SEEDS, progress=progress)))
    elif varies == DISTANCE:
        _show_distances(
            measured(
                DISTANCE,
                setting,
                lambda progress: distances(setting, seeds=DISTANCE_SEEDS, progress=progress),
            )
        )
    else:
        _show_balance(
            measured(BALANCE, setting, lambda progress: over_shares(setting, seeds=SEEDS, progress=progress))
        )


def _takes(varies: str, setting: KernelSetting | boosting.BoostingSetting) -> str:
    """Return in words how long the measurement will take."""
    if isinstance(setting, boosting.BoostingSetting):
        return SECONDS
    even = {SIZE: SIZES, DISTANCE: sampling.SIZES, TARGET: target.SIZES}
    samples = tuple((m, m) for m in even[varies]) if varies in even else ()
    samples = samples or tuple((m, ITEMS - m) for m in POSITIVES)
    found = effort.seconds(setting, samples, VARIES[varies] // len(samples), varies == DISTANCE)
    if found < FEW:
        return SECONDS
    size, unit = (60.0, "minute") if found < 5400.0 else (3600.0, "hour")
    many = max(1, round(found / size))
    return f"about {many} {unit}{'s' if many > 1 else ''}"


def _choose(varies: str) -> KernelSetting | boosting.BoostingSetting:
    """Show the menus of the measurement and return its setting."""
    if varies == BOOSTING:
        return choose_boosting()
    if varies == TARGET:
        left, right = st.columns(2)
        # The law and the kernel for which the best function is known.
        return KernelSetting.of_the_theorem(
            "clouds", _loss(left), "linear", _decay(right), target.REGULARISATION
        )
    (first, second), (third, fourth) = st.columns(2), st.columns(2)
    law = first.selectbox(
        "Distribution",
        list(LAWS),
        format_func=lambda name: LAWS[name]().label.capitalize(),
        key="rates-law",
        help="What the data are drawn from.",
    )
    kernel = second.selectbox("Kernel", KERNELS, format_func=str.capitalize, key="rates-kernel")
    loss = _loss(third)
    if st.toggle("λ, steps and T as the theorem prescribes", key="rates-theorem", help=THEOREM_HELP):
        return KernelSetting.of_the_theorem(law, loss, kernel, _decay(fourth))
    part = fourth.selectbox(
        "λ, the norm penalty",
        list(PARTS),
        key="rates-power",
        help="The theorem lets λ fall as the sample grows; a constant λ may keep the score away from the best one.",
    )
    return KernelSetting(law=law, kernel=kernel, loss=loss, power=PARTS[part])


def _loss(place: DeltaGenerator) -> str:
    return str(
        place.selectbox(
            "Loss",
            list(LOSSES),
            2,
            format_func=lambda name: LOSSES[name].label.capitalize(),
            key="rates-loss",
        )
    )


def _decay(place: DeltaGenerator) -> float:
    chosen = place.selectbox(
        "Steps",
        list(DECAYS),
        key="rates-decay",
        help="The first step is as long as the norm bound allows. Shorter steps mean more steps.",
    )
    return DECAYS[chosen]


def _set(setting: KernelSetting, steps: np.ndarray) -> str:
    """State λ and T."""
    if not setting.grows:
        return f"Every run has {setting.rounds} steps."
    return (
        f"As the theorem prescribes, λ scales as m to the power {number(-setting.power, 2)}, and T grows from "
        f"{steps[0]:,.0f} to {steps[-1]:,.0f} steps."
    )


def _show_distances(found: Distances) -> None:
    law, slope = LAWS[found.setting.law](), found.slope
    st.plotly_chart(
        plot_parts(found),
        width="stretch",
        key="rates-distances",
        alt=f"Distance to the distribution's minimiser against m = n on log–log scales, "
        f"fitted slope {number(slope['whole'])}",
    )
    power = found.setting.promised
    promise = (
        f"The theorem's power is **{number(power, 2)}** (dotted)."
        if power < 0.0
        else "With such a λ the theorem promises nothing."
    )
    last = {name: float(each[-1].mean()) for name, each in found.distance.items()}
    st.markdown(
        "**How to read this:** f_λ is the minimiser for the distribution itself, f_S the minimiser for the sample, and "
        f"f_T is where the steps end. ‖f_T − f_λ‖ scales as m to the power **{number(slope['whole'], 2)}**. {promise} "
        "It is at most the sum of the sampling error ‖f_S − f_λ‖ and the optimisation error ‖f_T − f_S‖: with "
        f"{found.sizes[-1]} positives {number(last['sample'], 2)} and {number(last['steps'], 2)}. {_of_parts(last)}"
    )
    fresh = sampling.REFERENCE[found.setting.loss]
    st.caption(
        f"The distribution: {law.text}. f_λ is the minimiser over {fresh:,} fresh positives and {fresh:,} negatives, "
        "so it has the sampling error of that size, and the lines fall slightly less than they should. For the last λ, "
        f"‖f_λ‖ is {number(float(found.norm[-1]), 2)}. {_set(found.setting, found.steps)} All functions use one kernel."
    )


def _of_parts(last: dict[str, float]) -> str:
    """Name the larger part, and how to make it smaller."""
    if last["sample"] > last["steps"]:
        return "The sampling error is larger: more data would help more than further steps."
    return "The optimisation error is larger: further steps would help more than more data."


def _show_balance(found: Balance) -> None:
    law = LAWS[found.setting.law]()
    st.plotly_chart(
        balance(found),
        width="stretch",
        key="rates-balance",
        alt=f"AUC gap against the number of positives among {found.items} items, on log–log scales",
    )
    few, even = float(found.mean[0]), float(found.mean[-1])
    st.markdown(
        f"**How to read this:** every sample has {found.items} items; from left to right more of them are positive, "
        f"up to half. The mean AUC gap is **{number(few)}** with **{found.positives[0]}** positives and "
        f"**{number(even)}** with **{found.positives[-1]}**. {_of_balance(few, even)}"
    )
    st.caption(
        f"The distribution: {law.text}; the best AUC there is, {number(law.best_auc)}, and {number(found.best)} on the "
        f"{FRESH:,} fresh positives and {FRESH:,} negatives on which all AUCs are measured. λ is the same for all."
    )


def _of_balance(few: float, even: float) -> str:
    """Explain whether balance helps here, and why it should."""
    if even > 0.0 and few > 1.5 * even:
        return (
            "With few positives there are fewer pairs, and they share those positives: one outlier among them flips "
            "all of its pairs. That is why the paper calls balance crucial."
        )
    return "Here balance hardly matters: this kernel cannot close the AUC gap with any sample."


def _show(found: Rates) -> None:
    law = LAWS[found.setting.law]()
    st.plotly_chart(
        figure(found),
        width="stretch",
        key="rates-figure",
        alt=f"AUC gap against m = n on log–log scales, fitted slope {number(found.slope)}",
    )
    ends = f"{number(found.slope_low, 2)} and {number(found.slope_high, 2)}"
    st.markdown(
        "**How to read this:** both scales are logarithmic, so a power of m is a straight line, and its slope is the "
        f"power. Here the AUC gap scales as m to the power **{number(found.slope, 2)}** (between {ends} in nine of "
        f"ten resampled sets of samples). {_promise(found)}"
    )
    st.caption(
        f"The distribution: {law.text}; the best AUC there is, {number(law.best_auc)}. "
        f"All AUCs are measured on the same {FRESH:,} fresh positives and {FRESH:,} negatives, where the best ranking "
        f"has {number(found.best)}. {_set(found.setting, found.steps)} {_moral(found)}"
    )


def _promise(found: Rates) -> str:
    """State the theorem's power next to the fitted one."""
    power = found.setting.promised
    of = "for the distance to the minimiser in the kernel's space, which is L/(λ√m) up to a constant"
    if power >= 0.0:
        return f"The theorem's power, {of}, is {number(power, 2)} with such a λ: it promises nothing."
    return f"The theorem's power, {of}, is **{number(power, 2)}** (dotted)."


def _moral(found: Rates) -> str:
    if found.slope > -0.15:
        return (
            "The line hardly falls, because no function of this kernel comes near the best ranking here, and more "
            "data do not help. The theorem assumes that the best function can be approached."
        )
    return (
        "The paper bounds the distance in the kernel's space, and its power holds for every distribution; here the "
        "AUC is measured on one, so the fitted line may fall faster."
    )
