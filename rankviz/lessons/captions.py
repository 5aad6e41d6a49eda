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
from rankviz.lessons.subject import subject
from rankviz.lessons.text.document import ITEM, Entry
from rankviz.lessons.text.sentences import one_sentence
from rankviz.lessons.vocabulary import Facts

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
        ShownCaption(each.t, each.sentence.words(facts), *subject(each.sentence.text, trace))
        for each in those
        if _true(each, facts)
    )


def _true(caption: Caption, facts: Facts) -> bool:
    """Return whether the caption holds; one on quantities or rounds that the run lacks does not."""
    try:
        return caption.sentence.holds(facts) and bool(caption.sentence.words(facts))
    except (KeyError, IndexError):
        return False
