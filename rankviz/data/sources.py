"""SOURCE strings: one line that says which data to load, in a link, on the command line and in Python.

`scenario:NAME`, `synthetic:NAME`, `bundled:NAME` make their data and `inline:` holds them; `letor:PATH`,
`movielens:PATH`, `table:PATH` and `weak:PATH` read a file. Options follow as `?name=value&name=value`, URL-encoded.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, unquote, unquote_plus

from rankviz import arguments
from rankviz.choice import Choice, Value
from rankviz.data.entries import Entry
from rankviz.data.folder import data_dir, find, inside_data_dir, quote_path
from rankviz.data.formats import FAMILIES, Family
from rankviz.data.listing import FileEntry, list_data_dir
from rankviz.data.problem import Problem
from rankviz.data.reading import LIMITS, MAX_FILE_BYTES, Source
from rankviz.data.sniffing import sniff
from rankviz.errors import DataError, shown

__all__ = [
    "FAMILIES",
    "LIMITS",
    "MAX_FILE_BYTES",
    "Entry",
    "Family",
    "FileEntry",
    "Choice",
    "Spec",
    "canonical",
    "clamp_options",
    "data_dir",
    "inside_data_dir",
    "list_data_dir",
    "load",
    "load_upload",
    "parse",
    "sniff",
    "values",
    "with_query_file",
    "write",
]


@dataclass(frozen=True)
class Spec:
    """A SOURCE taken apart: its scheme, the name or path behind it, and the options given, as text."""

    scheme: str
    target: str
    options: Mapping[str, str]

    @property
    def family(self) -> Family:
        """The family of this scheme."""
        return FAMILIES[self.scheme]


def load(spec: str, *, seed: int = 0, confined: bool = False) -> Problem:
    """Load the problem that a SOURCE describes.

    Parameters
    ----------
    seed : used where the data are seeded and the SOURCE itself names no seed; they take 0 to 2³¹ − 1.
    confined : read files only inside RANKVIZ_DATA_DIR, as links must.

    Raises DataError, one sentence, for everything that is wrong with the SOURCE or the data.
    """
    seed = arguments.seed(seed)
    parts = parse(spec)
    options = values(parts)
    if seed and "seed" in options and "seed" not in parts.options:
        parts = replace(parts, options={**parts.options, "seed": str(seed)})
        options = values(parts)
    source = write(parts)
    if parts.family.reads_file:
        return _load_file(parts, options, source, confined)
    return parts.family.entries[parts.target].build(**options, spec=source)


def canonical(spec: str) -> str:
    """Return the canonical form of a SOURCE: options sorted, defaults dropped, values in their shortest form.

    A given seed stays, 0 too: without it the seed of the run would count. Raises DataError.
    """
    parts = parse(spec)
    values(parts)
    return write(parts)


def clamp_options(spec: str) -> tuple[str, list[str]]:
    """Make a SOURCE from a link legal: bring values into range and drop unknown options, with a message for each.

    Returns the canonical SOURCE and the messages. Raises DataError when scheme or name is unknown.
    """
    messages: list[str] = []
    scheme, target, options = _split(spec, messages)
    _check_target(scheme, target)
    known = {option.name: option for option in FAMILIES[scheme].options_of(target)}
    legal = {}
    for name, text in options.items():
        if name not in known:
            messages.append(f"The data have no option {shown(name)}; it is left out.")
            continue
        value, sentence = known[name].clamp(text)
        legal[name] = known[name].write(value)
        messages += [sentence] if sentence else []
    return write(Spec(scheme, target, legal)), messages


def parse(spec: str) -> Spec:
    """Take a SOURCE apart. Raises DataError for an unknown scheme, name or option, with the nearest."""
    scheme, target, options = _split(spec)
    _check_target(scheme, target)
    known = [option.name for option in FAMILIES[scheme].options_of(target)]
    for name in options:
        if name not in known:
            raise _unknown(
                f"{scheme}:{target}" if not FAMILIES[scheme].reads_file else scheme, "option", name, known
            )
    return Spec(scheme, target, options)


def write(parts: Spec) -> str:
    """The canonical text of a SOURCE (see :func:`canonical`)."""
    known = {option.name: option for option in parts.family.options_of(parts.target)}
    given = []
    for name in sorted(parts.options):
        value = known[name].parse(parts.options[name])
        if value != known[name].default or name == "seed":
            given.append(f"{name}={quote(known[name].write(value), safe='/,:@~>{}')}")
    target = quote_path(parts.target) if parts.family.reads_file else parts.target
    return f"{parts.scheme}:{target}" + ("?" + "&".join(given) if given else "")


def load_upload(
    scheme: str,
    data: Source,
    name: str,
    *,
    pairs: Source | None = None,
    pairs_name: str | None = None,
    titles: Source | None = None,
    query_file: Source | None = None,
    query_file_name: str | None = None,
    **options: Any,
) -> Problem:
    """Load the problem of an uploaded file. Its source reads "upload:NAME" and cannot travel in a link.

    `scheme` is one that reads files; `options` are that family's; `pairs`, `titles` and `query_file` further uploads.
    """
    if scheme not in FAMILIES or not FAMILIES[scheme].reads_file:
        raise _unknown(
            "an upload", "kind", scheme, [each for each, family in FAMILIES.items() if family.reads_file]
        )
    known = [option.name for option in FAMILIES[scheme].options]
    for option in options:
        if option not in known:
            raise _unknown(scheme, "option", option, known)
    second: dict[str, Any] = {
        "pairs": pairs,
        "pairs_name": pairs_name,
        "titles": titles,
        "query_file": query_file,
        "query_file_name": query_file_name,
    }
    return _read(scheme, data, name, options, f"upload:{quote_path(name)}", second)


def with_query_file(source: str, path: str) -> str:
    """Return a letor SOURCE that takes its query sizes from a file. Raises DataError for another SOURCE."""
    if source.strip().partition(":")[0].lower() != "letor":
        raise DataError(f"{shown(source, 60)} takes no query file", remedy="Give one for letor:PATH")
    return f"{source.strip()}{'&' if '?' in source else '?'}query_file={quote(path)}"


def _load_file(parts: Spec, options: dict[str, Value], source: str, confined: bool) -> Problem:
    path = find(parts.target, confined=confined)
    second = {
        option.name: find(str(options[option.name]), confined=confined, beside=path)
        for option in parts.family.options
        if option.is_file and options[option.name]
    }
    implied = {name: of(path) for name, of in parts.family.implied.items() if not options[name]}
    if implied:  # the problem's SOURCE says them, so that it loads the same elsewhere
        source = write(replace(parts, options={**parts.options, **implied}))
    return _read(parts.scheme, path, None, options, source, second)


def _read(
    scheme: str,
    data: Source,
    name: str | None,
    options: Mapping[str, Value],
    source: str,
    second: Mapping[str, Any],
) -> Problem:
    family = FAMILIES[scheme]
    assert family.reader is not None
    files = {option.name for option in family.options if option.is_file}
    chosen = {key: value for key, value in options.items() if key not in files}
    partner = {argument: second.get(argument) for argument in family.partner}
    return family.reader()(data, name=name, spec=source, **partner, **chosen)


def _split(spec: str, messages: list[str] | None = None) -> tuple[str, str, dict[str, str]]:
    """Scheme, target, options as text. Broken options raise DataError, or go with a message into `messages`."""
    scheme, colon, rest = str(spec).strip().partition(":")
    if not colon:
        raise DataError(
            f"{shown(spec, 60)} names no data",
            remedy="Write KIND:NAME such as bundled:wine; kinds are " + ", ".join(FAMILIES),
        )
    target, _, query = rest.partition("?")
    options: dict[str, str] = {}
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        name = unquote_plus(name).strip()
        if not part:
            continue
        if not equals or name in options:
            what = "stands twice" if name in options else "has no value"
            error = DataError(
                f"option {shown(name)} {what}", remedy="Options are written name=value&name=value"
            )
            if messages is None:
                raise error
            messages.append(str(error))
            continue
        options[name] = unquote_plus(value)
    return scheme.strip().lower(), unquote(target).strip(), options


def _check_target(scheme: str, target: str) -> None:
    if scheme not in FAMILIES:
        raise _unknown("SOURCE", "kind of data", scheme, list(FAMILIES))
    family = FAMILIES[scheme]
    if family.reads_file and not target:
        raise DataError(f"{scheme}: names no file", remedy=f"Write {scheme}:PATH")
    if not family.reads_file and target not in family.entries:
        raise _unknown(f"{scheme}:", "name", target, list(family.entries))


def _unknown(where: str, what: str, given: str, known: list[str]) -> DataError:
    near = difflib.get_close_matches(given.lower(), known, n=1, cutoff=0.5)
    meant = f"; the nearest is {near[0]}" if near else ""
    names = ", ".join(known) or "none"
    return DataError(f"{where} has no {what} {shown(given)}{meant}", remedy=f"Known are: {names}")


def values(parts: Spec) -> dict[str, Value]:
    """Every option's value: those given, checked, and the defaults."""
    found: dict[str, Value] = {}
    for option in parts.family.options_of(parts.target):
        given = parts.options.get(option.name)
        found[option.name] = option.default if given is None else option.parse(given)
    return found
