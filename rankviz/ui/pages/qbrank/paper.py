"""The QBRank paper's questions on the present data, in the drawer: its table, its figure and its parameters."""

import itertools
import json
import statistics

import numpy as np
import pandas as pd
import streamlit as st

from rankviz.engine.algorithms.registry import find, parameters, settle
from rankviz.engine.choice import Value
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.ranking import precision_curve
from rankviz.engine.number_format import number
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.spec import RunSpec
from rankviz.lab.experiments import qbrank_table_1 as table_1
from rankviz.lab.experiments.figures import qbrank_figure_1 as figures
from rankviz.lab.experiments.qbrank_figure_1 import (
    CURVES,
    OWN,
    SAID,
    Experiment,
    five_curves,
    validation_runs,
)
from rankviz.lab.experiments.qbrank_table_1 import PERCENTS, PRINTED
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs import runs
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import aside
from rankviz.ui.shell import messages
from rankviz.ui.state.state import State

GRIDS = {
    "w": [0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0],
    "tau": [0.0, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0],
    "eta": [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0],
}
SYMBOLS = {"eta": "η", "leaves": "leaves", "w": "w", "tau": "τ"}
EFFECT_DRAWS = (1, 5, 10)


def paper(state: State, shown: Shown) -> None:
    """Show three tabs; only the open one is computed."""
    shows = {
        "Precision table": _table,
        "Labels beside preferences": _experiment,
        "Effect of w, τ, η": _effect,
    }
    tabs = st.tabs(list(shows), key="qbrank-paper", on_change="rerun")
    for tab, show in zip(tabs, shows.values(), strict=True):
        if tab.open:
            with tab:
                show(state, shown)


# ---------------------------------------------------------------- Table 1


def _table(state: State, shown: Shown) -> None:
    held = shown.trace.holdout is not None
    st.caption(
        f"How to read this: of the K % of {'held-out' if held else 'training'} pairs whose scores differ most after "
        "the last round, the share that is not contradicted. At 100 % all pairs count."
    )
    printed = st.toggle("Beside it: the paper's Table 1, on a search engine's data", key="qbrank-printed")
    table = _precisions(shown)
    found = {name: table[name].to_numpy() for name in PRINTED if name in table}
    if printed:
        for name, values in PRINTED.items():
            table = table.assign(**{f"{name}, printed": values})
    config = {column: st.column_config.NumberColumn(column, format="%.4f") for column in table.columns[1:]}
    came = table_1.came_out(found)
    if came is not None:
        table = table.assign(**{"Table 1's order": ["yes" if good else "no" for good in came]})
    st.dataframe(table, hide_index=True, column_config=config, alt="Precision at K % of each algorithm")
    st.markdown(messages.plain(table_1.verdict(found)))


@cached
def _precisions(shown: Shown) -> pd.DataFrame:
    trace = shown.trace
    found = pd.DataFrame({"K": [f"{k} %" for k in PERCENTS]})
    for run in trace.runs:
        problem, scores = trace.problem, trace.scores(run)
        if trace.holdout is not None:
            problem, scores = trace.holdout, held_scores(trace, run)[-1]
        found[run.label] = precision_curve(problem, scores, PERCENTS)
    return found


# ---------------------------------------------------------------- Figure 1


