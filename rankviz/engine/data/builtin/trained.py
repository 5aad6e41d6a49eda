"""A ranker that another library trains on the spot, on synthetic data: an example for users' own rankers."""

from pathlib import Path

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.builtin.letor_like import letor_like
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.holdout import split
from rankviz.engine.data.problem import Problem

MODEL = Path(__file__).with_name("trained.txt")
STORED = {"trees": 60, "leaves": 7, "rate": 0.1, "queries": 20, "out": 0.3, "seed": 0}
"""The options of the card *Your own ranker*, whose model is in MODEL."""


def lightgbm(
    *,
    trees: int = 60,
    leaves: int = 15,
    rate: float = 0.1,
    queries: int = 20,
    out: float = 0.3,
    seed: int = 0,
    spec: str = "",
) -> Problem:
    """Train LightGBM's LambdaMART on `synthetic:letor`, on the queries from which a run with `out` held out learns.

    It uses one thread and no random draws, so that the same options give the same trees. Those of STORED are in
    MODEL and need no LightGBM. Raises DataError for others, with the install command, where it is not installed.
    """
    from rankviz.engine.data.models import reader

    problem = letor_like(queries=queries, seed=seed, spec="synthetic:letor")
    asked = {"trees": trees, "leaves": leaves, "rate": rate, "queries": queries, "out": out, "seed": seed}
    if asked == STORED:
        data = MODEL.read_bytes()
    else:
        data = train(split(problem, out, seed)[0], trees, leaves, rate).encode()
    title = f"LightGBM on {problem.title}"
    model = reader.of_bytes("lightgbm", data, "model.txt")
    return reader.attach(model, problem, source=spec, title=title).with_notes(_note(out, seed))


def train(problem: Problem, trees: int, leaves: int, rate: float) -> str:
    """Return the `model.txt` of a ranker that LightGBM trains. Raises DataError where it is not installed."""
    from rankviz.engine.data.models.libraries import library

    package = library("lightgbm")
    order = np.argsort(problem.qid, kind="stable")
    chosen = {
        "objective": "lambdarank",
        "num_leaves": leaves,
        "learning_rate": rate,
        "num_threads": 1,
        "deterministic": True,
        "force_row_wise": True,
        "verbose": -1,
    }
    queries = np.bincount(problem.qid)
    data = package.Dataset(problem.X[order], problem.known_grades[order], group=queries, params=chosen)
    return str(package.train(chosen, data, trees).model_to_string())


def _note(out: float, seed: int) -> str:
    if not out:
        return "The ranker was trained on all of these queries, so what a run holds out is new only to the others."
    return f"The ranker was trained on the queries from which a run with {out:.0%} held out and seed {seed} learns."


ENTRIES = (
    Entry(
        "lightgbm",
        "LightGBM's LambdaMART",
        "LambdaMART as LightGBM trains it, tree by tree, on search results with LETOR's 46 features and 3 grades.",
        lightgbm,
        (
            Choice("trees", "Trees", "int", 60, "How many trees are trained.", 1, 500, 1),
            Choice("leaves", "Leaves", "int", 15, "Leaves of a tree, at most.", 2, 63, 1),
            Choice("rate", "Learning rate", "float", 0.1, "What each tree is multiplied by.", 0.01, 1, 0.01),
            Choice("queries", "Queries", "int", 20, "Searches of 40 pages each.", 4, 100, 1),
            Choice(
                "out",
                "Held out",
                "float",
                0.3,
                "The share of queries that it is not trained on: those that a run with this share and seed holds out.",
                0,
                0.5,
                0.05,
            ),
            seed_option(),
        ),
    ),
)
