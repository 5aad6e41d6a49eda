"""The choices of the Experiments page: read from its link, made legal, and written back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from rankviz.data import sources
from rankviz.data.folder import inside_data_dir
from rankviz.errors import DataError
from rankviz.experiments import conventions, definition, quality
from rankviz.experiments.definition import MAX_FOLDS, Experiment, define
from rankviz.experiments.worker import Outcome
from rankviz.ui.pages.experiments import runs
from rankviz.ui.state import own_link

PAGE = "experiments"
MAX_ROUNDS = 500
MAX_ALGORITHMS, MAX_METRICS = 6, 12
NUMBERS = {"rounds": (1, MAX_ROUNDS), "folds": (3, MAX_FOLDS), "seed": (0, 2**31 - 1)}
LISTS = {"alg": (MAX_ALGORITHMS, "algorithms"), "metrics": (MAX_METRICS, "metrics")}
START = "synthetic:coarse?features=12&levels=4&n=80&noise=1.5&seeds=40"
"""Opens with an answer in seconds. Like ratings, its features have few levels: many pairs stay tied."""

SEPARABLE = "synthetic:separable?grades=4&n=80&seeds=20"
"""Where Smooth Margin Ranking applies: weights ≥ 0 order every pair."""

MENU = {
    START: "Synthetic, coarse: 40 tasks",
    "synthetic:linear?seeds=24": "Synthetic, linear: 24 tasks",
    "synthetic:linear?noise=1&seeds=24": "Synthetic, noisy: 24 tasks",
    "synthetic:letor?seeds=10": "Synthetic, LETOR's shape: 10 tasks",
    SEPARABLE: "Synthetic, separable, with Smooth Margin: 20 tasks",
    "bundled:all": "Bundled: every data set",
}
RIVALS = {SEPARABLE: ("smooth-margin", "rb-d", "rb-c", "rb-plus")}
"""The algorithms that come with tasks made to compare them; other tasks leave the choice of algorithms alone."""


@dataclass(frozen=True)
class Chosen:
    """What the page shows. `metric` is the one whose ranks and figures are open."""

    src: str = START
    alg: str = ",".join(definition.DEFAULT_ALGORITHMS)
    rounds: int = 40
    folds: int = 5
    seed: int = 0
    conv: str = "standard"
    metrics: str = ",".join(quality.DEFAULT_METRICS)
    metric: str = "r2"

    def experiment(self) -> Experiment:
        """The experiment of these choices. Raises DataError."""
        names = tuple(part for part in self.alg.split(",") if part)
        return define(
            self.src, names, rounds=self.rounds, folds=self.folds, seed=self.seed, conventions=self.conv,
            metrics=tuple(part for part in self.metrics.split(",") if part),
        )  # fmt: skip


def menu() -> dict[str, str]:
    """The task sets to choose from: synthetic, bundled, and what lies in the data folder."""
    found = dict(MENU)
    for entry in sources.list_data_dir():
        if entry.kind == "movielens":
            found[f"{entry.source}?most=8000&limit=40"] = f"40 users of {entry.path}"
            found[entry.source] = f"All users of {entry.path}"
        elif entry.kind == "letor":
            found[entry.source] = f"Queries of {entry.path}"
            found[f"{entry.source}?tasks=all"] = f"The whole of {entry.path}"
    return found


def current() -> tuple[Chosen, list[str]]:
    """What the link asks for, made legal, and what had to be said about it."""
    link, news = own_link.current(PAGE)
    chosen, said = read(link)
    return chosen, said if news else []  # what was typed on the page is told by the page


def read(link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
    """The choices of a link; each that is not legal stays as the page opens, and is told. Never raises."""
    chosen, said = Chosen(), []
    known = {field.name: field for field in fields(Chosen)}
    for name, text in link.items():
        if name not in known:
            said.append(f"The link names “{name[:40]}”, which is no choice here; it was dropped.")
            continue
        try:
            chosen, sentence = _with(chosen, name, text.strip())
        except DataError as error:
            said.append(f"{error} The page's own choice is used.")
        else:
            said += [sentence] if sentence else []
    return chosen, said


def _with(chosen: Chosen, name: str, text: str) -> tuple[Chosen, str]:
    """The choices with one changed, and what had to be said about it, or nothing. Raises DataError."""
    if name in NUMBERS:
        number, said = _number(name, text)
        return replace(chosen, **{name: number}), said  # type: ignore[arg-type]
    if name in LISTS:
        text, said = _list(name, text)
        changed = replace(chosen, **{name: text})  # type: ignore[arg-type]
        changed.experiment()
        return changed, said
    if name == "src":
        runs.tasks_of(text, 0)
    elif name == "conv":
        conventions.read(text)
    elif name == "metric":
        quality.find(text)
    return replace(chosen, **{name: text}), ""  # type: ignore[arg-type]


def _number(name: str, text: str) -> tuple[int, str]:
    """A whole number, brought down to the most allowed. Raises DataError when it is none, or too small."""
    low, high = NUMBERS[name]
    digits = text.lstrip("0") or "0"
    if not re.fullmatch(r"[0-9]+", text) or (len(digits) < 12 and int(digits) < low):
        raise DataError(f"The link's {name} is no whole number from {low} to {high:,}")
    if len(digits) >= 12 or int(digits) > high:
        shown = digits if len(digits) < 12 else f"{digits[:8]}…"
        return high, f"The link's {name} is {shown}, more than the {high:,} allowed here; {high:,} is used."
    return int(digits), ""


def _list(name: str, text: str) -> tuple[str, str]:
    """Names with commas, each once, and no more than allowed."""
    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    most, what = LISTS[name]
    said = f"The link names {len(names):,} {what}; the first {most} are used." if len(names) > most else ""
    return ",".join(names[:most]), said


def write(chosen: Chosen) -> None:
    """Make the address bar say the choices; those the page opens with are left out."""
    plain = Chosen()
    changed = {field.name: getattr(chosen, field.name) for field in fields(Chosen)}
    own_link.write(
        PAGE, {name: str(value) for name, value in changed.items() if value != getattr(plain, name)}
    )


def watch_link(
    experiment: Experiment, outcome: Outcome, fold: int, contender: int, t: int
) -> dict[str, str] | None:
    """The link that opens a contender's round `t` on a fold (both from 0) in Watch; None when Watch cannot load it."""
    from rankviz.experiments.replay import replay
    from rankviz.ui.state.link import to_link
    from rankviz.ui.state.run_spec import to_state
    from rankviz.ui.state.state import MAX_ALGORITHMS

    try:
        spec = sources.parse(outcome.source)
        if spec.family.reads_file and not inside_data_dir(spec.target):
            return None
        return to_link(to_state(replay(experiment, outcome, fold, contender, MAX_ALGORITHMS), t), whole=True)
    except DataError:
        return None
