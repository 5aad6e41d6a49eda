"""The gallery's link, ``?claim=lemma-1&n=12``: read, and written; ``t`` is the round at which Watch opens the run."""

from collections.abc import Mapping

from rankviz.choice import Choices
from rankviz.claims import Claim, find
from rankviz.claims.claim import Options
from rankviz.errors import DataError, shown
from rankviz.ui.state.link import ROUND

PAGE = "gallery"
CLAIM = "claim"
Opened = tuple[Claim, Options, int | None]


def read(link: Mapping[str, str]) -> tuple[Opened | None, list[str]]:
    """Read a link and make it valid, with a warning for each change. Never raises."""
    if CLAIM not in link:
        return None, []
    try:
        claim = find(link[CLAIM])
    except DataError:
        return None, [f"The gallery has no claim {shown(link[CLAIM], 40)}; all that it has are here."]
    named = {name: text for name, text in link.items() if name not in (CLAIM, ROUND)}
    options, warnings = Choices(claim.options, owner="this claim").read(named)
    t = link.get(ROUND, "")
    t_shown = int(t) if t.isascii() and t.isdigit() and len(t) < 6 else None
    return (claim, claim.defaults() | options, t_shown), warnings


def to_link(claim: Claim | None, options: Options | None = None) -> dict[str, str]:
    """Return the query parameters of a claim at its options, defaults left out; none for the whole gallery."""
    if claim is None:
        return {}
    return {CLAIM: claim.name, **Choices(claim.options).write({**claim.defaults(), **(options or {})})}
