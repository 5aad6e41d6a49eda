"""SOURCE strings: one line that says which data to load, in a link, on the command line and in Python.

`scenario:NAME`, `synthetic:NAME`, `bundled:NAME` make their data and `inline:` holds them; `letor:PATH`,
`movielens:PATH`, `table:PATH` and `weak:PATH` read a file. Options follow as `?name=value&name=value`, URL-encoded.
`model:PATH?data=SOURCE` reads a trained ranker, and the data of a SOURCE inside to watch it on.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, unquote_plus

from rankviz.engine import arguments
from rankviz.engine.choice import Choice, Choices, Value
from rankviz.engine.data.entries import Entry
from rankviz.engine.data.folder import data_dir, find, inside_data_dir, quote_path, quote_value
from rankviz.engine.data.formats import FAMILIES, Family
from rankviz.engine.data.listing import FileEntry, list_data_dir
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.problem_checks import THRESHOLDS
from rankviz.engine.data.reading import LIMITS, MAX_FILE_BYTES, Readable
from rankviz.engine.data.sniffing import HEAD, sniff
from rankviz.engine.errors import DataError, as_given, shown

if TYPE_CHECKING:
    from rankviz.engine.data.tables import Table

__all__ = [
    "FAMILIES",
    "LIMITS",
    "MAX_FILE_BYTES",
    "Entry",
    "Family",
    "FileEntry",
    "Choice",
    "Source",
    "canonical",
    "clamp_options",
    "data_dir",
    "inside_data_dir",
    "list_data_dir",
    "load",
    "load_upload",
    "parse",
    "sniff",
    "with_query_file",
]


@dataclass(frozen=True)
class Source:
    """A legal description of data: a scheme, the name or path after it, and options, each as text.

    :func:`parse` makes one from text where it comes in; from there on it is passed unchanged. Options are kept in one
    form, without those at their default, so that the same data are the same Source; a given seed stays, even 0: without
    it the seed of the run would count. Raises DataError for an unknown scheme, name or option, with the nearest, and
    for a value that is not legal.
    """

    scheme: str
    target: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_target(self.scheme, self.target)
        known = {option.name: option for option in self.family.options_of(self.target)}
        for name in self.options:
            if name not in known:
                where = self.scheme if self.family.reads_file else f"{self.scheme}:{self.target}"
                raise _unknown(f"{where} has no option", name, list(known))
        values = {name: known[name].parse(self.options[name]) for name in known if name in self.options}
        if self.family.inner:
            values[self.family.inner] = _inner(str(values.get(self.family.inner, ""))).text
        kept = [name for name in sorted(values) if name == "seed" or values[name] != known[name].default]
        object.__setattr__(self, "options", {name: known[name].write(values[name]) for name in kept})

    def __hash__(self) -> int:
        return hash((self.scheme, self.target, *self.options.items()))

    @property
    def family(self) -> Family:
        """The family of this scheme."""
        return FAMILIES[self.scheme]

    @cached_property
    def text(self) -> str:
        """The SOURCE as text, in its canonical form."""
        given = [f"{name}={quote_value(value)}" for name, value in self.options.items()]
        target = quote_path(self.target) if self.family.reads_file else self.target
        return f"{self.scheme}:{target}" + ("?" + "&".join(given) if given else "")

    def values(self) -> dict[str, Value]:
        """Return every option's value: those given, and the defaults."""
        found = {option.name: option.default for option in self.family.options_of(self.target)}
        for option in self.family.options_of(self.target):
            if option.name in self.options:
                found[option.name] = option.parse(self.options[option.name])
        return found

    @property
    def inner(self) -> "Source":
        """The SOURCE of the data on which a model is watched."""
        return parse(self.options[self.family.inner])

    def with_options(self, **options: str) -> "Source":
        """Return the same data with these options, too."""
        return replace(self, options={**self.options, **options})

    @property
    def takes_seed(self) -> bool:
        """True when the seed of a run changes these data: they are random, and name no seed themselves."""
        if self.family.inner:
            return self.inner.takes_seed
        options = self.family.options_of(self.target)
        return "seed" not in self.options and any(option.name == "seed" for option in options)


