"""The gallery on the page: a card for each claim; and one claim opened, with its figure, sliders and evidence."""

import json
from itertools import groupby
from typing import Any

import streamlit as st

from rankviz.engine.choice import Choice
from rankviz.insight import reference
from rankviz.insight.claims import CLAIMS, Claim, Proof, find
from rankviz.insight.claims.claim import Options
from rankviz.ui.pages.gallery import address, in_words
from rankviz.ui.pages.gallery import evidence as gallery_evidence
from rankviz.ui.pages.gallery import figure as gallery_figure
from rankviz.ui.serving import frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.shell.from_top import from_top
from rankviz.ui.state.link import to_link
from rankviz.ui.state.page_start import page_start
from rankviz.ui.state.run_spec import to_state
from rankviz.ui.state.session import WIDGET, touch

FEW = 4
"""Number of buttons side by side that fit on a phone."""


def styles() -> None:
    """Load the styles of this page."""
    st.html(frontend.styles("gallery", "evidence"))


def cards() -> None:
    """Show all claims by topic: the cards first, then the verdicts, which take a moment the first time."""
    st.title("Gallery")
    st.markdown(
        "What the papers claim, what is wrong with some of it, and where each claim stops holding. “Holds” means "
        "that the statement on the card is true as computed here, even where it corrects a paper. Open one and move "
        "its sliders: figure, verdict and numbers are recomputed."
    )
    groups = dict.fromkeys(claim.group for claim in CLAIMS.values())
    st.markdown(" · ".join(f"[{group}](#claims-{number})" for number, group in enumerate(groups)))
    places = {}
    for number, (group, claims) in enumerate(groupby(CLAIMS.values(), lambda claim: claim.group)):
        st.header(group, anchor=f"claims-{number}")
        with st.container(key=f"claims-{number}"):
            for claim in claims:
                with st.container(border=True, key=f"card-{claim.name}"):
                    st.page_link(
                        layout.GALLERY,
                        label=f"**{messages.plain(claim.title)}**",
                        query_params=address.to_link(claim),
                    )
                    st.markdown(messages.plain(claim.sentence))
                    with st.container(horizontal=True, vertical_alignment="center"):
                        places[claim.name] = st.empty()
                        st.caption(messages.plain(claim.source))
    for name, place in places.items():
        place.markdown(verdict(proof(find(name))))


def verdict(proof: Proof) -> str:
    """Return the verdict as Markdown and, where the claim need not hold, the reason."""
    if proof.holds:
        return ":green-badge[:material/check: holds]"
    if proof.edge:
        return f":orange-badge[:material/close: fails here] because {messages.plain(proof.edge)}."
    return ":red-badge[:material/close: fails]"


def head(claim: Claim) -> None:
    """Show links back and on, the title, and the claim in a sentence."""
    with st.container(key="claim-head"):
        _way(claim)
        st.title(messages.plain(claim.title), anchor=False)
        with st.container(key="claim-sentence"):
            st.markdown(messages.plain(claim.sentence))


def opened(claim: Claim, options: Options, t: int | None) -> dict[str, Any]:
    """Show the figure with its sliders, the verdict and the evidence; return the options of the sliders."""
    # Read before the sliders are drawn, so that the figure above them comes first and nothing moves.
    chosen = {option.name: _chosen(claim, option, options[option.name]) for option in claim.options}
    found = proof(claim, chosen)
    left, right = st.columns([3, 2], gap="large")
    with left:
        figure(claim, found)
        with st.container(key="claim-options", horizontal=True):
            for option in claim.options:
                _option(claim, option)
        if found.figure.maps:
            st.plotly_chart(
                gallery_figure.draw_maps(found.figure.maps),
                key="claim-maps",
                config={"displayModeBar": False},
                alt=gallery_figure.maps_in_words(found.figure.maps),
            )
    with right:
        evidence(claim, found, t)
    page_start(address.PAGE)
    from_top(claim.name)
    return chosen


