"""Captions: sentences shown above the stage after single rounds, where they are true of the run.

- @3: RB-C goes back to {rb-c.pick@3}. [rb-c.pick@3 = rb-c.pick@1]
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.lesson import Sentence
from rankviz.lessons.text.document import ITEM, Entry
from rankviz.lessons.text.sentences import one_sentence
from rankviz.lessons.vocabulary import VALUE, WAS, Facts

_ROUND = re.compile(r"@([0-9]{1,4}): +")


@dataclass(frozen=True)
class Caption:
    """A sentence shown after round `t`."""

    t: int
    sentence: Sentence


def read(entries: Iterable[Entry]) -> tuple[Caption, ...]:
    """Return the captions among the entries of a part. Raises DataError, with line, for an item that is none."""
    found = []
    for entry in entries:
        if entry.kind != ITEM:
            continue
        begins = _ROUND.match(entry.text.words)
        if begins is None:
            raise DataError(
                f"{shown(entry.text.words, 60)} says no round",
                line=entry.text.line,
                remedy="Write such as - @3: Ê2 is {rb-d.e2@3}. [rb-d.e2@3 > 1]",
            )
        found.append(Caption(int(begins[1]), one_sentence(entry.text.part(begins.end()))))
    return tuple(found)


class ShownCaption(NamedTuple):
    """A caption of a run: its words after round `t`, and the tile and the algorithm that they speak of, "" for none."""

    t: int
    words: str
    tile: str = ""
    algorithm: str = ""


def captions(trace: Trace, those: tuple[Caption, ...]) -> tuple[ShownCaption, ...]:
    """Return every caption that is true of the run: with other choices some may not be."""
    facts = Facts(trace, 0, as_drawn=True)
    return tuple(
        ShownCaption(each.t, each.sentence.words(facts), *_subject(each, trace))
        for each in those
        if _true(each, facts)
    )


TILES = {
    "pick": ("pick", "alpha", "edge", "second", "delta"),
    "ties": ("correct", "tied", "reversed", "factor", "for", "against"),
    "losses": ("r1", "r2", "e1", "e2", "bound", "r1_holdout", "r2_holdout", "ndcg5", "undecided"),
    "margins": ("margin",),
    "pairs": ("heaviest", "weight", "gainer", "gain"),
    "weights": ("total", "share"),
}
"""Tile → the quantities of an algorithm that it draws."""


def _subject(caption: Caption, trace: Trace) -> tuple[str, str]:
    """Return the tile and the algorithm of the first of a caption's values that has both."""
    contenders = {name: run.contender for run in trace.runs for name in (run.algorithm, run.contender)}
    for value in VALUE.findall(caption.sentence.text):
        who, _, what = value.removeprefix(WAS).partition("@")[0].rpartition(".")
        for tile, drawn in TILES.items():
            if who in contenders and what.partition(":")[0] in drawn:
                return tile, contenders[who]
    return "", ""


def _true(caption: Caption, facts: Facts) -> bool:
    """Return whether the caption holds; one on quantities or rounds that the run lacks does not."""
    try:
        return caption.sentence.holds(facts) and bool(caption.sentence.words(facts))
    except (KeyError, IndexError):
        return False
