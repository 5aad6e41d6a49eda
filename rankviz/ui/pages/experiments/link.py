"""The choices of the Experiments page: read from its link, made legal, and written back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from rankviz.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.choice import Value
from rankviz.data import sources
from rankviz.data.folder import inside_data_dir
from rankviz.errors import DataError
from rankviz.experiments import conventions, definition, quality
from rankviz.experiments.definition import MAX_FOLDS, Experiment, define, has_undefined
from rankviz.experiments.worker import Outcome
from rankviz.lessons import forty_tasks
from rankviz.ui.pages.experiments import own_data, runs
from rankviz.ui.state import page_link

PAGE = "experiments"
MAX_ROUNDS = 500
MAX_ALGORITHMS, MAX_METRICS = 6, 12
NUMBERS = {"rounds": (1, MAX_ROUNDS), "folds": (3, MAX_FOLDS), "seed": (0, 2**31 - 1)}
LISTS = {"alg": (MAX_ALGORITHMS, "algorithms"), "metrics": (MAX_METRICS, "metrics")}
OLD_POLICY = "halt"
"""The policy for an undefined α of a link that names choices and not this one."""
START = forty_tasks.SOURCE
"""The tasks the page opens with, done in seconds."""

SEPARABLE = "synthetic:separable?grades=4&n=80&seeds=20"
"""Tasks to which Smooth Margin Ranking applies: weights ≥ 0 order every pair."""

MENU = {
    START: "Synthetic, coarse: 40 tasks",
    "synthetic:linear?seeds=24": "Synthetic, linear: 24 tasks",
    "synthetic:linear?noise=1&seeds=24": "Synthetic, noisy: 24 tasks",
    "synthetic:letor?seeds=10": "Synthetic, LETOR's shape: 10 tasks",
    SEPARABLE: "Synthetic, separable, with Smooth Margin: 20 tasks",
    "bundled:all": "Bundled: every data set",
}
RIVALS = {SEPARABLE: ("smooth-margin", "rb-d", "rb-c", "rb-plus")}
"""Tasks → the algorithms they are made to compare; other tasks leave the choice of algorithms alone."""


@dataclass(frozen=True)
class Chosen:
    """The page's choices. `metric` is the one whose ranks and figures are open."""

    src: str = START
    alg: str = ",".join(definition.DEFAULT_ALGORITHMS)
    rounds: int = forty_tasks.ROUNDS
    folds: int = 5
    seed: int = 0
    conv: str = "standard"
    metrics: str = ",".join(quality.DEFAULT_METRICS)
    metric: str = "r2"
    undefined: str = definition.UNDEFINED

    def experiment(self) -> Experiment:
        """Return the experiment of these choices. Raises DataError."""
        names = tuple(part for part in self.alg.split(",") if part)
        source = own_data.source_of(self.src) if own_data.is_upload(self.src) else self.src
        params: dict[str, Value] = {"undefined": self.undefined} if has_undefined(names) else {}
        return define(
            source, names, params=params, rounds=self.rounds, folds=self.folds, seed=self.seed, conventions=self.conv,
            metrics=tuple(part for part in self.metrics.split(",") if part),
        )  # fmt: skip


def menu() -> dict[str, str]:
    """Return the task sets to choose from: synthetic, bundled, and those in the data folder."""
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
    """Return the choices of the link, made valid, and warnings about the link."""
    link, fresh = page_link.current(PAGE)
    chosen, warnings = read(link)
    return chosen, warnings if fresh else []  # the page itself warns of what was typed on it


def read(link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
    """Read the choices of a link; each invalid one gets the page's default and a warning. Never raises."""
    known = {field.name: field for field in fields(Chosen)}
    # A link of a version without this choice meant the policy of that version.
    chosen, warnings = Chosen(undefined=OLD_POLICY) if known.keys() & link else Chosen(), []
    for name, text in link.items():
        if name not in known:
            warnings.append(f"The link names “{name[:40]}”, which is not a choice here; it was dropped.")
            continue
        try:
            chosen, sentence = _with(chosen, name, text.strip())
        except DataError as error:
            warnings.append(f"{error} The page's own choice is used.")
        else:
            warnings += [sentence] if sentence else []
    return chosen, warnings


def _with(chosen: Chosen, name: str, text: str) -> tuple[Chosen, str]:
    """Return the choices with one changed, and a warning about the change or "". Raises DataError."""
    if name in NUMBERS:
        number, warning = _number(name, text)
        return replace(chosen, **{name: number}), warning  # type: ignore[arg-type]
    if name in LISTS:
        text, warning = _list(name, text)
        changed = replace(chosen, **{name: text})  # type: ignore[arg-type]
        changed.experiment()
        return changed, warning
    if name == "undefined":
        UNDEFINED.check(text)
    elif name == "src":
        runs.tasks_of(text, 0)
    elif name == "conv":
        conventions.read(text)
    elif name == "metric":
        quality.find(text)
    return replace(chosen, **{name: text}), ""  # type: ignore[arg-type]


def _number(name: str, text: str) -> tuple[int, str]:
    """Return a whole number, at most the largest allowed, and a warning. Raises DataError for none or one too small."""
    low, high = NUMBERS[name]
    digits = text.lstrip("0") or "0"
    if not re.fullmatch(r"[0-9]+", text) or (len(digits) < 12 and int(digits) < low):
        raise DataError(f"The link's {name} is not a whole number from {low} to {high:,}")
    if len(digits) >= 12 or int(digits) > high:
        shown = digits if len(digits) < 12 else f"{digits[:8]}…"
        return high, f"The link's {name} is {shown}, more than the {high:,} allowed here; {high:,} is used."
    return int(digits), ""


def _list(name: str, text: str) -> tuple[str, str]:
    """Return names separated by commas, each once, no more than allowed, and a warning."""
    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    most, what = LISTS[name]
    warning = f"The link names {len(names):,} {what}; the first {most} are used." if len(names) > most else ""
    return ",".join(names[:most]), warning


def write(chosen: Chosen) -> None:
    """Write the choices into the address bar; defaults are left out, but `undefined` only where all are."""
    plain = Chosen()
    values = {field.name: getattr(chosen, field.name) for field in fields(Chosen)}
    changed = {name: str(value) for name, value in values.items() if value != getattr(plain, name)}
    page_link.write(PAGE, {**changed, "undefined": chosen.undefined} if changed else {})


def watch_link(
    experiment: Experiment, outcome: Outcome, fold: int, contender: int, t: int, src: str = ""
) -> dict[str, str] | None:
    """Return the link to a contender's round `t` on a fold (both from 0) in Watch; None if Watch cannot load it.

    `src` are the tasks as the page's link names them: the data of an upload are named by it.
    """
    from rankviz.experiments.replay import replay
    from rankviz.ui.state.link import to_link
    from rankviz.ui.state.run_spec import to_state
    from rankviz.ui.state.state import MAX_ALGORITHMS

    try:
        spec = sources.parse(outcome.source)
        own = own_data.is_upload(src)
        if spec.family.reads_file and not own and not inside_data_dir(spec.target):
            return None
        state = to_state(replay(experiment, outcome, fold, contender, MAX_ALGORITHMS), t)
        if own:
            state = state.but(data=own_data.data_of(src, spec))
        return to_link(state, whole=True)
    except DataError:
        return None