def _experiment(state: State, shown: Shown) -> None:
    st.caption(
        "How to read this: each curve is DCG@5 on the test queries L3 after each round, a mean over draws with a band "
        "of one standard error. L1 are queries whose pages all have one grade: they yield no pairs, so methods that "
        "learn only from pairs must leave them out. L2 are the labels of the other training queries, P2 the pairs "
        "made of those. Solid lines include L1, dotted lines of the same colour do not."
    )
    gain = st.segmented_control(
        "Gain of a grade l",
        ["2ˡ − 1", "l"],
        default="2ˡ − 1",
        required=True,
        key="qbrank-gain",
        help="The paper does not say which gains it used; with them RankSVM has a DCG of 6.181 on its data.",
    )
    draws = st.select_slider(
        "Draws of training and test queries",
        [3, 6, 12],
        value=3,
        key="qbrank-draws",
        help="The curves are means over the draws: one draw of few queries says little.",
    )
    params = _parameters(state)
    tuned = st.toggle(
        "Choose η, leaves, w and τ on validation queries",
        key="qbrank-tuned",
        help="They are chosen for each curve, one after the other, by DCG@5 on a third of the training queries, never "
        f"on the test queries. This takes {draws * validation_runs(params)} more runs than the {draws * len(CURVES)} "
        "of the curves. The procedure is RankViz's own: the paper tunes η and the leaves for GBT by cross-validation, "
        "keeps them for QBRank, and sets w = 0.5 and τ to the grade difference.",
    )
    chosen = {"seed": state["seed"], "rounds": state["rounds"], "draws": draws, "tuned": tuned}
    chosen |= {"parameters": params, "gain": "exp2" if gain == "2ˡ − 1" else "linear"}
    try:
        found = _run_experiment(json.dumps(chosen, sort_keys=True), runs.problem(state))
    except DataError as problem:
        st.info(messages.plain(str(problem)))
        return
    st.plotly_chart(
        figures.five_curves(found),
        key="plot-five",
        config={"displaylogo": False},
        alt="DCG@5 of five learners",
    )
    st.markdown(messages.plain(_comparison(found)))
    if any(found.chosen.values()):
        st.caption("Chosen on validation queries, medians over the draws:")
        st.dataframe(_chosen(found), alt="Parameters chosen for each curve")
    means = {name: values.mean(axis=0) for name, values in found.precision.items()}
    table = pd.DataFrame({"K": [f"{k} %" for k in PERCENTS], **means})
    config = {column: st.column_config.NumberColumn(column, format="%.4f") for column in table.columns[1:]}
    st.caption("Table 1 on these data: precision at K % on P3, the pairs of the test queries.")
    st.dataframe(table, hide_index=True, column_config=config, alt="Precision at K % on the test pairs")


def _parameters(state: State) -> dict[str, Value]:
    given = {name: state[name] for name in parameters()}
    return settle(find("qbrank"), given) | settle(find("ranksvm"), given)


@cached
def _run_experiment(canonical: str, problem: Problem) -> Experiment:
    chosen = json.loads(canonical)
    bar = st.progress(0.0, "Starting…")
    try:
        with aside():
            return five_curves(
                problem,
                chosen["rounds"],
                chosen["parameters"],
                chosen["seed"],
                chosen["draws"],
                chosen["gain"],
                chosen["tuned"],
                lambda name, share: bar.progress(share, f"Learning: {name}"),
            )
    finally:
        bar.empty()


def _comparison(found: Experiment) -> str:
    """Say which orders that the paper speaks of hold after the last rounds, and which do not."""
    parts = found.parts
    sizes = (
        f"{int(parts.alone.sum()):,} items of single-grade queries (L1), {int((~parts.alone).sum()):,} of other "
        f"training queries (L2) with {parts.training.n_pairs:,} pairs (P2), {parts.test.n_items:,} test items (L3)."
    )
    came = [_ahead(found, *pair) for pair in SAID]
    good = [words for words, mean in came if mean > 0.0]
    bad = [words for words, mean in came if mean <= 0.0]
    sentences = [sizes]
    sentences += [f"As the paper says of its Figure 1, on average: {'; '.join(good)}."] if good else []
    sentences += [f"Contrary to the paper: {'; '.join(bad)}."] if bad else []
    sentences.append(f"The paper does not say: {'; '.join(_ahead(found, *pair)[0] for pair in OWN)}.")
    means = {name.partition(",")[0]: values.mean(axis=0) for name, values in found.precision.items()}
    sentences.append(table_1.verdict(means))
    return " ".join(sentences)


