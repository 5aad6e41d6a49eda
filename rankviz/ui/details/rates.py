"""How fast kernel gradient descent learns: what its AUC lacks, on laws whose best ranking is known.

By sample size, as the theorem has it, or by balance: as many items, of which fewer or more are positive.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TypeVar

import streamlit as st

from rankviz.algorithms.kernel_gd.gram import KERNELS
from rankviz.algorithms.kernel_gd.losses import LOSSES
from rankviz.data.builtin.plane_laws import LAWS
from rankviz.figures.rates import balance
from rankviz.figures.rates import rates as figure
from rankviz.number_format import number
from rankviz.theory.rates import (
    FRESH,
    POSITIVES,
    SIZES,
    Balance,
    Progress,
    Rates,
    Setting,
    measure,
    over_shares,
    promised_power,
)
from rankviz.ui.runs.turns import aside

Found = TypeVar("Found", Rates, Balance)

SEEDS = 20
SIZE, BALANCE = "sample size", "share of positives"
VARIES = {SIZE: len(SIZES), BALANCE: len(POSITIVES)}
"""What the samples differ in, and how many kinds of them that makes."""
VARIES_HELP = "Samples that grow, half of them positive; or samples of one size that are more or less even."
PARTS = {"it falls as 1/⁸√m": 0.125, "it falls as 1/√m": 0.5, "it stays": 0.0}
"""What λ does as the sample grows, and the power that says so."""


@st.fragment
def rates_view() -> None:
    """Text, choices, and the measurement once it was asked for."""
    st.markdown(
        "The paper's theorem says: with more positives m and negatives n, the function that gradient descent finds "
        "comes near the best one, as fast as a **power of the sample size**. Here you can see what a statement of that "
        "kind looks like. The data are made up by a law whose best ranking is known. For each size, "
        f"{SEEDS} samples are drawn and learned from; what each AUC lacks to the best ranking's is a dot."
    )
    varies = st.segmented_control(
        "What varies", list(VARIES), default=SIZE, required=True, key="rates-varies", help=VARIES_HELP
    )
    setting = _choose()
    asked = st.session_state.setdefault("rates-asked", set())
    key = json.dumps([varies, asdict(setting)], sort_keys=True)
    place = st.empty()
    if key not in asked:
        ask = f"Measure: {SEEDS * VARIES[varies]} runs, some seconds"
        if not place.button(ask, type="primary", icon=":material/timeline:", key="rates-measure"):
            return
        place.empty()
        asked.add(key)
    if varies == SIZE:
        _show(_measured(lambda progress: _sizes(setting, progress)))
    else:
        _show_balance(_measured(lambda progress: _shares(setting, progress)))


def _choose() -> Setting:
    (first, second), (third, fourth) = st.columns(2), st.columns(2)
    law = first.selectbox(
        "Law",
        list(LAWS),
        format_func=lambda name: LAWS[name]().label.capitalize(),
        key="rates-law",
        help="What the data are drawn from.",
    )
    kernel = second.selectbox("Kernel", KERNELS, format_func=str.capitalize, key="rates-kernel")
    loss = third.selectbox(
        "Loss", list(LOSSES), 2, format_func=lambda name: LOSSES[name].label.capitalize(), key="rates-loss"
    )
    part = fourth.selectbox(
        "λ, the price of the norm",
        list(PARTS),
        key="rates-power",
        help="The theorem lets λ fall as the sample grows; a λ that stays may hold the score back for ever.",
    )
    return Setting(law=law, kernel=kernel, loss=loss, power=PARTS[part])


def _measured(measure: Callable[[Progress], Found]) -> Found:
    """From the cache when anyone has asked for it before; else with a bar that says how far it is."""
    bar = st.empty()

    def progress(done: int, every: int) -> bool:
        bar.progress(done / every, f"Learning from sample {done + 1} of {every}")
        return True

    try:
        with aside():
            return measure(progress)
    finally:
        bar.empty()


@st.cache_resource(max_entries=32, show_spinner=False)
def _sizes(setting: Setting, _progress: object) -> Rates:
    return measure(setting, seeds=SEEDS, progress=_progress)  # type: ignore[arg-type]


@st.cache_resource(max_entries=32, show_spinner=False)
def _shares(setting: Setting, _progress: object) -> Balance:
    return over_shares(setting, seeds=SEEDS, progress=_progress)  # type: ignore[arg-type]


def _show_balance(found: Balance) -> None:
    law = LAWS[found.setting.law]()
    st.plotly_chart(
        balance(found),
        width="stretch",
        key="rates-balance",
        alt=f"What the AUC lacks against the number of positives among {found.items} items, on log–log scales",
    )
    few, even = float(found.mean[0]), float(found.mean[-1])
    st.markdown(
        f"**How to read this:** every sample has {found.items} items; from left to right more of them are positive, up "
        f"to half. With **{found.positives[0]}** positives the AUC lacks **{number(few)}** in the mean, with "
        f"**{found.positives[-1]}** it lacks **{number(even)}**. {_of_balance(few, even)}"
    )
    st.caption(
        f"The law: {law.text}; the best AUC there is, {number(law.best_auc)}, and {number(found.best)} on the "
        f"{FRESH:,} fresh positives and {FRESH:,} negatives that all AUCs are measured on. λ is the same for all."
    )


def _of_balance(few: float, even: float) -> str:
    """Whether balance helps here, and why it should."""
    if even > 0.0 and few > 1.5 * even:
        return (
            "There are fewer pairs with few positives, and they share their positives: what happens to lie oddly among "
            "them turns all their pairs. So the paper calls balance crucial."
        )
    return "Here balance hardly matters: what the AUC lacks, this kernel cannot make up with any sample."


def _show(found: Rates) -> None:
    law = LAWS[found.setting.law]()
    st.plotly_chart(
        figure(found),
        width="stretch",
        key="rates-figure",
        alt=f"What the AUC lacks against m = n on log–log scales, fitted slope {number(found.slope)}",
    )
    ends = f"{number(found.slope_low, 2)} and {number(found.slope_high, 2)}"
    st.markdown(
        f"**How to read this:** both scales are logarithmic, so a power of m is a straight line, and its slope is "
        f"the power. Here what the AUC lacks goes like m to the power **{number(found.slope, 2)}** (between {ends} in "
        f"nine of ten redrawn sets of samples). {_promise(found)}"
    )
    st.caption(
        f"The law: {law.text}; the best AUC there is, {number(law.best_auc)}. "
        f"All AUCs are measured on the same {FRESH:,} fresh positives and {FRESH:,} negatives, where the best ranking "
        f"has {number(found.best)}. {_moral(found)}"
    )


def _promise(found: Rates) -> str:
    """What the theorem's own power is, beside the fitted one."""
    power = promised_power(found.setting)
    of = "for the distance to the minimiser in the kernel's space, which is L/(λ√m) up to a constant"
    if power >= 0.0:
        return f"The theorem's power, {of}, is {number(power, 2)} with such a λ: it promises nothing."
    return f"The theorem's power, {of}, is **{number(power, 2)}** (dotted)."


def _moral(found: Rates) -> str:
    if found.slope > -0.15:
        return (
            "The line hardly falls: no function that this kernel can make comes near the best ranking here, and more "
            "data do not help. The theorem asks that the best function can be approached at all."
        )
    return (
        "The paper bounds the distance in the kernel's space, and its power is a promise for every law; what is "
        "measured here is the AUC on one law, so the fitted line may fall faster."
    )
