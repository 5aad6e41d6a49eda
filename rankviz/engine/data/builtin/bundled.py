"""Small real data sets that scikit-learn ships: breast cancer, diabetes and wine."""

import io
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.builtin.arena import BUNDLED
from rankviz.engine.data.entries import Entry, seed_option
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import build
from rankviz.engine.environment import IN_BROWSER

# The short names of scikit-learn's diabetes features, spelled out (Efron et al. 2004).
_DIABETES = {
    "age": "age",
    "sex": "sex",
    "bmi": "body mass index",
    "bp": "blood pressure",
    "s1": "total cholesterol",
    "s2": "LDL",
    "s3": "HDL",
    "s4": "cholesterol / HDL",
    "s5": "log triglycerides",
    "s6": "blood sugar",
}


def breast_cancer(*, items: int = 569, seed: int = 0, spec: str = "") -> Problem:
    """Return the bipartite problem: malignant tumours (grade 1) belong above benign ones (grade 0)."""
    data = _load("load_breast_cancer")
    grades = (data.target == 0).astype(float)  # scikit-learn codes malignant as 0
    labels = np.where(grades == 1, "malignant", "benign")
    return _problem(data.data, grades, list(data.feature_names), items, seed, "Breast cancer", spec, labels)


def diabetes(*, items: int = 442, grades: int = 5, seed: int = 0, spec: str = "") -> Problem:
    """Return the graded problem: the disease's progress after a year, cut at its quantiles into equal levels."""
    X, target = _diabetes_arrays()
    labels = np.array([f"progress {value:g}" for value in target])
    return _problem(
        X,
        _levels(target, grades),
        list(_DIABETES.values()),
        items,
        seed,
        f"Diabetes, {grades} grades",
        spec,
        labels,
    )


def wine(*, items: int = 178, by: str = "grower", seed: int = 0, spec: str = "") -> Problem:
    """Return the graded problem: by alcohol, cut at its quartiles, from other values; or by the grower's number."""
    data = _load("load_wine")
    names = [name.replace("_", " ").replace("od280/od315 of ", "OD280/OD315 ") for name in data.feature_names]
    if by == "alcohol":
        at = names.index("alcohol")
        alcohol, rest = data.data[:, at], np.delete(data.data, at, axis=1)
        labels = np.array([f"alcohol {value:g}" for value in alcohol])
        others = names[:at] + names[at + 1 :]
        return _problem(rest, _levels(alcohol, 4), others, items, seed, "Wine, by alcohol", spec, labels)
    labels = np.array([f"grower {value}" for value in data.target])
    problem = _problem(data.data, data.target.astype(float), names, items, seed, "Wine", spec, labels)
    return problem.with_notes(
        "The grades are the numbers of three growers: an order to learn, not one of quality."
    )


def _levels(values: np.ndarray, grades: int) -> np.ndarray:
    """Cut values (n,) at their quantiles into `grades` levels, 0 the lowest; equal values share that of the first."""
    return np.floor(np.searchsorted(np.sort(values), values) * grades / len(values))


def _stratified(grades: np.ndarray, items: int, seed: int) -> np.ndarray:
    """Return the rows (sorted) of a sample without replacement that keeps each grade's share, and every grade."""
    rng = np.random.default_rng(seed)
    values, counts = np.unique(grades, return_counts=True)
    exact = counts * items / len(grades)
    take = np.maximum(np.floor(exact).astype(int), 1)
    for level in np.argsort(take - exact, kind="stable"):  # the largest remainders first
        if take.sum() < items:
            take[level] += 1
    rows = [
        rng.permutation(np.flatnonzero(grades == value))[:count]
        for value, count in zip(values, take, strict=True)
    ]
    return np.sort(np.concatenate(rows))


def _diabetes_arrays() -> tuple[np.ndarray, np.ndarray]:
    """Return (442, 10) features and (442,) progress, read from scikit-learn's folder without importing scikit-learn.

    A link without data opens these, and the import would double the wait for them.
    """
    package = find_spec("sklearn")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent / "datasets" / "data"
        files = folder / "diabetes_data_raw.csv.gz", folder / "diabetes_target.csv.gz"
        if all(file.is_file() for file in files):
            return np.loadtxt(files[0]), np.loadtxt(files[1])
    data = _load("load_diabetes")
    return data.data, data.target


LOADERS: dict[str, dict[str, object]] = {
    "load_breast_cancer": {},
    "load_diabetes": {"scaled": False},
    "load_wine": {},
}
"""scikit-learn's functions, and their arguments."""

CARRIED = Path(__file__).with_suffix("")
"""The folder from which a browser reads the results of these functions, as :func:`carried` gives it."""


def carried() -> dict[str, bytes]:
    """Return the data sets for a browser, which has no scikit-learn: the file names in `CARRIED`, and the files."""
    found = {}
    for loader in LOADERS:
        data, file = _load(loader), io.BytesIO()
        np.savez_compressed(
            file, data=data.data, target=data.target, feature_names=np.array(data.feature_names)
        )
        found[f"{loader}.npz"] = file.getvalue()
    return found


def _load(loader: str) -> Any:
    if IN_BROWSER:
        return SimpleNamespace(**np.load(CARRIED / f"{loader}.npz"))
    from sklearn import datasets  # here, because importing it takes two seconds

    return getattr(datasets, loader)(**LOADERS[loader])


def _problem(
    X: np.ndarray,
    grades: np.ndarray,
    names: list[str],
    items: int,
    seed: int,
    title: str,
    spec: str,
    labels: np.ndarray,
) -> Problem:
    rows = np.arange(len(X)) if items >= len(X) else _stratified(grades, items, seed)
    return build(
        None,
        X[rows],
        grades[rows],
        feature_names=names,
        item_ids=[str(row + 1) for row in rows],
        item_labels=[f"{row + 1} ({labels[row]})" for row in rows],
        source=spec,
        title=title,
    )


def _items(most: int) -> Choice:
    return Choice(
        "items", "Items", "int", most, "A seeded sample that keeps the share of each grade.", 20, most, 1
    )


def _entry(name: str, label: str, help: str, make: Callable[..., Problem], most: int, *more: Choice) -> Entry:
    return Entry(name, label, help, make, (_items(most), *more, seed_option()))


ENTRIES = (
    _entry("breast-cancer", "Breast cancer", "Rank malignant tumours above benign ones.", breast_cancer, 569),
    _entry(
        "diabetes",
        "Diabetes",
        "Rank patients by how far their diabetes has progressed in a year.",
        diabetes,
        442,
        Choice("grades", "Grades", "int", 5, "Levels the progress is cut into.", 2, 10, 1),
    ),
    _entry(
        "wine",
        "Wine",
        "Rank wines by how strong they are, from what else was measured in them.",
        wine,
        178,
        Choice(
            "by",
            "Rank by",
            "choice",
            "grower",
            "Alcohol, in four levels; or the number of the grower, 0 to 2, which is an artificial task.",
            choices=("alcohol", "grower"),
        ),
    ),
    BUNDLED,
)
