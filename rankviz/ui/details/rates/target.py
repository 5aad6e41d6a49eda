"""The distance that Corollary 2.2 bounds, and the AUC's gap to the best."""

import streamlit as st

from rankviz.board.figures.rates.target import to_target
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling.target import Target


def show_target(found: Target) -> None:
    """Show the figure, how to read it, and the setting of the measurement."""
    distance, lacks = found.distance, found.lacks
    st.plotly_chart(
        to_target(found),
        width="stretch",
        key="rates-target",
        alt="Distance to the best function, and the AUC gap, against m = n on log–log scales, fitted slopes "
        f"{number(distance.slope, 2)} and {number(lacks.slope, 2)}",
    )
    st.markdown(
        "**How to read this:** above, the distance of f_T from the best function f* in the kernel's space, which "
        f"Corollary 2.2 bounds. It scales as m to the power **{number(distance.slope, 2)}**; the corollary's power is "
        f"**{number(found.power, 2)}** (dotted). {_compared(found)} Below, the AUC gap of the same functions, with "
        f"power **{number(lacks.slope, 2)}**. The AUC depends only on the order, and so on the direction of f, not on "
        "how much λ shortens it."
    )
    law = LAWS[found.setting.law]()
    best = (
        "the best of all functions, the likelihood ratio's logarithm"
        if found.setting.loss == "logistic"
        else "the best function of this kernel's space"
    )
    st.caption(
        f"The distribution: {law.text}. The kernel is linear, because only then is f* known and in the kernel's "
        f"space, with r = 1. For this loss f* is {best}; ‖f*‖ is {number(found.length)}. λ scales as m to the power "
        f"{number(-found.setting.power, 2)}, and T grows from {found.steps[0]:,.0f} to {found.steps[-1]:,.0f} steps, "
        "as the theorem prescribes. The paper assumes bounded data, but Gaussian clouds are unbounded, so κ is "
        "computed for each sample."
    )


def _compared(found: Target) -> str:
    """State whether the distance falls as fast as the corollary promises, and if not, why not yet."""
    if found.distance.slope <= found.power:
        return "On this distribution the distance falls faster than the bound requires."
    return "The bound is for large m: here λ is still so large that it holds f back."
