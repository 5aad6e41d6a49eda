"""How fast kernel gradient descent learns: what its AUC lacks, by sample size, on laws whose best ranking is known."""

from __future__ import annotations

import json
from dataclasses import asdict

import streamlit as st

from rankviz.algorithms.kernel_gd.gram import KERNELS
from rankviz.algorithms.kernel_gd.losses import LOSSES
from rankviz.data.builtin.plane_laws import LAWS
from rankviz.figures.rates import rates as figure
from rankviz.number_format import number
from rankviz.theory.rates import FRESH, SIZES, Rates, Setting, measure, promised_power
from rankviz.ui.runs.turns import aside

SEEDS = 20
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
    setting = _choose()
    asked = st.session_state.setdefault("rates-asked", set())
    key = json.dumps(asdict(setting), sort_keys=True)
    place = st.empty()
    if key not in asked:
        ask = f"Measure: {SEEDS * len(SIZES)} runs, some seconds"
        if not place.button(ask, type="primary", icon=":material/timeline:", key="rates-measure"):
            return
        place.empty()
        asked.add(key)
    _show(_measured(setting))


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


def _measured(setting: Setting) -> Rates:
    """From the cache when anyone has asked for it before; else with a bar that says how far it is."""
    bar = st.empty()

    def progress(done: int, every: int) -> bool:
        bar.progress(done / every, f"Learning from sample {done + 1} of {every}")
        return True

    try:
        with aside():
            return _cached(setting, progress)
    finally:
        bar.empty()


@st.cache_resource(max_entries=32, show_spinner=False)
def _cached(setting: Setting, _progress: object) -> Rates:
    return measure(setting, seeds=SEEDS, progress=_progress)  # type: ignore[arg-type]


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
