"""The visitor's own files in a browser: their format, the roles of a table's columns, and the results of changes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from rankviz.engine.data import sources
from rankviz.engine.data.sniffing import HEAD, sniff
from rankviz.engine.data.tables import roles
from rankviz.engine.errors import DataError, shown
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.state import catalog

FORMATS = ("table", "weak", "duels", "letor")
"""The formats that this page reads; other files need RankViz on a computer."""

ROLE = "role:"
"""The prefix of the name of the control of a column's role."""

OPTION = "option:"
"""The prefix of the name of the control of an option."""

ONLY_HERE = (
    "Your data are only in this tab. Nobody else can open the link, and it ends when the tab is closed."
)

_PAIRS = "pairs"
_ONCE = (roles.ITEM, roles.QUERY, roles.GRADE)


def store_files(scheme: str, files: list[tuple[str, str]]) -> Uploaded:
    """Store files, (name, contents in base64) each, and return them as data, with the roles of columns guessed.

    `scheme` is one of `FORMATS`, or "" to detect it from their contents. Raises DataError for files that cannot be read
    here.
    """
    try:
        found = [(name, base64.b64decode(content, validate=True)) for name, content in files]
    except binascii.Error as error:
        raise DataError("the file did not arrive whole", remedy="Choose it again") from error
    kinds = [sniff(content[:HEAD], name) for name, content in found]
    if len(found) == 2 and kinds[0] == _PAIRS:
        found, kinds = found[::-1], kinds[::-1]
    if kinds[0] == _PAIRS and len(found) == 1:
        raise DataError("these are pairs alone", remedy="Give the table of their items, too")
    for (name, content), kind in zip(found, kinds, strict=True):
        if len(content) > sources.MAX_FILE_BYTES:
            raise DataError("the file is larger than this page reads", file=name, remedy=sources.LIMITS)
        if kind in ("movielens", "multilabel") and not scheme:
            raise DataError(
                f"this is a {sources.FAMILIES[kind].word} file",
                file=name,
                remedy="Run it with RankViz on a computer",
            )
    upload = uploads.store(scheme or _scheme(kinds[0]), found)
    if upload.scheme != "table":
        first = catalog.table(upload)
        return upload.chosen(first.settled() if first else {})
    items = catalog.table(upload)
    assert items is not None
    settled = items.settled()
    head = items.read_as(**settled).first()
    facts = [roles.column(str(name), head[name]) for name in head]
    return upload.chosen({**settled, **roles.as_options(roles.guess(facts, len(head)))})


def controls_of(data: Uploaded) -> Iterator[dict[str, Any]]:
    """Yield the controls of a visitor's files: the role of each column, and the options of their format."""
    upload, options = uploads.find(data)
    if upload.scheme == "table":
        for name, role in _roles(data).items():
            yield {
                "name": f"{ROLE}{name}",
                "label": name,
                "help": "What this column is: a feature is learned from, a higher grade belongs above",
                "kind": "one",
                "value": role,
                "options": [[each, each, ""] for each in roles.ROLES],
            }
    for option in upload.options:
        if option.is_file or option.name in (roles.ITEM, roles.QUERY, roles.GRADE, roles.IGNORE):
            continue
        value = options.get(option.name, option.write(option.default))
        common = {
            "name": f"{OPTION}{option.name}",
            "label": option.label,
            "help": option.help,
            "value": value,
        }
        if option.kind == "choice":
            menu = [[each, each or "recognised", ""] for each in option.choices]
            yield common | {"kind": "one", "options": menu}
        else:
            yield common | {"kind": "flag" if option.kind == "bool" else "text"}


def changed(data: Uploaded, name: str, text: str) -> Uploaded:
    """Return the data with another role of a column, or another option. Raises DataError for unknown ones."""
    upload, options = uploads.find(data)
    if not name.startswith(ROLE):
        return upload.chosen({**options, name.removeprefix(OPTION): text})
    found = _roles(data)
    column = name.removeprefix(ROLE)
    if column not in found or text not in roles.ROLES:
        raise DataError(f"there is no column {shown(column)} that can be {shown(text)}", file=upload.name)
    before = {each: roles.IGNORE if role == text and text in _ONCE else role for each, role in found.items()}
    said = roles.as_options({**before, column: text})
    rest = {option: value for option, value in options.items() if option not in (*_ONCE, roles.IGNORE)}
    return upload.chosen({**rest, **said})


def _roles(data: Uploaded) -> Mapping[str, str]:
    """Return the role of each column, as the options give it."""
    upload, options = uploads.find(data)
    items = catalog.table(upload)
    assert items is not None
    how = (options.get(each, "") for each in ("encoding", "header", "skip"))
    names = [str(name) for name in items.read_as(*how).first()]
    return roles.of_options(names, options)


def _scheme(kind: str | None) -> str:
    """Return the format of a file by its detected kind."""
    return kind if kind in FORMATS else "table"