def load(spec: str | Source, *, seed: int = 0, confined: bool = False) -> Problem:
    """Load the problem that a SOURCE describes, as text or parsed.

    Raises DataError, one sentence, for everything that is wrong with the SOURCE or the data.

    Parameters
    ----------
    seed : used where the data are seeded and the SOURCE itself names no seed; they take 0 to 2³¹ − 1.
    confined : read files only inside RANKVIZ_DATA_DIR, as links must.

    >>> rankviz.load("bundled:wine")
    <Problem bundled:wine: 178 items, 13 features, 1 query, 10,429 pairs>
    """
    seed = arguments.seed(seed)
    source = spec if isinstance(spec, Source) else parse(spec)
    if source.family.inner:
        return _load_model(source, seed, confined)
    if seed and source.takes_seed:
        source = source.with_options(seed=str(seed))
    options = source.values()
    if source.family.reads_file:
        return _load_file(source, options, confined)
    return source.family.entries[source.target].build(**options, spec=source.text)


def canonical(spec: str) -> str:
    """Return the canonical form of a SOURCE: options sorted, defaults dropped, values in their shortest form.

    Raises DataError.
    """
    return parse(spec).text


def clamp_options(spec: str) -> tuple[Source, list[str]]:
    """Make a SOURCE from a link legal: bring values into range and drop unknown options, with a message for each.

    Returns the SOURCE and the messages. Raises DataError when scheme or name is unknown.
    """
    messages: list[str] = []
    scheme, target, options = _split(spec, messages)
    _check_target(scheme, target)
    known = Choices(FAMILIES[scheme].options_of(target), owner="these data")
    values, changed = known.read(options)
    legal = {name: known[name].write(value) for name, value in values.items()}
    return Source(scheme, target, legal), messages + changed


def parse(spec: str) -> Source:
    """Parse a SOURCE. Raises DataError for one that is not legal (see :class:`Source`)."""
    return Source(*_split(spec))


def load_upload(scheme: str, data: "Readable | Table", name: str, /, **given: Any) -> Problem:
    """Load the problem of an uploaded file. Its source reads "upload:NAME" and cannot travel in a link.

    `scheme` is one that reads files; `given` are the options of that family, and its partner's arguments.
    """
    if scheme not in FAMILIES or not FAMILIES[scheme].reads_file:
        kinds = [each for each, family in FAMILIES.items() if family.reads_file]
        raise _unknown("There is no kind of upload", scheme, kinds)
    family = FAMILIES[scheme]
    known = {option.name: option for option in family.options}
    for option in given:
        if option not in (*known, *family.second):
            raise _unknown(f"{scheme} has no option", option, list(known))
    given = {
        name: known[name].parse(value)
        if name in known and isinstance(value, str) and not known[name].is_file
        else value
        for name, value in given.items()
    }
    if family.inner:
        named = str(given.get("data_name", ""))
        given = {family.inner: _beside(given.get(family.inner), named), "data_name": named}
    return _read(family, data, given, name=name, spec=f"upload:{quote_path(name)}")


def _beside(data: Any, name: str) -> Problem:
    """Load the data uploaded with a model, of the kind that their first lines show. Raises DataError."""
    if not data:
        raise DataError(
            "A ranker needs data to be watched on",
            remedy="Upload data with the features it was trained on, too",
        )
    kind = sniff(bytes(data[:HEAD]), name)
    family = FAMILIES.get(kind or "")
    if kind is None or family is None or not family.reads_file or family.has_model:
        raise DataError("a model cannot be shown on these data", file=name, remedy="Give LETOR or a table")
    return load_upload(kind, data, name)


def with_query_file(source: str, path: str) -> str:
    """Return a letor SOURCE that takes its query sizes from a file. Raises DataError for another SOURCE."""
    if source.strip().partition(":")[0].lower() != "letor":
        raise DataError(f"{shown(source, 60)} takes no query file", remedy="Give one for letor:PATH")
    return f"{source.strip()}{'&' if '?' in source else '?'}query_file={quote(path)}"


