"""The choices of the Experiments page: read from its link, made legal, and written back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rankviz.engine.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.engine.choice import Choice, Reader, Value
from rankviz.engine.data import sources
from rankviz.engine.data.folder import inside_data_dir
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import conventions, definition, quality
from rankviz.lab.experiments.definition import MAX_FOLDS, Experiment, define, has_undefined
from rankviz.lab.experiments.worker import Outcome
from rankviz.lessons import forty_tasks
from rankviz.ui.pages.experiments import own_data, runs
from rankviz.ui.state import page_link

PAGE = "experiments"
MAX_ROUNDS = 500
MAX_ALGORITHMS, MAX_METRICS = 6, 12
OLD_POLICY = UNDEFINED.default
"""The policy for an undefined α of a link that names choices and not this one."""
START = forty_tasks.SOURCE
"""The tasks with which the page opens, done in seconds."""

SEPARABLE = "synthetic:separable?grades=4&n=80&seeds=20"
"""Tasks to which Smooth Margin Ranking applies: weights ≥ 0 order every pair."""

MENU = {
    START: "Synthetic, coarse: 40 tasks",
    "synthetic:linear?seeds=24": "Synthetic, linear: 24 tasks",
    "synthetic:linear?noise=1&seeds=24": "Synthetic, noisy: 24 tasks",
    "synthetic:letor?seeds=10": "Synthetic, laid out like LETOR: 10 tasks",
    SEPARABLE: "Synthetic, separable, with Smooth Margin: 20 tasks",
    "bundled:all": "Bundled: every data set",
}
RIVALS = {SEPARABLE: ("smooth-margin", "rb-d", "rb-c", "rb-plus")}
"""Tasks → the algorithms they are made to compare; other tasks do not change the choice of algorithms."""


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


def _number(choice: Choice, text: str) -> tuple[int, str]:
    """Read a whole number; one that is too large becomes the largest. Raises DataError for none or one too small."""
    low, high = int(choice.low or 0), int(choice.high or 0)
    number = int((text.lstrip("0") or "0")[:12]) if re.fullmatch("[0-9]+", text) else -1
    if number < low:
        raise DataError(f"{choice.label}: the link does not have a whole number from {low} to {high:,}")
    sentence = f"{choice.label}: the link asks for more than the {high:,} allowed here; {high:,} is used."
    return min(number, high), sentence if number > high else ""


def _list(most: int) -> Reader:
    """Return the reader of names separated by commas, each once, and no more than allowed."""

    def read(choice: Choice, text: str) -> tuple[str, str]:
        names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        warning = f"{choice.label}: the link names {len(names):,}; the first {most} are used."
        return ",".join(names[:most]), warning if len(names) > most else ""

    return read


def _checked(check: Callable[[str], object]) -> Reader:
    """Return the reader of a text that is used as it is. Its check raises DataError."""

    def read(choice: Choice, text: str) -> tuple[str, str]:
        check(text)
        return text, ""

    return read


class _Link(page_link.PageLink[Chosen]):
    def read(self, link: Mapping[str, str]) -> tuple[Chosen, list[str]]:
        """Return the choices of a link, made valid, with a warning for each that was changed. Never raises."""
        values, warnings = self.choices.read(link)
        # A link of a version without this choice meant the policy of that version.
        plain = replace(self.plain, undefined=values.get("undefined", OLD_POLICY)) if values else self.plain
        for name in values.keys() & {"alg", "metrics"}:
            try:
                replace(plain, **{name: values[name]}).experiment()
            except DataError as error:
                values[name] = getattr(plain, name)
                warnings.append(f"{error} The page's own choice is used.")
        return replace(plain, **values), warnings

    def as_link(self, chosen: Chosen) -> dict[str, str]:
        """Return the choices as a link's parameters: none at the defaults, else what differs, and the policy."""
        return self.choices.write(vars(chosen), ("undefined",)) if chosen != self.plain else {}


LINK = _Link(
    PAGE, Chosen(), UNDEFINED,
    Choice("alg", "Algorithms", "text", Chosen.alg, ""),
    Choice("metrics", "Metrics", "text", Chosen.metrics, ""),
    Choice("rounds", "Rounds", "int", Chosen.rounds, "", 1, MAX_ROUNDS),
    Choice("folds", "Folds", "int", Chosen.folds, "", 3, MAX_FOLDS),
    Choice("seed", "Seed", "int", Chosen.seed, "", 0, 2**31 - 1),
    rounds=_number, folds=_number, seed=_number, alg=_list(MAX_ALGORITHMS), metrics=_list(MAX_METRICS),
    src=_checked(lambda text: runs.tasks_of(text, 0)), conv=_checked(conventions.read), metric=_checked(quality.find),
)  # fmt: skip


def watch_link(
    experiment: Experiment, outcome: Outcome, fold: int, contender: int, t: int, src: str = ""
) -> dict[str, str] | None:
    """Return the link to a contender's round `t` on a fold (both from 0) in Watch; None if Watch cannot load it.

    `src` are the tasks as the page's link names them: it names the data of an upload.
    """
    from rankviz.lab.experiments.replay import replay
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
