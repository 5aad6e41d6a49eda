"""The distance that Corollary 2.2 bounds, beside the AUC's gap to the best."""

import streamlit as st

from rankviz.data.builtin.plane_laws import LAWS
from rankviz.figures.rates.target import to_target
from rankviz.number_format import number
from rankviz.theory.sampling.target import Target


def show_target(found: Target) -> None:
    """Show the figure, how to read it, and the setting of the measurement."""
    distance, lacks = found.distance, found.lacks
    st.plotly_chart(
        to_target(found),
        width="stretch",
        key="rates-target",
        alt="Distance to the best function, and what the AUC lacks, against m = n on log–log scales, fitted slopes "
        f"{number(distance.slope, 2)} and {number(lacks.slope, 2)}",
    )
    st.markdown(
        "**How to read this:** above, how far f_T lies from the best function f* in the kernel's space: that is what "
        f"Corollary 2.2 bounds. It scales as m to the power **{number(distance.slope, 2)}**; the corollary's power is "
        f"**{number(found.power, 2)}** (dotted). {_compared(found)} Below, what the same functions' AUC lacks: "
        f"**{number(lacks.slope, 2)}**. The AUC falls faster: it knows only the order, and so the direction of f, not "
        "how far λ shortens it."
    )
    law = LAWS[found.setting.law]()
    best = (
        "the best of all functions, the likelihood ratio's logarithm"
        if found.setting.loss == "logistic"
        else "the best function of this kernel's space"
    )
    st.caption(
        f"The law: {law.text}. The kernel is linear, as only there f* is known and lies in the kernel's space, with "
        f"r = 1. For this loss f* is {best}; ‖f*‖ is {number(found.length)}. λ scales as m to the power "
        f"{number(-found.setting.power, 2)}, and T from {found.steps[0]:,.0f} to {found.steps[-1]:,.0f} steps, as the "
        "theorem sets them. Gaussian clouds are unbounded; the paper assumes bounded data: κ is each sample's own."
    )


def _compared(found: Target) -> str:
    """Say whether the distance falls as fast as the corollary promises, and if not, why not yet."""
    if found.distance.slope <= found.power:
        return "On this law the distance falls faster than the bound asks."
    return "The bound is for large m: here λ is still so large that it holds f back."
