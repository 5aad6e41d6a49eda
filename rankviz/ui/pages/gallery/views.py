"""The gallery on the page: a card for each claim; and one claim opened, with its sliders, evidence and stage."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

import streamlit as st

from rankviz.choice import Choice
from rankviz.claims import CLAIMS, Claim, Proof, find
from rankviz.claims.claim import Options, Setting
from rankviz.ui.details import explain_below, reproduce
from rankviz.ui.pages.gallery import curve as gallery_curve
from rankviz.ui.pages.gallery import evidence as gallery_evidence
from rankviz.ui.pages.gallery import link
from rankviz.ui.runs import runs
from rankviz.ui.runs.fragments import fragment
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address, frontend
from rankviz.ui.shell import layout, messages
from rankviz.ui.stage import component
from rankviz.ui.state.link import to_link
from rankviz.ui.state.own_start import own_start
from rankviz.ui.state.run_spec import to_state
from rankviz.ui.state.session import WIDGET, touch
from rankviz.ui.state.state import State

STAGE, ROUND, SHOWN = "gallery-stage", "gallery-round", "gallery-shown"
"""The stage, the round the viewer rests on, and what is shown: (claim's name, options as JSON)."""


def styles() -> None:
    """The styles of this page."""
    st.html(frontend.styles("gallery", "evidence"))


def cards() -> None:
    """All claims, by what they are about. The cards come first, then the verdicts, which take a moment once."""
    st.title("Gallery")
    st.markdown(
        "What the papers claim about RankBoost, each claim with a run that shows it. Open one, move its sliders, and "
        "the proof is computed again from the run."
    )
    places = {}
    for number, (group, claims) in enumerate(groupby(CLAIMS.values(), lambda claim: claim.group)):
        st.header(group)
        with st.container(key=f"claims-{number}"):
            for claim in claims:
                with st.container(border=True, key=f"card-{claim.name}"):
                    st.page_link(
                        layout.GALLERY,
                        label=f"**{messages.plain(claim.title)}**",
                        query_params=link.to_link(claim),
                    )
                    st.markdown(messages.plain(claim.sentence))
                    with st.container(horizontal=True, vertical_alignment="center"):
                        places[claim.name] = st.empty()
                        st.caption(messages.plain(claim.source))
    for name, place in places.items():
        place.markdown(verdict(proof(find(name))))


def verdict(proof: Proof) -> str:
    """The badge that says what the evidence came to, as Markdown."""
    return ":green-badge[:material/check: holds]" if proof.holds else ":red-badge[:material/close: fails]"


def head(claim: Claim) -> None:
    """The way back and on, the title, and the claim in a sentence."""
    own_start(link.PAGE)
    with st.container(key="claim-head"):
        _way(claim)
        st.title(messages.plain(claim.title), anchor=False)
        with st.container(key="claim-sentence"):
            st.markdown(messages.plain(claim.sentence))


def sliders_and_evidence(claim: Claim, options: Options) -> tuple[dict[str, Any], Proof]:
    """Show the sliders beside the evidence; return what the sliders say and the proof for it."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        chosen = controls(claim, options)
        found = proof(claim, chosen)
        curve(found)
    with right:
        evidence(claim, found)
    return chosen, found


def controls(claim: Claim, options: Options) -> dict[str, Any]:
    """What to look at, and the sliders of a claim; returns what they say."""
    st.markdown(f"**What to look at.** {messages.plain(claim.look)}")
    return {option.name: _option(claim, option, options[option.name]) for option in claim.options}


def evidence(claim: Claim, found: Proof) -> None:
    """The verdict, what came out, each comparison, and where the claim stands."""
    st.markdown(f"{verdict(found)} {messages.plain(found.outcome)}")
    st.html(gallery_evidence.table(found.evidence))
    with st.container(horizontal=True, vertical_alignment="center", key="claim-source"):
        st.caption(messages.plain(claim.source))
        if claim.reference:
            st.page_link(
                layout.REFERENCE,
                label="In the reference",
                icon=":material/function:",
                query_params={"eq": claim.reference},
            )


def curve(found: Proof) -> None:
    """The small figure over the slider, where the claim has one."""
    if found.curve is not None:
        st.plotly_chart(
            gallery_curve.draw(found.curve),
            key="claim-curve",
            config={"displayModeBar": False},
            alt=gallery_curve.alt(found.curve),
        )


def stage(claim: Claim, options: Options, found: Proof, t: int | None) -> None:
    """The run of the claim at round `t`, the claim's own when left out."""
    state = to_state(found.setting.spec, found.setting.t)
    _settle(claim, options, found.setting, t)
    shown = runs.run(state)
    st.page_link(
        layout.WATCH,
        label="Open this run in Watch",
        icon=":material/play_circle:",
        query_params=to_link(state, whole=True),
    )
    _draw(state, shown, found.setting.curves)


def proof(claim: Claim, options: Options | None = None) -> Proof:
    """The proof of a claim at its options, computed once for everybody who asks."""
    return _proof(claim.name, _written(claim, options))


def _written(claim: Claim, options: Options | None) -> str:
    return json.dumps({**claim.defaults(), **(options or {})}, sort_keys=True)


@st.cache_resource(max_entries=256, show_spinner="Checking the claim…")
def _proof(name: str, options: str) -> Proof:
    return find(name).run(json.loads(options))


def _way(claim: Claim) -> None:
    """Back to all claims, and on to the neighbours."""
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
                query_params=link.to_link(find(name) if name else None),
                help=CLAIMS[name].title if name else None,
            )


