"""Captions of a run from their text: ``- @3: RB-C goes back to {rb-c.pick@3}. [rb-c.pick@3 = rb-c.pick@1]``."""

import re
from collections.abc import Iterable

from rankviz.engine.errors import DataError, shown
from rankviz.lessons.captions import Caption
from rankviz.lessons.text.document import ITEM, Entry
from rankviz.lessons.text.sentences import one_sentence

_ROUND = re.compile(r"@([0-9]{1,4}): +")


def captions(entries: Iterable[Entry]) -> tuple[Caption, ...]:
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
