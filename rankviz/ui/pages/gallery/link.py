"""The gallery's link: ``?claim=lemma-1&n=12``; ``t`` is the round at which Watch opens the run."""

from collections.abc import Mapping

import streamlit as st

from rankviz.claims import Claim, find
from rankviz.claims.claim import Options
from rankviz.errors import DataError, shown
from rankviz.ui.state import page_link
from rankviz.ui.state.link import FRAMEWORK_KEYS
from rankviz.ui.state.page_link import ROUND

PAGE = "gallery"
CLAIM = "claim"
Opened = tuple[Claim, Options, int | None]


def current() -> tuple[Opened | None, list[str]]:
    """Return (claim, options, round) of the link, None without a claim, and warnings about the link."""
    link, fresh = page_link.current(PAGE)
    opened, warnings = read(link)
    memory = st.session_state
    if fresh:
        memory["gallery-said"] = warnings
    elif opened is None or link != memory.get("gallery-read"):
        memory["gallery-said"] = []
    memory["gallery-read"], memory["gallery-news"] = link, fresh
    if opened is not None and not fresh:
        opened = (*opened[:2], None)
    return opened, memory.get("gallery-said", [])


def read(link: Mapping[str, str]) -> tuple[Opened | None, list[str]]:
    """Read a link and make it valid, with a warning for each change. Never raises."""
    if CLAIM not in link:
        return None, []
    try:
        claim = find(link[CLAIM])
    except DataError:
        return None, [f"The gallery has no claim {shown(link[CLAIM], 40)}; all that it has are here."]
    warnings, options = [], claim.defaults()
    known = {option.name: option for option in claim.options}
    for name, text in link.items():
        if name in known:
            options[name], sentence = known[name].clamp(text)
            warnings += [sentence] if sentence else []
        elif name not in (CLAIM, ROUND):
            warnings.append(f"This claim has no option {shown(name, 40)}; it is left out.")
    t = link.get(ROUND, "")
    return (claim, options, int(t) if t.isascii() and t.isdigit() and len(t) < 6 else None), warnings


def to_link(claim: Claim | None, options: Options | None = None) -> dict[str, str]:
    """Return the query parameters of a claim at its options, defaults left out; none for the whole gallery."""
    if claim is None:
        return {}
    chosen = {**claim.defaults(), **(options or {})}
    given = {o.name: o.write(chosen[o.name]) for o in claim.options if chosen[o.name] != o.default}
    return {CLAIM: claim.name, **given}


def write(claim: Claim | None, options: Options | None = None, t: int | None = None) -> None:
    """Write what is shown into the address bar."""
    link = to_link(claim, options)
    page_link.write(PAGE, link)
    if not st.session_state["gallery-news"]:
        return
    # A link from this page to itself reaches the script, but not the address bar.
    framework = {key: st.query_params[key] for key in st.query_params if key in FRAMEWORK_KEYS}
    whole = {**framework, **link, **({} if t is None else {ROUND: str(t)})}
    if whole:
        st.query_params.from_dict(whole)
    else:
        st.query_params.clear()
