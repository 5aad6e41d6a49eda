"""The definition of an experiment, everything its numbers depend on: data, contenders, folds, metrics, conventions."""

import hashlib
import json
import platform
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import rankviz
from rankviz.engine.algorithms.contenders import WITH_PEERS, Contender, algorithm_of, contenders, text_of
from rankviz.engine.algorithms.peers.peers import PEERS
from rankviz.engine.algorithms.registry import find
from rankviz.engine.choice import Choice, Value
from rankviz.engine.data import folds as folds_module
from rankviz.engine.data.models.libraries import require
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.number_format import exact
from rankviz.engine.runs.runner import MAX_ROUNDS
from rankviz.lab.experiments import conventions as conventions_module
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.conventions import Conventions

UNDEFINED = "limit"
"""The policy where α is undefined, unless another is given.

Under the registry's, halt, a ranker that is never wrong ends RB-D before round 1, and there is nothing to compare."""

DEFAULT_ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
MAX_FOLDS = folds_module.MAX_FOLDS
ENGINE = tuple(f"{folder}/**/*.py" for folder in ("engine", "lab/experiments"))
LIBRARIES = ("numpy", "numba", "scipy", "scikit-learn", "pandas")


@dataclass(frozen=True)
class Experiment:
    """An experiment; make one with :func:`define`, which checks every choice."""

    source: str
    contenders: tuple[Contender, ...]
    rounds: int
    folds: int
    seed: int
    metrics: tuple[str, ...]
    conventions: Conventions
    positive: float | None = None

    def measured(self) -> tuple[quality.Metric, ...]:
        """Return the metrics, in order."""
        return tuple(quality.find(key) for key in self.metrics)

    def selection(self) -> tuple[tuple[quality.Metric, ...], list[int]]:
        """Return the metrics measured on a fold, and for each metric the place of the one that chooses its round."""
        metrics = self.measured()
        by_itself = list(range(len(metrics)))
        if self.conventions.select != "map":
            return metrics, by_itself
        measured = metrics if "map" in self.metrics else (*metrics, quality.find("map"))
        by = [metric.key for metric in measured].index("map")
        return measured, [by if metrics[j].kind in ("ndcg", "dcg") else j for j in by_itself]

    def as_dict(self) -> dict[str, Any]:
        """Return the definition as plain values for a file; :func:`from_dict` reads them back."""
        return {
            "source": self.source,
            "algorithms": [
                {"key": c.key, "algorithm": c.algorithm, "label": c.label, "params": c.params}
                for c in self.contenders
            ],
            "rounds": self.rounds,
            "folds": self.folds,
            "seed": self.seed,
            "metrics": list(self.metrics),
            "conventions": self.conventions.as_dict(),
            "positive": self.positive,
        }

    def key(self) -> str:
        """Return a digest of the definition and of the engine's version."""
        text = json.dumps([self.as_dict(), versions()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def command(self, out: str = "results/") -> str:
        """Return the command line of this experiment."""
        words = [
            "python", "-m", "rankviz", "experiment", self.source,
            "--algorithms", ",".join(_written(c) for c in self.contenders),
            "--rounds", str(self.rounds), "--folds", str(self.folds), "--seed", str(self.seed),
        ]  # fmt: skip
        if self.metrics != quality.DEFAULT_METRICS:
            words += ["--metrics", ",".join(self.metrics)]
        if self.conventions != Conventions():
            words += ["--conventions", conventions_module.written(self.conventions)]
        if self.positive is not None:
            words += ["--positive", exact(self.positive)]
        return shlex.join([*words, "--out", out])


def define(
    source: str,
    algorithms: tuple[str, ...] | list[str] = DEFAULT_ALGORITHMS,
    *,
    rounds: int = 100,
    folds: int = 5,
    seed: int = 0,
    metrics: tuple[str, ...] | list[str] = quality.DEFAULT_METRICS,
    conventions: str | Conventions = "standard",
    positive: float | None = None,
    params: dict[str, Value] | None = None,
) -> Experiment:
    """Return an experiment, every choice checked.

    Parameters
    ----------
    source : the tasks, see `task_sets.task_set`.
    algorithms : names, with parameters of that algorithm alone after colons: "rb-d:undefined=cap:cap=4"; those of
        the registry, and "lightgbm" and "xgboost" where they are installed.
    folds : k ≥ 3: k − 2 parts train, one validates, one tests.
    metrics : keys, see `quality.find`.
    params : parameters for all the algorithms that have them; `undefined` is `UNDEFINED` by default.

    Raises DataError.
    """
    for name, value, low, high in (
        ("number of rounds", rounds, 1, MAX_ROUNDS),
        ("number of folds", folds, 3, MAX_FOLDS),
        ("seed", seed, 0, 2**31 - 1),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise DataError(f"The {name} is {as_given(value)}", remedy=f"Choose {low} to {high:,}")
    if not isinstance(source, str):
        raise DataError(
            f"{as_given(source)} names no tasks", remedy="Write a SOURCE such as movielens:u.data"
        )
    if len(algorithms) < 2:
        raise DataError("An experiment compares algorithms", remedy="Choose at least two")
    given = {**({"undefined": UNDEFINED} if has_undefined(algorithms) else {}), **(params or {})}
    chosen = contenders(algorithms, given, WITH_PEERS)
    for each in chosen:
        if each.entry().of_items:
            raise DataError(
                f"{each.label} scores the items it has votes on and no others, so a test part has none of its scores",
                remedy="Leave it out here; `trace` and the page Watch have it",
            )
        if each.algorithm in PEERS:
            require(each.algorithm)
    if len(chosen) < len(algorithms):
        raise DataError(
            "An algorithm appears twice with the same parameters", remedy="Change its parameters or drop one"
        )
    keys = tuple(dict.fromkeys(metrics))
    if not keys:
        raise DataError("No metric was chosen", remedy="Choose at least one, such as r2")
    for key in keys:
        quality.find(key)
    if isinstance(conventions, str):
        conventions = conventions_module.read(conventions)
    return Experiment(
        source.strip(), chosen, rounds, folds, seed, keys, conventions,
        None if positive is None else float(positive),
    )  # fmt: skip


def has_undefined(algorithms: Sequence[str]) -> bool:
    """Return whether one of the algorithms has a policy for an undefined α. Raises DataError for an unknown name."""
    entries = (find(algorithm_of(text), WITH_PEERS) for text in algorithms)
    return any(p.name == "undefined" for entry in entries for p in entry.parameters)


def default_of(parameter: Choice) -> Value:
    """Return the default of an algorithm's parameter in experiments."""
    return UNDEFINED if parameter.name == "undefined" else parameter.default


def from_dict(values: dict[str, Any]) -> Experiment:
    """Read the experiment that :meth:`Experiment.as_dict` wrote. Raises DataError."""
    try:
        return Experiment(
            values["source"],
            tuple(Contender(**each) for each in values["algorithms"]),
            values["rounds"],
            values["folds"],
            values["seed"],
            tuple(values["metrics"]),
            Conventions(**values["conventions"]),
            values["positive"],
        )
    except (KeyError, TypeError) as error:
        raise DataError("the description of the experiment is damaged", file="experiment.json") from error


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Return the versions of RankViz (with a digest of the engine's sources), Python and the libraries."""
    root = Path(rankviz.__file__).parent
    digest = hashlib.sha256()
    for path in sorted({path for pattern in ENGINE for path in root.glob(pattern)}):
        digest.update(path.read_bytes())
    try:
        installed = version("rankviz")
    except PackageNotFoundError:  # run from a source folder that was never installed
        installed = "sources"
    found = {"rankviz": f"{installed}+{digest.hexdigest()[:8]}", "python": platform.python_version()}
    return {**found, **{name: version(name) for name in LIBRARIES}}


def _written(contender: Contender) -> str:
    """Write a contender as the command line does: with all parameters that are not at their defaults."""
    parts = [
        f"{p.name}={text_of(contender.params[p.name])}"
        for p in contender.entry().parameters
        if contender.params[p.name] != default_of(p) or f"{p.name}=" in contender.key
    ]
    return ":".join([contender.algorithm, *parts])
