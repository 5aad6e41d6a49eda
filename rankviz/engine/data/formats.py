"""Every family of sources with its names and options: menus, `--help` and links are generated from it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rankviz.engine.choice import Choice
from rankviz.engine.data.battles import RULE
from rankviz.engine.data.builtin import bundled, inline, places_to_stay, scenarios, synthetic, trained
from rankviz.engine.data.encodings import ENCODINGS
from rankviz.engine.data.entries import DROP, FIRST, GRADE, ITEM, NONE, Entry
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.problem_checks import THRESHOLDS

Reader = Callable[..., Problem]


@dataclass(frozen=True)
class Partner:
    """The second file of a format.

    Attributes
    ----------
    argument : the reader's argument for it.
    named : the reader's argument for its name, where messages name it.
    label : what to upload there.
    """

    argument: str
    label: str
    named: str = ""


@dataclass(frozen=True)
class Family:
    """A scheme of SOURCEs. `entries` names its data sets; a family without entries reads a file.

    Attributes
    ----------
    options : those of a file; the options of an entry are in the entry.
    reader : loads the function that builds the Problem of a file, from (source, name=, spec=, the arguments of
        `partner`, the options).
    partner : the second file, if there may be one.
    table : its files are tables, which are parsed once (`rankviz.engine.data.tables.Table`).
    implied : the value of an empty option, as a file implies it.
    word : the word for one of its files in a list.
    whole : files are read as a whole, so files beyond `reading.MAX_FILE_BYTES` cannot be loaded.
    inner : the option that is itself a SOURCE, for the data that the file's model is watched on; "" for none.
    has_model : a trained ranker comes with its data.
    """

    scheme: str
    label: str
    help: str
    entries: Mapping[str, Entry]
    options: tuple[Choice, ...] = ()
    reader: Callable[[], Reader] | None = None
    partner: Partner | None = None
    table: bool = False
    implied: Mapping[str, Callable[[Path], str]] = field(default_factory=dict)
    word: str = ""
    whole: bool = True
    inner: str = ""
    has_model: bool = False

    @property
    def reads_file(self) -> bool:
        """True where a path follows the scheme, and not a name."""
        return not self.entries

    @property
    def second(self) -> tuple[str, ...]:
        """The reader's arguments for a second file and its name."""
        return tuple(filter(None, (self.partner.argument, self.partner.named))) if self.partner else ()

    def options_of(self, target: str) -> tuple[Choice, ...]:
        """Return the options of one entry, or of a file."""
        return self.options if self.reads_file else self.entries[target].options


def _named(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.name: entry for entry in entries}


def _text(name: str, label: str, help: str, default: str = "") -> Choice:
    return Choice(name, label, "text", default, help)


def _file(name: str, label: str, help: str) -> Choice:
    return Choice(name, label, "file", "", help)


# ---------------------------------------------------------------- readers, which import pandas: loaded with a file


def _letor() -> Reader:
    """Load the reader of LETOR and svmlight files."""
    from rankviz.engine.data.letor import read

    return read


def _multilabel() -> Reader:
    """Load the reader of LIBSVM's multilabel files."""
    from rankviz.engine.data.multilabel import read

    return read


def _movielens() -> Reader:
    """Load the reader of MovieLens ratings."""
    from rankviz.engine.data.movielens import read

    return read


def _table() -> Reader:
    """Load the reader of a table of items with grades or pairs."""
    from rankviz.engine.data.tables import read

    return read


def _weak() -> Reader:
    """Load the reader of a table of 0/1 weak rankers with pairs."""
    from rankviz.engine.data.tables import read_weak

    return read_weak


def _duels() -> Reader:
    """Load the reader of tables of votes."""
    from rankviz.engine.data.duels import read

    return read


def _model() -> Reader:
    """Load the reader of another library's ranker, which takes the problem to watch it on as `data`."""
    from rankviz.engine.data.models.reader import on_data

    return on_data


def _first_user(path: Path) -> str:
    """Return the first user of a MovieLens file among those to choose from. Raises DataError."""
    from rankviz.engine.data.movielens import users

    return str(users(path)["user"].iloc[0])


# ---------------------------------------------------------------- the families

