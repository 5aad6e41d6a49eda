"""Every family of sources with its names and options: menus, `--help` and links are made from this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rankviz.data import tables
from rankviz.data.builtin import bundled, inline, scenarios, synthetic
from rankviz.data.entries import Entry, Option


@dataclass(frozen=True)
class Family:
    """A scheme of SOURCEs. `entries` names what it makes; a family without entries reads a file.

    `options` are those of a file; the options of an entry stand with the entry.
    """

    scheme: str
    label: str
    help: str
    entries: Mapping[str, Entry]
    options: tuple[Option, ...] = ()

    @property
    def reads_file(self) -> bool:
        """Whether a path follows the scheme, and not a name."""
        return not self.entries

    def options_of(self, target: str) -> tuple[Option, ...]:
        """The options of one entry, or of a file."""
        return self.options if self.reads_file else self.entries[target].options


def _named(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.name: entry for entry in entries}


def _text(name: str, label: str, help: str, default: str = "") -> Option:
    return Option(name, label, "text", default, help)


def _file(name: str, label: str, help: str) -> Option:
    return Option(name, label, "text", "", help, is_file=True)


_PAIRS = _file("pairs", "Pairs", "A table with the columns higher and lower.")

FAMILIES: dict[str, Family] = {
    family.scheme: family
    for family in (
        Family("bundled", "Real data, bundled", "Small real data sets.", _named(bundled.ENTRIES)),
        Family(
            "synthetic", "Made-up data", "Seeded data that show one thing each.", _named(synthetic.ENTRIES)
        ),
        Family("scenario", "Worked examples", "The paper's counterexamples.", _named(scenarios.ENTRIES)),
        Family(
            "inline", "Built by hand", "A few items, written into the link itself.", _named(inline.ENTRIES)
        ),
        Family(
            "letor",
            "LETOR / svmlight",
            "Graded documents with query ids.",
            {},
            (
                _text("queries", "Queries", "Ids of the queries to keep, with commas; all when empty."),
                _file(
                    "query_file",
                    "Query file",
                    "Sizes of the queries, one a line, where lines have no qid; FILE.query and FILE.group are found.",
                ),
            ),
        ),
        Family(
            "movielens",
            "MovieLens",
            "One user's ratings; the other users are the features.",
            {},
            (_text("user", "User", "Whose ranking to learn."),),
        ),
        Family(
            "table",
            "Your own table",
            "Items with numeric features, and grades or pairs (CSV or Parquet).",
            {},
            (
                _text(
                    "grade",
                    "Grade column",
                    "The column of grades; not used when there are pairs.",
                    tables.GRADE,
                ),
                _PAIRS,
                _text("query", "Query column", "Items are compared inside a query only."),
            ),
        ),
        Family("weak", "Your own weak rankers", "Items with columns of 0 and 1, and pairs.", {}, (_PAIRS,)),
    )
}
"""Every family of sources; menus, `--help` and links are made from it."""
