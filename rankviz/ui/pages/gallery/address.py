"""The gallery's link, ``?claim=lemma-1&n=12``: read, and written; ``t`` is the round at which Watch opens the run."""

from collections.abc import Mapping

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
        return None, [f"The gallery has no claim {shown(link[CLAIM], 40)}. All its claims are listed here."]
    warnings, options = [], claim.defaults()
    known = {option.name: option for option in claim.options}
    for name, text in link.items():
        if name in known:
            options[name], sentence = known[name].clamp(text)
            warnings += [sentence] if sentence else []
        elif name not in (CLAIM, ROUND):
            warnings.append(f"This claim has no option {shown(name, 40)}; it was dropped.")
    t = link.get(ROUND, "")
    return (claim, options, int(t) if t.isascii() and t.isdigit() and len(t) < 6 else None), warnings


def to_link(claim: Claim | None, options: Options | None = None) -> dict[str, str]:
    """Return the query parameters of a claim at its options, defaults left out; none for the whole gallery."""
    if claim is None:
        return {}
    chosen = {**claim.defaults(), **(options or {})}
    given = {o.name: o.write(chosen[o.name]) for o in claim.options if chosen[o.name] != o.default}
    return {CLAIM: claim.name, **given}
