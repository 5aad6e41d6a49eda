"""From the SOURCE of an experiment to its tasks: `movielens:u.data?least=100`, `letor:train.txt?tasks=queries` …"""

import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote, unquote_plus

import numpy as np

from rankviz.engine.data import letor, movielens, sources
from rankviz.engine.data.folder import escaped, find, is_text, quote_path
from rankviz.engine.data.letor.fold_files import PARTS
from rankviz.engine.data.listing import listing
from rankviz.engine.data.movielens.reader import MANY
from rankviz.engine.errors import DataError, shown
from rankviz.lab.experiments.tasks import Task, TaskSet, fold_folders, select

FOLDER = "folder"
ALL = "all"
MAX_TASKS = 20_000

OPTIONS: dict[str, dict[str, str]] = {
    "movielens": {
        "least": "lowest number of ratings a user must have (100)",
        "users": "only these users, with commas",
        "most": "highest number of critical pairs of a task",
        "limit": "only so many tasks, the largest",
    },
    "letor": {
        "tasks": "queries: each query is a task; all: the whole file is one, its folds by query where there are enough "
        "(queries)",
        "least": "lowest number of critical pairs of a query (100)",
        "most": "highest number of critical pairs of a query (50000)",
        "limit": "only so many tasks, the largest",
        "query_file": "sizes of the queries, one per line, where lines have no qid (FILE.query or FILE.group)",
    },
    FOLDER: {"limit": "only so many tables, the largest"},
    "synthetic": {"seeds": "how many seeded data sets: one task each (20)"},
    "bundled": {"seeds": "how many seeded samples: one task each (1)"},
}
"""The options of task sets by kind, besides those of the SOURCE itself, with their defaults."""

HELP = (
    "movielens:FILE: each user with 100 ratings or more is a task",
    "letor:FILE: each query is a task, or ?tasks=all; letor:FOLDER: the specified folds Fold1, Fold2, …",
    "letor:FOLDER,FOLDER: the folds of all these folders, a task each: MQ2007,MQ2008 are ten",
    "folder:FOLDER: each table (CSV or Parquet) is a task",
    "synthetic:NAME?seeds=20: seeded data sets of one kind; bundled:all: every bundled data set",
    "any other SOURCE: that one task",
)


@dataclass(frozen=True)
class TaskRequest:
    """A SOURCE split up: kind, name or path, the options of the task set, and the rest as written."""

    kind: str
    target: str
    options: dict[str, str]
    rest: tuple[str, ...]
    confined: bool

    @property
    def base(self) -> str:
        """The SOURCE without the options of the task set."""
        target = quote_path(self.target) if self.kind in ("movielens", "letor") else self.target
        return f"{self.kind}:{target}" + ("?" + "&".join(self.rest) if self.rest else "")

    def number(self, name: str, default: float) -> float:
        """Return a number among the task set's options. Raises DataError."""
        text = self.options.get(name)
        if text is None:
            return default
        if not re.fullmatch(r"[0-9]{1,12}", text):
            raise DataError(f"Option {name} is {shown(text)}", remedy="Give a whole number")
        return float(text)


def task_set(source: str, *, seed: int = 0, confined: bool = False) -> TaskSet:
    """Return the tasks of a SOURCE; see `HELP`.

    `confined`: read only inside RANKVIZ_DATA_DIR, as links must. Raises DataError when there is nothing to do.
    """
    asked = _read(source, confined)
    made = _MAKERS.get(asked.kind, _single)(asked, seed)
    if not made.tasks:
        raise DataError(
            f"{shown(source, 80)} holds no task of that size",
            remedy="Lower least, raise most, or choose other data",
        )
    return replace(made, tasks=_named_apart([replace(task, confined=confined) for task in made.tasks]))


def _few(count: int) -> None:
    """Raise DataError when there are too many tasks, before they are listed."""
    if count > MAX_TASKS:
        raise DataError(
            f"{count:,} tasks are more than the {MAX_TASKS:,} of an experiment", remedy="Give a limit"
        )


def _named_apart(tasks: list[Task]) -> tuple[Task, ...]:
    """Return the tasks with different names."""
    names = _apart([task.name for task in tasks])
    return tuple(replace(task, name=name) for task, name in zip(tasks, names, strict=True))


def _apart(names: list[str]) -> list[str]:
    """Make names different: the second "a" becomes "a~2"."""
    seen: Counter[str] = Counter()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(name if seen[name] == 1 else f"{name}~{seen[name]}")
    return apart


def _read(source: str, confined: bool) -> TaskRequest:
    if not is_text(source):
        raise DataError(f"The name {escaped(source)[:200]} is not UTF-8", remedy="Rename the file or folder")
    kind, colon, rest = source.strip().partition(":")
    kind = kind.lower()
    if not colon or (kind not in OPTIONS and kind not in sources.FAMILIES):
        raise DataError(
            f"{shown(source, 60)} names no tasks",
            remedy=f"Write KIND:NAME; kinds are {', '.join((*sources.FAMILIES, FOLDER))}",
        )
    target, _, query = rest.partition("?")
    options, others = {}, []
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        if name in OPTIONS.get(kind, {}):
            options[name] = unquote_plus(value)
        else:
            others.append(part)
    return TaskRequest(kind, unquote_plus(target), options, tuple(others), confined)


