"""What both engines are asked: every preset, every algorithm, and random problems with ties, copies and gaps."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from helpers.thorough import usually
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS, parameters
from rankviz.ui.pages.margins import moments as margins
from rankviz.ui.presets import on_kernel, qbrank
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.state import run_spec
from rankviz.ui.state.state import State

Task = dict[str, Any]

HERE = tuple(name for name, entry in ALGORITHMS.items() if not entry.needs_model)
"""Algorithms that a page has: all that need no other library."""
TREES = ("qbrank", "gbt", "ranknet", "lambdamart")
"""Algorithms that grow trees."""
MESSY = Path(__file__).parents[2] / "engine/data/messy"
FILES = (
    "table:hotels.csv?grade=quality&item=id&ignore=url,name",
    "table:hotels_words.csv?grade=quality",
    "table:hotels_windows.csv?grade=quality&item=id&ignore=url,name",
    "table:hotels_same_names.csv",
    "table:money.csv",
    "table:thousands.csv",
    "table:thousands.csv?cells=population:number",
    "table:dates_us.csv",
    "table:dates_unclear.csv",
    "table:dates_unclear.csv?cells=listed:day-month",
    "table:survey.csv?grade=agreement&item=respondent",
    "table:excel_sep.csv?grade=Note&item=Artikel&ignore=column 5",
    "table:traffic.csv?grade=status",
    "table:traffic.csv?grade=status&cells=status:green>amber>red",
    "table:spaces.csv?grade=note&item=nom",
    "table:items.csv?pairs=items_pairs.csv",
    "table:items.csv?pairs=items_pairs.csv&drop=1",
    "table:items.csv?pairs=items_preferred.csv",
    "table:arena_models.csv?pairs=arena.csv",
    "duels:arena.csv",
    "duels:arena.csv?bad=loss&tie=0.25",
    "duels:arena.csv?items=arena_models.csv&tie=0",
    "duels:arena_asked.csv?only=language:English,turn:1",
    "duels:arena_asked.csv?only=language:French",
    "table:gaps.csv",
    "table:gaps.csv?drop=1",
    "table:two_currencies.csv",
    "table:hotels.csv",
    "table:hotels.csv?cells=price:komma",
    "letor:three.txt",
    "letor:rank.train",
    "letor:qrels.txt",
)
"""Files of that folder with the options that they need, or lack."""
RANDOM, ROUNDS = usually(60, 210), 6
"""Random problems, and the rounds of each run: Python that is not compiled is slow."""


def tasks() -> list[Task]:
    """Return all tasks, in the same order each time."""
    return [*of_presets(), *of_algorithms(), *of_draws(), *of_files()]


def of_presets() -> Iterator[Task]:
    """Yield the run of every card of the start page and of every page's moment but that of a trained ranker, once."""
    moments = (*PRESETS, *qbrank.MOMENTS, *on_kernel.MOMENTS, *margins.MOMENTS)
    states = [each.state for each in moments]
    for state in dict.fromkeys(states):
        if not str(state["data"]).startswith("trained:"):
            yield _of_state(state)


def _of_state(state: State) -> Task:
    spec = run_spec.of_state(state, str(state["data"]))
    there = [name for name in spec.algorithms if algorithm_of(name) in HERE] or list(spec.algorithms)
    known = parameters([algorithm_of(name) for name in there])
    asked = {
        "algorithms": there,
        "rounds": min(spec.rounds, ROUNDS),
        "seed": spec.seed,
        "holdout": spec.holdout,
        **{name: value for name, value in spec.parameters if name in known},
    }
    if spec.positive is not None:
        asked["positive"] = spec.positive
    return {"data": spec.data, "asked": asked, "words": "last"}