def figure(claim: Claim, found: Proof) -> None:
    """Show the claim's figure, where the claim holds, and what to look at."""
    caption = in_words.caption(claim, found)
    st.plotly_chart(
        gallery_figure.draw(found.figure, found.sweep),
        key="claim-figure",
        config={"displayModeBar": False},
        alt=in_words.alt(found.figure, caption),
    )
    if found.sweep is not None and not found.sweep.on_axis:
        st.html(gallery_figure.strip(found.sweep, caption))
    with st.container(key="claim-look"):
        st.caption(messages.plain(claim.look))


def evidence(claim: Claim, found: Proof, t: int | None) -> None:
    """Show the verdict, the result, the claim's source, the link to its run at round `t`, and each comparison."""
    with st.container(key="claim-verdict"):
        st.markdown(f"{verdict(found)} {messages.plain(found.outcome)}")
    with st.container(horizontal=True, vertical_alignment="center", key="claim-source"):
        st.caption(messages.plain(claim.source))
        if entry := reference.find(claim.reference):
            st.page_link(
                layout.REFERENCE,
                label="In the reference",
                icon=":material/function:",
                query_params={"eq": entry.link},
            )
        spec = found.setting.spec
        st.page_link(
            layout.WATCH,
            label="Open this run in Watch",
            icon=":material/play_circle:",
            query_params=to_link(
                to_state(spec, found.setting.t if t is None else min(t, spec.rounds)), whole=True
            ),
        )
    # Last, because the height of the table is unknown before it is drawn.
    st.html(gallery_evidence.table(found.evidence))


def proof(claim: Claim, options: Options | None = None) -> Proof:
    """Return the proof of a claim at its options, computed once for all visitors."""
    return _proof(claim.name, _written(claim, options))


def _written(claim: Claim, options: Options | None) -> str:
    return json.dumps({**claim.defaults(), **(options or {})}, sort_keys=True)


@st.cache_resource(max_entries=256, show_spinner="Checking the claim…")
def _proof(name: str, options: str) -> Proof:
    return find(name).run(json.loads(options))


def _way(claim: Claim) -> None:
    """Show links to all claims and to the neighbouring ones."""
    names = list(CLAIMS)
    place = names.index(claim.name)
    ways: list[tuple[str, str, str | None]] = [("All claims", ":material/grid_view:", None)]
    ways += [("Previous", ":material/chevron_left:", names[place - 1])] if place else []
    ways += [("Next", ":material/chevron_right:", names[place + 1])] if place + 1 < len(names) else []
    with st.container(horizontal=True, key="claim-way"):
        for label, icon, name in ways:
            st.page_link(
                layout.GALLERY,
                label=label,
                icon=icon,
                query_params=address.to_link(find(name) if name else None),
                help=CLAIMS[name].title if name else None,
            )


def _key(claim: Claim, option: Choice) -> str:
    return f"{WIDGET}gallery-{claim.name}-{option.name}"


def _chosen(claim: Claim, option: Choice, value: Any) -> Any:
    """Return the value of an option's widget; `value` where the widget is new."""
    return st.session_state.setdefault(_key(claim, option), value)


def _option(claim: Claim, option: Choice) -> Any:
    """Show the widget of one option and return its value."""
    key = _key(claim, option)
    common: dict[str, Any] = {"key": key, "help": option.help, "on_change": touch}
    if option.kind == "bool":
        return st.toggle(option.label, **common)
    if option.kind == "choice" and len(option.choices) > FEW:
        return st.selectbox(option.label, option.choices, format_func=in_words.option, **common)
    if option.kind == "choice":
        return st.segmented_control(
            option.label,
            option.choices,
            required=True,
            format_func=in_words.option,
            **common,
        )
    number: Any = int if option.kind == "int" else float
    return st.slider(
        option.label, number(option.low), number(option.high), step=number(option.step or 1), **common
    )