def _chosen(found: Experiment) -> pd.DataFrame:
    """Return the median of each parameter over the draws, a row per curve; "" where the curve has no such parameter."""

    def median(name: str, each: str) -> str:
        if each not in CURVES[name]:
            return ""
        return f"{statistics.median(float(one[each]) for one in found.chosen[name]):g}"

    columns = {symbol: [median(name, each) for name in CURVES] for each, symbol in SYMBOLS.items()}
    return pd.DataFrame(columns, index=list(CURVES))


def _ahead(found: Experiment, more: str, less: str) -> tuple[str, float]:
    """Return in words by how much the first curve ends above the second, and in how many draws; and the mean."""
    ahead = found.dcg[more][:, -1] - found.dcg[less][:, -1]
    mean, often = float(ahead.mean()), int((ahead > 0).sum())
    return f"{_on(more)} above {_on(less)} ({often} of {found.draws} draws, {_signed(mean)})", mean


def _on(name: str) -> str:
    """Return a curve's name as it stands in a sentence."""
    return name.replace(", ", " on ")


def _signed(value: float) -> str:
    return ("+" if value > 0.0 else "") + number(value)


# ---------------------------------------------------------------- the effect of a parameter


def _effect(state: State, shown: Shown) -> None:
    st.caption(
        "How to read this: every dot is the mean over runs of QBRank, one for each draw of the held-out data; between "
        "dots only one parameter changes. The band is one standard error on either side. The measures are those on "
        "held-out data after the last round: R̂2, the share of pairs in the wrong order, should be low; DCG@5 and "
        "precision should be high. With a single draw, a small difference may be chance. The leaves are not tuned."
    )
    if not state["holdout"]:
        st.info("Hold something out first: without it there is nothing to judge the parameter by.")
        return
    name = st.segmented_control(
        "Parameter",
        list(GRIDS),
        default="w",
        required=True,
        format_func=SYMBOLS.__getitem__,
        key="qbrank-effect",
    )
    draws = st.segmented_control("Draws", EFFECT_DRAWS, default=5, required=True, key="qbrank-effect-draws")
    whole = runs.request(state.but(alg=("qbrank",))).spec
    problem = runs.problem(state)
    # Without grades only the preferences can be learned.
    grid, graded = GRIDS[str(name)], problem.grades is not None
    values = [value for value in grid if name != "w" or value > 0.0 or graded]
    found = _run_effect(whole, str(name), tuple(values), int(draws), problem)
    st.plotly_chart(
        figures.effect(SYMBOLS[str(name)], values, found),
        key="plot-effect",
        config={"displaylogo": False},
        alt=f"Held-out measures by {name}",
    )


@cached
def _run_effect(
    whole: RunSpec, name: str, values: tuple[float, ...], draws: int, problem: Problem
) -> dict[str, np.ndarray]:
    """Return held-out measures (draws, len(values)): a run for each draw and value; no DCG without grades."""
    bar = st.progress(0.0, "Starting…")
    found: dict[str, list[float]] = {"R̂2": [], "DCG@5": [], "precision at 50 %": []}
    for done, (draw, value) in enumerate(itertools.product(range(draws), values)):
        words = f"Draw {draw + 1} of {draws}, learning with {SYMBOLS[name]} = {value:g}"
        bar.progress(done / (draws * len(values)), words)
        with aside():
            spec = whole.but(seed=whole.seed + draw, parameters={**dict(whole.parameters), name: value})
            made = spec.trace(problem)
        (run,) = made.scored
        assert made.holdout is not None
        found["R̂2"].append(float(run.metrics["r2_holdout"][-1]))
        found["DCG@5"].append(float(run.extra["dcg5_holdout"][-1]))
        found["precision at 50 %"].append(
            float(precision_curve(made.holdout, held_scores(made, run)[-1], [50.0])[0])
        )
    bar.empty()
    return {
        measure: np.array(read).reshape(draws, len(values))
        for measure, read in found.items()
        if np.isfinite(read).any()
    }