def _movielens(asked: TaskRequest, seed: int) -> TaskSet:
    _none_left(asked)
    path = find(asked.target, confined=asked.confined)
    table = movielens.users(path)
    everybody = len(table)
    users = [part.strip() for part in asked.options.get("users", "").split(",") if part.strip()]
    if users:
        table = table[table["user"].astype(str).isin(users)]
        why = "are not among those asked for"
    else:
        least = int(asked.number("least", MANY))
        table = table[table["ratings"] >= least]
        why = f"have fewer than {least:,} ratings"
    before = (everybody - len(table), why)
    table = table.sort_values("user")
    chosen, selected = _sized(asked, "users", table["pairs"].to_numpy(np.float64), before=before)
    table = table.iloc[chosen]
    tasks = [
        Task(f"user-{user}", f"{asked.base}?user={user}", float(pairs))
        for user, pairs in zip(table["user"], table["pairs"], strict=True)
    ]
    return TaskSet(f"MovieLens, {path.name}", tuple(tasks), (path,), selected=selected)


def _letor(asked: TaskRequest, seed: int) -> TaskSet:
    _none_left(asked)
    path = find(asked.target, confined=asked.confined)
    if os.path.isdir(path):
        return _letor_folds(asked, [asked.target])
    if "," in asked.target and not path.exists():
        return _letor_folds(asked, [part.strip() for part in asked.target.split(",")])
    named = asked.options.get("query_file", "")
    query_file = find(named, confined=asked.confined, beside=path) if named else None
    files = (path, *letor.companions(path, query_file))
    also = f"query_file={quote(named)}" if named else ""
    way = asked.options.get("tasks", "queries")
    if way == ALL:
        source = f"{asked.base}?{also}".rstrip("?")
        return TaskSet(f"LETOR, {path.name}, the whole file one task", (Task("all", source),), files)
    if way != "queries":
        raise DataError(f"Option tasks is {shown(way)}", remedy=f"Choose queries or {ALL}")
    table = letor.queries(path, query_file=query_file)
    note = table.attrs["note"]
    work = table["pairs"].to_numpy(np.float64)
    chosen, selected = _sized(asked, "queries", work, least=100, most=50_000)
    table = table.iloc[chosen]
    tasks = [
        Task(
            f"query-{_slug(query)}",
            f"{asked.base}?{also}&queries={query}".replace("?&", "?"),
            float(pairs),
            query,
        )
        for query, pairs in zip(table["query"].astype(str), table["pairs"], strict=True)
    ]
    title = f"LETOR, {path.name}, each query is a task" + (f" ({note.rstrip('.')})" if note else "")
    return TaskSet(title, tuple(tasks), files, selected=selected)


def _letor_folds(asked: TaskRequest, targets: list[str]) -> TaskSet:
    """Return the folds of one folder, or of several: then each fold's name begins with its folder's."""
    places = [find(target, confined=asked.confined) for target in targets]
    titles = _apart([_slug(place.resolve().name) for place in places])
    tasks, files = [], []
    for target, place, title in zip(targets, places, titles, strict=True):
        if [each.resolve() for each in places].count(place.resolve()) > 1:
            raise DataError(f"The folder {shown(target)} appears twice", remedy="Name each folder once")
        for folder in _folds_in(place, target, asked.confined):
            parts = [folder / part for part in PARTS]
            source = f"letor:{quote_path(str(Path(target) / folder.relative_to(place) / PARTS[0]))}"
            name = _slug(folder.name) if len(places) == 1 else f"{title}-{_slug(folder.name)}"
            tasks.append(Task(name, source, parts=tuple(str(part.absolute()) for part in parts)))
            files += [each for part in parts for each in (part, *letor.companions(part))]
    _few(len(tasks))
    return TaskSet(f"LETOR, {' and '.join(titles)}, the specified folds", tuple(tasks), tuple(files))


def _folds_in(place: Path, target: str, confined: bool) -> list[Path]:
    if not place.is_dir():
        raise DataError(
            "there is no such folder",
            file=target,
            remedy="Separate several folders with commas",
        )
    found = fold_folders(place, confined=confined)
    _few(len(found))
    if not found:
        raise DataError(
            f"there is no folder with {', '.join(PARTS)}",
            file=place.name,
            remedy="Give the folder of a LETOR 4.0 data set, with Fold1, Fold2 …, or one of its files",
        )
    return found