def _option(claim: Claim, option: Choice, value: Any) -> Any:
    """The widget of one option."""
    key = f"{WIDGET}gallery-{claim.name}-{option.name}"
    st.session_state.setdefault(key, value)
    common: dict[str, Any] = {"key": key, "help": option.help, "on_change": touch}
    if option.kind == "bool":
        return st.toggle(option.label, **common)
    if option.kind == "choice":
        return st.segmented_control(
            option.label,
            option.choices,
            required=True,
            format_func=lambda name: name.replace("-", " ").capitalize(),
            **common,
        )
    number: Any = int if option.kind == "int" else float
    return st.slider(
        option.label, number(option.low), number(option.high), step=number(option.step or 1), **common
    )


def _settle(claim: Claim, options: Options, setting: Setting, t: int | None) -> None:
    """Send the stage to the claim's round when another claim or setting is shown, or where a link says."""
    memory, now = st.session_state, (claim.name, _written(claim, options))
    if memory.get(SHOWN, now)[0] != claim.name:
        explain_below.close(STAGE)
    if t is not None:
        memory[ROUND] = min(t, setting.spec.rounds)
    elif memory.get(SHOWN) != now:
        memory[ROUND] = setting.t
    memory[SHOWN] = now


@fragment
def _draw(state: State, shown: Shown, curves: tuple[str, ...]) -> None:
    """The stage and the number chosen on it; a round the viewer rests on reruns no more than this."""
    t = min(int(st.session_state[ROUND]), int(state["rounds"]))
    component.stage(
        run_url=frontend.run_url(shown.digest),
        stage_url=frontend.stage_url(),
        round=t,
        settings={"log": None, "curves": list(curves)},
        key=STAGE,
        on_round=_rested,
        on_missing=_missing,
        on_explain=lambda: explain_below.choose(STAGE),
        about={"parameters": reproduce.in_words(state), "link": address.link(to_link(state, whole=True))},
    )
    explain_below.show(STAGE, state, shown, t)


def _rested() -> None:
    round = getattr(st.session_state.get(STAGE), "round", None)
    if isinstance(round, (int, float)):
        st.session_state[ROUND] = int(round)


def _missing() -> None:
    """The server forgot the run's bytes: pack them again; the rerun that follows sends the address anew."""
    shown = st.session_state.get(SHOWN)
    if shown is not None:
        name, options = shown
        setting = _proof(name, options).setting
        runs.run(to_state(setting.spec, setting.t))