def _load_file(source: Source, options: dict[str, Value], confined: bool) -> Problem:
    path = find(source.target, confined=confined)
    second = {
        option.name: find(str(options[option.name]), confined=confined, beside=path)
        for option in source.family.options
        if option.is_file and options[option.name]
    }
    # The problem's SOURCE states what its file implies, so that it loads the same elsewhere.
    source = source.with_options(
        **{name: of(path) for name, of in source.family.implied.items() if not options[name]}
    )
    return _read(source.family, path, {**options, **second}, spec=source.text)


def _load_model(source: Source, seed: int, confined: bool) -> Problem:
    """Return the data of the inner SOURCE, with the model of the file."""
    path = find(source.target, confined=confined)
    data = load(source.inner, seed=seed, confined=confined)
    # The problem's SOURCE states what the inner data imply, so that it loads the same elsewhere.
    source = source.with_options(**{source.family.inner: data.source})
    return _read(source.family, path, {source.family.inner: data}, spec=source.text)


def _inner(text: str) -> Source:
    """Return the SOURCE inside another. Raises DataError for none, and for one that holds a model itself."""
    if not text:
        raise DataError(
            "the model has no data to be watched on",
            remedy="Write model:FILE?data=SOURCE, such as model:model.txt?data=letor:test.txt",
        )
    found = parse(text)
    if found.family.inner:
        raise DataError("the data of a model cannot be a model", remedy="Give the SOURCE of the data alone")
    return found


def _read(family: Family, data: "Readable | Table", given: Mapping[str, Any], **about: str) -> Problem:
    """Build the problem of a file with its options; a second file that is not given is left to the reader."""
    assert family.reader is not None
    chosen = {key: value for key, value in given.items() if value != "" or key not in family.second}
    thresholds = chosen.pop(THRESHOLDS.name, THRESHOLDS.default)
    problem = family.reader()(data, **about, **chosen)
    return problem if thresholds == THRESHOLDS.default else replace(problem, thresholds=thresholds)


def _split(spec: str, messages: list[str] | None = None) -> tuple[str, str, dict[str, str]]:
    """Return scheme, target, options as text. Broken options raise DataError, or go with a message into `messages`."""
    text = str(spec) if isinstance(spec, str | PathLike) else ""
    scheme, colon, rest = text.strip().partition(":")
    if not colon:
        raise DataError(
            f"{as_given(text or spec, 60)} names no data",
            remedy=_FRAME
            if hasattr(spec, "to_csv")
            else "Write KIND:NAME such as bundled:wine; kinds are " + ", ".join(FAMILIES),
        )
    target, _, query = rest.partition("?")
    options: dict[str, str] = {}
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        name = unquote_plus(name).strip()
        if not part:
            continue
        if not equals or name in options:
            what = "appears twice" if name in options else "has no value"
            error = DataError(
                f"option {shown(name)} {what}", remedy="Options are written name=value&name=value"
            )
            if messages is None:
                raise error
            messages.append(str(error))
            continue
        options[name] = unquote_plus(value)
    return scheme.strip().lower(), unquote(target).strip(), options


_FRAME = 'Save it, df.to_csv("table.csv", index=False), and load "table:table.csv"; arrays go to Problem.from_arrays'


def _check_target(scheme: str, target: str) -> None:
    if scheme not in FAMILIES:
        raise _unknown("There is no kind of data", scheme, list(FAMILIES))
    family = FAMILIES[scheme]
    if family.reads_file and not target:
        raise DataError(f"{scheme}: names no file", remedy=f"Write {scheme}:PATH")
    if not family.reads_file and target not in family.entries:
        if not any(family.entries):
            raise DataError(
                f"{shown(target)} is not a list of items",
                remedy=f"Write {scheme}:?items=…, such as {scheme}:?items=a,b&h1=10&pairs=a>b",
            )
        raise _unknown(f"There are no {scheme} data called", target, list(family.entries))


def _unknown(none: str, given: str, known: list[str]) -> DataError:
    """The error for a name that is not known; `none` says of what there is none, up to the name."""
    near = difflib.get_close_matches(given.lower(), known, n=1, cutoff=0.5)
    meant = f"; the nearest is {near[0]}" if near else ""
    remedy = f"Choose from: {', '.join(known)}" if known else "It has no options"
    return DataError(f"{none} {shown(given)}{meant}", remedy=remedy)