def of_algorithms() -> Iterator[Task]:
    """Yield each algorithm on two classes, on grades in queries and on pairs, with all words and a what-if."""
    for name in HERE:
        for data in ("synthetic:moons?n=40", "synthetic:linear?n=30&queries=3", "scenario:places-to-stay"):
            yield {"data": data, "asked": {"algorithms": [name], "rounds": ROUNDS}, "words": "all"}
    for more in ({"leaves": 4, "tolerance": 0.3}, {"weighting": "newton", "ties": 0.5, "ridge": 0.3}):
        asked = {"algorithms": ["qbrank", "gbt", "ranksvm"], "rounds": ROUNDS, "holdout": 0.25, **more}
        yield {
            "data": "synthetic:single-grade?n=90&single=0.5",
            "asked": asked,
            "words": "all",
            "pictures": ["qbrank"],
        }
    for pictures in ([], ["kernel"], ["population"]):
        asked = {"algorithms": ["rb-c", "kernel-gd", "adaboost"], "rounds": ROUNDS}
        yield {
            "data": "synthetic:imbalanced?n=60" if pictures == ["population"] else "synthetic:rings?n=40",
            "asked": asked,
            "words": "last",
            "pictures": pictures,
        }
    # Not AdaBoost's board, which has the least loss where there is a solver for it.
    asked = {"algorithms": ["smooth-margin", "rb-d"], "rounds": ROUNDS}
    yield {"data": "scenario:margin-cycle", "asked": asked, "words": "last", "pictures": ["margins"]}
    fork = {"algorithm": "rb-plus", "round": 2, "alpha": 0.5}
    yield {
        "data": "scenario:places-to-stay",
        "asked": {"algorithms": ["rb-plus", "rb-d"], "rounds": ROUNDS, "forks": [fork]},
        "words": "all",
    }


def of_files() -> Iterator[Task]:
    """Yield tables, pairs and LETOR files as people have them, read and run, or refused."""
    files = {file.name: base64.b64encode(file.read_bytes()).decode() for file in sorted(MESSY.iterdir())}
    for source in FILES:
        yield {
            "data": source,
            "files": {name: files[name] for name in files if name in source or name.startswith("rank.")},
            "asked": {"algorithms": ["rb-d", "rb-plus"], "rounds": ROUNDS},
            "words": "last",
        }


def of_draws() -> Iterator[Task]:
    """Yield random problems: coarse features, copies of items and of features, missing values, queries, cycles."""
    rng = np.random.default_rng(44)
    for k in range(RANDOM):
        n, d = int(rng.integers(3, 11)), int(rng.integers(1, 4))
        X = rng.integers(0, 4, (n, d)).astype(float)
        if k % 3 == 0:
            X = np.column_stack([X, rng.normal(size=n), -X[:, 0]])
        if k % 2 == 0:
            X[int(rng.integers(n))] = X[int(rng.integers(n))]
        X[rng.random(X.shape) < 0.1 * (k % 4)] = np.nan
        data: dict[str, Any] = {"X": [[None if np.isnan(v) else v for v in row] for row in X.tolist()]}
        if k % 5 == 4:
            first = rng.integers(0, n, 2 * n)
            pairs = np.unique(np.column_stack([first, (first + rng.integers(1, n, 2 * n)) % n]), axis=0)
            data["pairs"] = pairs.tolist()
        else:
            grades = rng.integers(0, 2 if k % 2 else 4, n).astype(float)
            grades[0], grades[1] = grades.max() + 1.0 if k % 2 == 0 else 1.0, 0.0
            data["grades"] = grades.tolist()
            if k % 5 == 3:
                data["qid"] = [0, 0, *sorted(rng.integers(0, 3, n - 2).tolist())]
        if k % 3 == 1:  # trees have ties, copies and gaps to choose among in every one of these
            asked = {"algorithms": [TREES[k % 4], "ranksvm"], "rounds": ROUNDS, "leaves": 2 + k % 6}
            if "pairs" in data:
                asked["algorithms"] = [("qbrank", "ranknet")[k % 2], "ranksvm"]
            yield {"data": data, "asked": asked, "words": "last"}
        several = [HERE[(k + j * 3) % len(HERE)] for j in range(3)]
        for names in ([several[0]], several[1:]) if k % 4 == 0 else ([several[0]], [several[1]]):
            asked = {
                "algorithms": names,
                "rounds": ROUNDS,
                "undefined": ("halt", "cap", "infinite", "limit")[k % 4],
            }
            known = {choice.name for each in names for choice in ALGORITHMS[each].parameters}
            yield {
                "data": data,
                "asked": {n: v for n, v in asked.items() if n != "undefined" or n in known},
                "words": "last",
            }