def _folder(asked: TaskRequest, seed: int) -> TaskSet:
    _none_left(asked)
    path = find(asked.target, confined=asked.confined)
    if not os.path.isdir(path):
        raise DataError("there is no such folder", file=asked.target, remedy="Give a folder of tables")
    found = listing(path)
    entries = [entry for entry in found.entries if entry.kind in ("table", "weak")]
    tasks, files = [], []
    for entry in entries:
        inside = sources.parse(entry.source)
        paths = [Path(asked.target) / inside.target]
        options = ""
        if "pairs" in inside.options:
            paths.append(Path(asked.target) / inside.options["pairs"])
            options = f"?pairs={quote_path(str(paths[1]))}"
        source = f"{inside.scheme}:{quote_path(str(paths[0]))}{options}"
        tasks.append(Task(_slug(entry.path), source, float(entry.bytes)))
        files += [path / each.relative_to(asked.target) for each in paths]
    chosen, selected = _sized(asked, "tables", np.array([task.work for task in tasks]))
    return TaskSet(
        f"Tables of {path.name}",
        tuple(tasks[i] for i in chosen),
        tuple(dict.fromkeys(files)),
        tuple(found.notes),
        selected,
    )


def _synthetic(asked: TaskRequest, seed: int) -> TaskSet:
    return _seeded(asked, seed, 20)


def _bundled(asked: TaskRequest, seed: int) -> TaskSet:
    if asked.target != ALL:
        return _seeded(asked, seed, 1)
    _none_left(asked)
    entries = sources.FAMILIES["bundled"].entries
    # No sample of items can be drawn from battles, because each item is its own ranker.
    names = [
        name for name, entry in entries.items() if any(option.name == "seed" for option in entry.options)
    ]
    return TaskSet("Every bundled data set", tuple(Task(name, f"bundled:{name}") for name in names))


def _seeded(asked: TaskRequest, seed: int, default: int) -> TaskSet:
    base = sources.canonical(asked.base)
    count = int(asked.number("seeds", default))
    if count < 1:
        raise DataError("No seed was asked for", remedy="Give seeds=20, for example")
    _few(count)
    parts = sources.parse(base)
    drawn = "seed" in {option.name for option in parts.family.options_of(parts.target)}
    if count == 1 or not drawn or "seed" in parts.options:
        if count > 1 and "seeds" in asked.options:
            raise DataError(f"{base} is the same under every seed", remedy="Leave out seeds")
        return _single(asked, seed)
    mark = "&" if "?" in base else "?"
    tasks = [Task(f"seed-{s}", sources.canonical(f"{base}{mark}seed={s}")) for s in range(seed, seed + count)]
    return TaskSet(f"{base}, {count} seeds", tuple(tasks))


def _single(asked: TaskRequest, seed: int) -> TaskSet:
    base = sources.canonical(asked.base)
    parts = sources.parse(base)
    files: list[Path] = []
    if parts.family.reads_file:
        files.append(find(parts.target, confined=asked.confined))
        if "pairs" in parts.options:
            files.append(find(parts.options["pairs"], confined=asked.confined, beside=files[0]))
    return TaskSet(base, (Task(_slug(parts.target or parts.scheme), base),), tuple(files))


def _sized(
    asked: TaskRequest,
    what: str,
    work: np.ndarray,
    least: float = 0,
    most: float = 1e18,
    before: tuple[int, str] = (0, ""),
) -> tuple[np.ndarray, str]:
    """Return the positions of the tasks that the options select, of work (N,), and their number of all and why.

    `before` says how many were left out before, and why. Raises DataError for too many.
    """
    if asked.kind != "movielens":  # there `least` counts ratings, not pairs
        least = asked.number("least", least)
    most, limit = asked.number("most", most), int(asked.number("limit", 0))
    chosen = select(work, least=least, most=most, limit=limit)
    _few(len(chosen))
    few, many = int((work < least).sum()), int((work > most).sum())
    smaller = len(work) - few - many - len(chosen)
    reasons = [
        before,
        (few, f"have fewer than {int(least):,} pairs"),
        (many, f"have more than {int(most):,} pairs"),
        (smaller, f"are smaller than the {limit:,} largest"),
    ]
    left_out = [f"{count:,} {_one(why) if count == 1 else why}" for count, why in reasons if count]
    whole = f"{len(chosen):,} of {len(work) + before[0]:,} {what}"
    return chosen, "; ".join([whole, *left_out]) if left_out else ""


def _one(why: str) -> str:
    """Return the words for a single one."""
    return why.replace("have ", "has ", 1).replace("are ", "is ", 1)


def _none_left(asked: TaskRequest) -> None:
    if asked.rest:
        known = ", ".join(OPTIONS[asked.kind])
        raise DataError(
            f"A set of {asked.kind} tasks has no option {shown(asked.rest[0].partition('=')[0])}",
            remedy=f"There are {known}",
        )


def _slug(text: str) -> str:
    """Return the text as a part of a file name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "task"


_MAKERS: dict[str, Callable[[TaskRequest, int], TaskSet]] = {
    "movielens": _movielens,
    "letor": _letor,
    FOLDER: _folder,
    "synthetic": _synthetic,
    "bundled": _bundled,
}
