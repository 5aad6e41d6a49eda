"""The margin papers on the current data, in the drawer of Margins: Theorem 1, ρ, and AdaBoost's two losses."""

import numpy as np
import streamlit as st

from rankviz.board.panels import margins as picture
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, share
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory import margin_bound
from rankviz.insight.theory.margin_game import Game
from rankviz.ui.runs.shown import Shown
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

DELTAS = {"90 %": 0.1, "95 %": 0.05, "99 %": 0.01}


def paper(state: State, shown: Shown) -> None:
    """Show a tab for each topic; only the open one is computed."""
    shows = {"Margin bound": _theorem_1, "Largest margin": _rho}
    if "adaboost" in state.algorithms():
        shows = {"AdaBoost": _adaboost, **shows}
    tabs = st.tabs(list(shows), key="margins-paper", on_change="rerun")
    for tab, show in zip(tabs, shows.values(), strict=True):
        if tab.open:
            with tab:
                show(state, shown)


# ---------------------------------------------------------------- the margin game


def _rho(state: State, shown: Shown) -> None:
    """Show ρ; on data that are not separable, show why Smooth Margin Ranking does not apply."""
    trace = shown.trace
    found, why = picture.solved(trace)
    if found is None:
        st.info(messages.plain(why))
    elif found.separable:
        st.markdown(
            messages.plain(
                f"The largest margin: ρ = {number(found.rho, 6)}. A linear program found weights on "
                f"{len(found.rankers)} of {len(trace.pool.without_constant()):,} rankers that reach it, and weights d "
                f"on {len(found.pairs)} of {trace.problem.n_pairs:,} pairs on which no ranker's edge is above "
                f"{number(found.above, 6)}; each proves that the other is optimal.{_signed(trace, found)}"
            )
        )
    elif not picture.bipartite(trace) or "adaboost" not in [run.algorithm for run in trace.runs]:
        st.warning(messages.plain(_not_separable(trace, found)), icon=":material/block:")


def _signed(trace: Trace, found: Game) -> str:
    over = [run.label for run in trace.boosted if (run.alpha < 0).any()]
    if not over:
        return ""
    return (
        f" {' and '.join(over)} used negative weights here. A reversed ranker is an extra ranker, so their margin, "
        "divided by Σ|λ|, may also lie above this ρ."
    )


def _not_separable(trace: Trace, found: Game) -> str:
    pairs = trace.problem.pairs[found.pairs[:3]]
    named = "; ".join(" above ".join(map(trace.problem.item_in_words, pair)) for pair in pairs)
    one = len(found.pairs) == 1
    return (
        f"These data are not separable: ρ = {number(found.level, 4)}, so no weights ≥ 0 put every pair in order. "
        f"{'One pair shows' if one else f'{len(found.pairs)} pairs show'} it: "
        f"{named}{', …' if len(found.pairs) > 3 else ''}. Weighted as in the tile “Hardest pairs”, no ranker is "
        "better than a coin toss on them. Smooth Margin Ranking needs G̃ > 0, which it never reaches here, so all "
        "its rounds are those of RB-D."
    )


# ---------------------------------------------------------------- Theorem 1


def _theorem_1(state: State, shown: Shown) -> None:
    """Show the margin bound for one run after the round on the stage, at a θ of the viewer's choice."""
    trace = shown.trace
    st.markdown(
        "Theorem 1 of the margin paper: with high probability a ranking function misranks at most **the share of "
        "training pairs with a margin of θ or less, plus ε** of all future pairs. A larger θ makes ε smaller and the "
        "share larger."
    )
    runs = {run.label: run for run in trace.boosted if run.n_rounds}
    if not runs:
        st.info("No run of weak rankers has a round here, so there is no margin to bound.")
        return
    with st.container(horizontal=True):
        label = st.segmented_control(
            "Run", list(runs), default=next(iter(runs)), required=True, key="bound-of", width="content"
        )
        sure = st.segmented_control(
            "Probability", list(DELTAS), default="95 %", required=True, key="bound-delta", width="content"
        )
    theta = st.slider("θ, the margin required", 0.01, 1.0, 0.1, 0.01, key="theta")
    run = runs[label]
    t = min(int(state["t"]), run.n_rounds)
    try:
        found = margin_bound.margins(trace, run, t)
    except DataError as error:
        st.info(messages.plain(str(error)))
        return
    _bound(trace, run, t, found, theta, DELTAS[sure])