_HEADER = (
    Choice(
        "header",
        "Header",
        "choice",
        "",
        "none: no line has the columns' names, which are then 1, 2, 3, …; first: line 1 has them; empty: you are "
        "asked.",
        choices=("", FIRST, NONE),
    ),
    _text(
        "skip",
        "Lines to leave out",
        "Numbers of lines: 1-2 for titles above the header, 2 for a further header.",
    ),
)
"""The place of the names of a table's columns."""
_DROP = Choice(
    "drop",
    DROP,
    "bool",
    False,
    "Leave out rows without a grade, and pairs of unknown items, of one item or of two queries.",
)
LETOR_OPTIONS = (
    replace(_DROP, help="Leave out lines that repeat a document of their query."),
    THRESHOLDS,
)
"""The options of LETOR files."""
_PAIR_OPTIONS = (
    _text(
        "pair_columns",
        "Columns of the pairs",
        "HIGHER,LOWER or LEFT,RIGHT,VERDICT, if the columns have other names.",
    ),
    replace(_HEADER[0], name="pair_header", label="Header of the pairs"),
    _DROP,
)
_ITEMS = (
    _text("item", "Item column", "The column of the items' names; empty numbers the rows.", ITEM),
    _text("ignore", "Columns to leave out", "Columns to leave out, with commas between their names."),
    _text(
        "cells",
        "How columns are read",
        "Where the guess is wrong: price:comma,opened:day-month,quality:good>fair>bad.",
    ),
    Choice(
        "encoding",
        "Encoding",
        "choice",
        "",
        "The encoding of the text; recognised when empty.",
        choices=tuple(ENCODINGS),
    ),
)
"""The roles of the columns of a table of items, and its text options."""
_PAIRS = _file("pairs", "Pairs", "A table of pairs: higher and lower, or left, right and preferred.")

FAMILIES: dict[str, Family] = {
    family.scheme: family
    for family in (
        Family("bundled", "Real data, bundled", "Small real data sets.", _named(bundled.ENTRIES)),
        Family(
            "synthetic", "Synthetic data", "Seeded data that show one thing each.", _named(synthetic.ENTRIES)
        ),
        Family(
            "scenario",
            "Worked examples",
            "A first example of eight items, and the papers' counterexamples.",
            _named((*places_to_stay.ENTRIES, *scenarios.ENTRIES)),
        ),
        Family("inline", "Built by hand", "A few items, stored in the link.", _named(inline.ENTRIES)),
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
                    "Sizes of the queries, one per line, where lines have no qid; FILE.query or FILE.group is found.",
                ),
                *LETOR_OPTIONS,
            ),
            reader=_letor,
            partner=Partner(
                "query_file",
                "Query sizes (FILE.query of LightGBM, FILE.group of XGBoost), if lines have no qid",
                "query_file_name",
            ),
            word="LETOR",
            whole=False,
        ),
        Family(
            "multilabel",
            "Multilabel (LIBSVM)",
            "Items with several labels each: an item's labels belong above the others.",
            {},
            reader=_multilabel,
            word="multilabel",
        ),
        Family(
            "movielens",
            "MovieLens",
            "One user's ratings; the other users are the features.",
            {},
            (_text("user", "User", "Whose ranking to learn."),),
            reader=_movielens,
            partner=Partner("titles", "Titles (u.item or movies.csv), if you have them"),
            implied={"user": _first_user},
            word="MovieLens",
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
                    GRADE,
                ),
                _PAIRS,
                _text("query", "Query column", "Items are compared inside a query only."),
                *_ITEMS,
                *_HEADER,
                *_PAIR_OPTIONS,
                THRESHOLDS,
            ),
            reader=_table,
            partner=Partner(
                "pairs",
                "Table of pairs, if there is no grade column: columns higher and lower, or left, right and preferred",
                "pairs_name",
            ),
            table=True,
            word="table",
        ),
        Family(
            "weak",
            "Your own weak rankers",
            "Items with columns of 0 and 1, or between, and pairs.",
            {},
            (_PAIRS, *_HEADER, *_PAIR_OPTIONS),
            reader=_weak,
            partner=Partner(
                "pairs", "Table of pairs (higher, lower, or left, right, preferred)", "pairs_name"
            ),
            table=True,
            word="weak rankers",
        ),
        Family(
            "duels",
            "Votes on two at a time",
            "Which of two won, or a tie: model_a, model_b and winner, or counts.",
            {},
            (
                *RULE,
                _file(
                    "items", "Items", "A table of the items' features; without it each item is a weak ranker."
                ),
                _text("columns", "Columns of the votes", "A,B,WINNER if the columns have other names."),
                _text(
                    "only",
                    "Only the votes with",
                    "COLUMN:VALUE of further columns, such as language:English.",
                ),
                _text(
                    "outcomes",
                    "What outcomes mean",
                    "WORD:SIDE,… of words that are not known: A is slightly better:a; SIDE is a, b, tie, bad or drop.",
                ),
                *_ITEMS,
                *_HEADER,
            ),
            reader=_duels,
            partner=Partner("items", "Table of the items' features, if there is one", "items_name"),
            table=True,
            word="votes",
        ),
        Family(
            "model",
            "Your own ranker",
            "A ranker trained with LightGBM, XGBoost or CatBoost, tree by tree, on data with its features.",
            {},
            (
                _text(
                    "data",
                    "Data",
                    "The SOURCE of the data to watch it on, such as letor:test.txt; write & and ? as %26 and %3F.",
                ),
            ),
            reader=_model,
            partner=Partner("data", "The data to watch it on: LETOR, svmlight or a table", "data_name"),
            word="model",
            inner="data",
            has_model=True,
        ),
        Family(
            "trained",
            "A trained ranker",
            "A ranker that LightGBM trains on the spot, to see what your own ranker would show.",
            _named(trained.ENTRIES),
            has_model=True,
        ),
    )
}
"""Every family of sources; menus, `--help` and links are generated from it."""
