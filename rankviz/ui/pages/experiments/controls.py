"""The widgets of an experiment: its tasks, algorithms, rounds and folds, and the conventions of its metrics."""

from dataclasses import replace

import streamlit as st

from rankviz.engine.algorithms.contenders import COMPARED, WITH_PEERS
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.lab.experiments import conventions, definition
from rankviz.lab.experiments.conventions import CHOICES, PRESETS, Conventions
from rankviz.lab.experiments.definition import MAX_FOLDS, has_undefined
from rankviz.lab.experiments.quality import DEFAULT_METRICS, key_of, symbol
from rankviz.ui.pages.experiments import own_data
from rankviz.ui.pages.experiments.link import (
    MAX_ALGORITHMS,
    MAX_METRICS,
    MAX_ROUNDS,
    PAGE,
    RIVALS,
    Chosen,
    menu,
)
from rankviz.ui.state import page_link
from rankviz.ui.state.session import WIDGET, touch

OTHER = "other"
TASKS_KEY = f"{WIDGET}exp-tasks"
OFFERED = (*DEFAULT_METRICS, "ndcg1", "dcg10", "p5", "p10", "p20")
PRESET_LABELS = {
    "standard": "Standard",
    "letor": "LETOR 4.0's own script",
    "movielens": "Nearest to the RankBoost+ paper on MovieLens",
}
POLICY_LABELS = {
    "halt": "Halt before that ranker",
    "infinite": "That ranker alone counts",
    "cap": "Cap its weight",
    "limit": "That ranker decides first",
}
LABELS = {
    "ties": "Equal scores",
    "empty": "Queries where nothing can be gained",
    "discount": "Discount of lower places",
    "gain": "Gain of a grade",
    "short": "Queries shorter than k",
    "select": "The round that counts",
}


def choose(chosen: Chosen) -> Chosen:
    """Show the sidebar's widgets and return the choices."""
    chosen = replace(chosen, src=_source(chosen.src))
    names = chosen.alg.split(",")
    picked = st.multiselect(
        "Algorithms",
        [*COMPARED, *(name for name in names if name not in COMPARED)],
        names,
        key=f"{WIDGET}exp-alg",
        max_selections=MAX_ALGORITHMS,
        format_func=lambda name: WITH_PEERS[name].label if name in WITH_PEERS else name,
        help=f"Two to {MAX_ALGORITHMS}, each on the same folds of the same tasks. To change a parameter, type it "
        "after the name: rb-d:undefined=cap. `rankviz algorithms` lists names, parameters and their values",
        accept_new_options=True,
        on_change=touch,
    )
    if len(picked) < 2:
        st.caption("An experiment compares two algorithms or more.")
        picked = names
    undefined = chosen.undefined
    if has_undefined(picked):
        undefined = st.selectbox(
            "Where α is undefined", list(UNDEFINED.choices), list(UNDEFINED.choices).index(undefined),
            key=f"{WIDGET}exp-undefined", on_change=touch, format_func=POLICY_LABELS.__getitem__,
            help="A weak ranker that is never wrong has no finite α. “Halt” ends RB-D before its first round on many "
            "real tasks",
        )  # fmt: skip
    rounds = st.slider(
        "Rounds", 1, MAX_ROUNDS, chosen.rounds, key=f"{WIDGET}exp-rounds", on_change=touch,
        help="How many rounds each algorithm may run; validation chooses the one that counts",
    )  # fmt: skip
    folds = st.slider(
        "Folds", 3, MAX_FOLDS, chosen.folds, key=f"{WIDGET}exp-folds", on_change=touch,
        help="k parts: k − 2 to train, one to choose the round, one to test; each part is tested on once",
    )  # fmt: skip
    seed = st.number_input(
        "Seed", 0, 2**31 - 1, chosen.seed, key=f"{WIDGET}exp-seed", on_change=touch,
        help="Fixes how the folds are drawn: same seed, same numbers",
    )  # fmt: skip
    chosen = replace(
        chosen, alg=",".join(picked), undefined=undefined, rounds=rounds, folds=folds, seed=int(seed)
    )
    with st.expander("How the metrics are counted"):
        metrics = st.multiselect(
            "Metrics", sorted({*OFFERED, *chosen.metrics.split(",")}, key=_order), chosen.metrics.split(","),
            key=f"{WIDGET}exp-metrics", accept_new_options=True, on_change=touch,
            max_selections=MAX_METRICS, format_func=symbol,
            help=f"Up to {MAX_METRICS}. ndcg and dcg take any number k, and p5 is the precision at 5 %: type them",
        )  # fmt: skip
        chosen = replace(chosen, metrics=",".join(map(key_of, metrics)) or chosen.metrics)
        return replace(chosen, conv=_conventions(chosen.conv))


def _order(key: str) -> tuple[str, int]:
    """Sort metrics by name, then by their number."""
    name = key.rstrip("0123456789")
    return name, int(key[len(name) :][:9] or 0)


def _source(src: str) -> str:
    """Return the task set: one of the menu, or a SOURCE written by hand."""
    listed = {**own_data.menu(src), **menu()}
    names = [*listed, OTHER]
    known = src if src in listed else OTHER
    picked = st.selectbox(
        "Tasks", names, names.index(known), key=TASKS_KEY, on_change=_with_rivals,
        format_func=lambda name: listed.get(name, "Another SOURCE…"),
        help="Sets of ranking tasks of one kind. Files in the data folder are listed, too, and so is your upload from "
        "the page Data",
    )  # fmt: skip
    if picked != OTHER:
        return str(picked)
    return st.text_input(
        "SOURCE", src, key=f"{WIDGET}exp-source", on_change=touch,
        help="As on the command line: movielens:FILE?least=150, letor:FOLDER with Fold1 … or two "
        "such folders (FOLDER,FOLDER), folder:FOLDER of tables",
    ).strip()  # fmt: skip


def _with_rivals() -> None:
    """Choose the algorithms that the chosen tasks are made to compare."""
    touch()
    src = st.session_state[TASKS_KEY]
    if src in RIVALS:
        before = {"undefined": definition.UNDEFINED, **page_link.now()}
        page_link.go(PAGE, {**before, "src": src, "alg": ",".join(RIVALS[src])})


def _conventions(text: str) -> str:
    """Choose the conventions, by preset or one by one."""
    now = conventions.read(text)
    names = [*PRESETS, "own"]
    preset = conventions.written(now)
    picked = st.selectbox(
        "Conventions", names, names.index(preset) if preset in PRESETS else len(PRESETS),
        key=f"{WIDGET}exp-conv", on_change=touch,
        format_func=lambda name: PRESET_LABELS.get(name, "My own"),
        help="Papers differ in how they count NDCG, DCG and MAP, and in which round they count",
    )  # fmt: skip
    if picked in PRESETS:
        for sentence in PRESETS[picked].sentences():
            st.caption(sentence)
        return str(picked)
    values: dict[str, str] = {}
    for name, options in CHOICES.items():
        values[name] = st.selectbox(
            LABELS[name], list(options), list(options).index(getattr(now, name)), key=f"{WIDGET}exp-{name}",
            format_func=options.__getitem__, on_change=touch,
        )  # fmt: skip
    return conventions.written(Conventions(**values, relevant=now.relevant))