def _bound(trace: Trace, run: Run, t: int, found: np.ndarray, theta: float, delta: float) -> None:
    given = margin_bound.setting(trace, delta)
    row = margin_bound.bound(given, found, theta)
    with st.container(horizontal=True):
        st.metric(f"pairs with margin ≤ {theta:g}", share(row.share), border=True)
        st.metric("ε", number(row.epsilon), border=True, help="What Theorem 1 adds for the rankers' freedom")
        st.metric("the bound: share + ε", number(row.right), border=True)
        st.metric("items for an ε of 0.1", f"{row.needed:,.0f}", border=True)
    if row.right >= 1.0:
        st.info(
            messages.plain(
                f"The bound is vacuous: no error is above 1, and this one says “at most {number(row.right)}”. Even "
                f"for ε = 0.1 it would take {row.needed:,.0f} items; there are {given.items:,}."
            ),
            icon=":material/blur_off:",
        )
    _rademacher(given, row)
    st.latex(
        r"\varepsilon = \min\left\{ \varepsilon : \left(1 + \tfrac{2}{r}\right)^{N} \cdot 2\, "
        r"e^{-m (\varepsilon E)^2 / 8} \le \delta \right\}, \qquad r = \tfrac{\varepsilon\,\theta}{8}"
    )
    st.markdown(
        messages.plain(
            f"The constants, for {run.label} after round {t}: m = {given.items:,} items; E = "
            f"{number(given.critical)}, the share of ordered item pairs that are critical (at most ½); N = "
            f"{given.rankers:,} weak rankers; δ = {delta:g}, the risk that the bound is wrong. Balls of radius r "
            f"cover all convex combinations of the rankers; (1 + 2/r)^N = e^{number(row.log_cover)} of them are "
            f"enough. If the ranking function were one of the {given.rankers:,} rankers alone, a finite class, "
            f"ε would be √((8/(m E²)) (ln 2N + ln 1/δ)) = {number(row.finite)}."
        )
    )
    st.caption(
        "The theorem holds for weights ≥ 0. Its E is that of the whole population; here the share among the training "
        "items is used instead."
    )


def _rademacher(given: margin_bound.BoundConstants, row: margin_bound.MarginBound) -> None:
    """Show the same share with the sharper ε for independent pairs, and why the pairs here are not independent."""
    found = margin_bound.rademacher(given, row.theta)
    st.markdown(
        f"**Sharper, were the pairs independent.** A Rademacher bound for {found.pairs:,} independent pairs:"
    )
    with st.container(horizontal=True):
        st.metric("Rademacher's ε", number(found.epsilon), border=True)
        st.metric("its bound: share + ε", number(row.share + found.epsilon), border=True)
        st.metric(
            f"its ε for {found.apart:,} pairs",
            number(found.epsilon_apart),
            border=True,
            help="The most pairs of these items of which no two share an item",
        )
    st.latex(
        r"\varepsilon = \tfrac{2}{\theta} \cdot 2 \sqrt{\tfrac{2 \ln 2N}{m}} + \sqrt{\tfrac{\ln 1/\delta}{2m}}, "
        r"\qquad m \text{ pairs}"
    )
    st.caption(
        messages.plain(
            f"The pairs are not independent: an item is in many of them, and of {given.items:,} items at most "
            f"{found.apart:,} pairs share none. Theorem 1 counts items, so it holds for the data as they are. Its own "
            "formula:"
        )
    )


# ---------------------------------------------------------------- AdaBoost


def _adaboost(state: State, shown: Shown) -> None:
    """Show the two losses, and how AdaBoost's numbers are converted to RankBoost's units."""
    st.markdown(
        "**Why AdaBoost can rank.** AdaBoost weighs **items**: with y = 1 for the positive and −1 for the others it "
        "lowers F = Σ e^(−y f(x)) = F₊ + F₋. RB-D, the paper's RankBoost, weighs **pairs** and lowers F̃, the sum of "
        "e^(−s) over all pairs, s the score of the positive minus the score of the other item. On two classes that "
        "sum is a product, F̃ = F₊ · F₋, because every positive item meets every other item once.\n\nFor a given F "
        "the product is largest, F²/4, when both halves are equal: F̃ = (F² − F-skew²)/4. **Corollary 1**: when the "
        "classifier that says 1 of everything is a candidate, its edge is F-skew/F, and where F is lowest no "
        "candidate has an edge left. So F-skew is 0 there, and F̃ is at its minimum too.\n\n**Units.** AdaBoost's "
        "classifiers say −1 or 1, weak rankers here say 0 or 1. 2h − 1 moves twice as far as h, so a ranker's α is "
        "twice AdaBoost's λ. Every pair then has the same score in both, and F₊F₋ is F̃ as it is."
    )
    if any(run.algorithm == "adaboost" and not run.params["constant"] for run in shown.trace.runs):
        st.info(
            "The constant classifier is switched off: see “constant” under Options.", icon=":material/info:"
        )
