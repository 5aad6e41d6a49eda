"""A challenge from its text (docs/lessons.md): the task, a hint, where one starts, and the conditions it checks.

# Stopped short
task: Make RB-D stop before round 5 while RB-C reaches R̂1 = 0.
hint: RB-D stops when it picks a ranker that reverses no pair at all.
start: ?data=inline:&alg=rb-d,rb-c&rounds=20

- RB-D stops by itself before round 5 [rb-d halts before 5]
- RB-C ends with R̂1 = 0 [rb-c.r1@end = 0]: R̂1 is {rb-c.r1@end}.
"""

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from rankviz.engine.boards import PAGES, WATCH
from rankviz.engine.data import sources
from rankviz.engine.errors import DataError, shown
from rankviz.lessons.challenges import Challenge, Variants
from rankviz.lessons.conditions import Condition, condition
from rankviz.lessons.text.document import ITEM, KEYED, outline
from rankviz.lessons.text.lines import Text, decoded, with_line

IN_HEAD = ("task", "hint", "start", "test", "variants")
_PARTS = re.compile(r"([^\[]*)\[([^\]]*)\](?:: *(.*))?")


def is_challenge(text: str) -> bool:
    """Whether a text is meant as a challenge: its task stands below its title."""
    return bool(re.search(r"^task:", text, re.MULTILINE)) and not re.search(r"^## ", text, re.MULTILINE)


def from_bytes(contents: bytes, name: str = "") -> Challenge:
    """Read the challenge of a file. Raises DataError as :func:`read` does, and for a file that is no text."""
    return read(decoded(contents), name)


def read(text: str, name: str = "") -> Challenge:
    """Read a challenge; `name` is the one in links, by default made of the title.

    Raises DataError, with line and remedy, for a text that is no challenge.
    """
    document = outline(text, IN_HEAD, (), ())
    head = document.head
    if document.parts or document.end:
        line = (document.parts or (document.end,))[0].line  # type: ignore[union-attr]
        raise DataError("A challenge has no parts", line=line, remedy="Remove the heading")
    for entry in head.entries:
        if entry.kind not in (KEYED, ITEM):
            raise DataError(
                f"{shown(entry.text.words)} is neither a key nor a condition",
                line=entry.text.line,
                remedy='A condition begins with "- "',
            )
    items = [entry.text for entry in head.entries if entry.kind == ITEM]
    if not items:
        raise DataError(
            "There is no condition",
            line=head.line,
            remedy="Write one such as - It ends in order [rb-d.r1@end = 0]: …",
        )
    start, test, hint = head.one("start"), head.one("test"), head.one("hint")
    page, choices = _start(start) if start else (WATCH.page, {})
    return Challenge(
        name or re.sub(r"[^a-z0-9]+", "-", head.heading.lower()).strip("-")[:60] or "challenge",
        head.heading,
        head.needed("task", "Say in a sentence what is to be done").words,
        hint.words if hint else "",
        tuple(_condition(item) for item in items),
        choices,
        test.words if test else "",
        page,
        _variants(head.one("variants"), choices),
    )


def _variants(text: Text | None, start: dict[str, str]) -> Variants | None:
    """Return the option of the data that is drawn by name."""
    if text is None:
        return None
    found = re.fullmatch(r"([a-z][a-z0-9_]*)=([0-9]{1,9})\.\.([0-9]{1,9})", text.words)
    if found is None or int(found[2]) > int(found[3]):
        raise DataError(
            f"{shown(text.words)} draws nothing", line=text.line, remedy="Write such as seed=1..30"
        )
    if "data" not in start:
        raise DataError("There are no data to draw", line=text.line, remedy='Name some in "start:"')
    with_line(text.line, lambda data: _has_option(data, found[1]), start["data"])
    return Variants(found[1], int(found[2]), int(found[3]))


def _has_option(data: str, name: str) -> None:
    spec = sources.parse(data)
    known = [option.name for option in spec.family.options_of(spec.target)]
    if name not in known:
        raise DataError(
            f"{shown(data, 60)} has no option {shown(name)}", remedy=f"It has {', '.join(known) or 'none'}"
        )


def _start(text: Text) -> tuple[str, dict[str, str]]:
    """Return the page and the choices that a challenge begins with; they may leave the data to the page."""
    parts = urlsplit(text.words)
    page = parts.path.rpartition("/")[2] or WATCH.page
    if page not in PAGES or not parts.query:
        raise DataError(
            f"{shown(text.words, 60)} is not a start",
            line=text.line,
            remedy=f"Copy a link of {', '.join(PAGES)} from Export and share",
        )
    return page, dict(parse_qsl(parts.query, max_num_fields=200))


def _condition(item: Text) -> Condition:
    found = _PARTS.fullmatch(item.words)
    if found is None or not found[1].strip():
        raise DataError(
            f"{shown(item.words, 60)} has no condition in brackets",
            line=item.line,
            remedy="Write such as - R̂1 ends at 0 [rb-d.r1@end = 0]: R̂1 is {rb-d.r1@end}.",
        )
    written = tuple(each.strip() for each in found[2].split(";") if each.strip())
    made = with_line(item.line, lambda words: condition(words, written, found[3] or ""), found[1].rstrip())
    return replace(made, line=item.line)
