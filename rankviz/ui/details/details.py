"""The parts of the stage's drawer that Python shows, and that follow its round: candidates, figures, exports, …"""

from collections.abc import Callable
from pkgutil import resolve_name

import pandas as pd
import streamlit as st

from rankviz.board.offline.page import Looks
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.errors import DataError
from rankviz.engine.runs import candidates
from rankviz.engine.runs.export import to_bytes
from rankviz.engine.runs.run_name import on_screen
from rankviz.lessons.playlists.playlist import LONGEST_TITLE, Moment
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.details import in_a_paper, reproduce, sizes, summary
from rankviz.ui.details.parts import figures, parts
from rankviz.ui.details.rates.view import rates_view
from rankviz.ui.details.save_page import save_page
from rankviz.ui.details.what_if import what_if
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.shell import layout, messages
from rankviz.ui.state import catalog, session, visitors_playlist
from rankviz.ui.state.state import State
from rankviz.ui.wings import WINGS

COLUMNS = {
    "chosen": st.column_config.CheckboxColumn("chosen", help="The ranker the algorithm took in this round"),
    "ranker": st.column_config.TextColumn("weak ranker", width="medium"),
    "delta": st.column_config.NumberColumn(
        "edge",
        format="%.5f",
        help="How fast the loss falls as this ranker gets weight; rankers are compared by its size",
    ),
    "eps_correct": st.column_config.NumberColumn(
        "ε⁺", format="%.5f", help="Weight of the pairs it orders correctly"
    ),
    "eps_tied": st.column_config.NumberColumn("ε⁰", format="%.5f", help="Weight of the pairs it ties"),
    "eps_reversed": st.column_config.NumberColumn(
        "ε⁻", format="%.5f", help="Weight of the pairs it reverses"
    ),
    "alpha_prior": st.column_config.NumberColumn(
        "α′", format="%.5f", help="Its weight in the ensemble so far"
    ),
    "alpha": st.column_config.NumberColumn("α", format="%.5f", help="The weight it would get; —: undefined"),
    "z": st.column_config.NumberColumn(
        "Z", format="%.5f", help="What the sum of weights would become; —: no finite α"
    ),
}
ROUNDING = 1e-9
"""Edges of this size are rounding."""
View = Callable[[State, Shown], None]
MIME = {".json": "application/json", ".csv": "text/csv", ".parquet": "application/vnd.apache.parquet"}


def details(state: State, shown: Shown, looks: Looks, paper: View | None = None) -> None:
    """Show the part of the drawer that the state names, if it is one of these; the stage draws the frame around it.

    `looks` is the look of the stage in a saved page; `paper` shows the paper of the page.
    """
    titles = parts(shown, paper=paper is not None)
    own: dict[str, View | None] = {"export": lambda state, at: _export(state, at, looks), "paper": paper}
    name = str(state["tab"])
    if name not in titles or (view := own.get(name) or VIEWS.get(name)) is None:
        return
    with st.container(key="drawer"):
        (panel,) = st.tabs([titles[name]])  # only one: the stage has them all
        with panel:
            view(state, shown)


def _candidates(state: State, shown: Shown) -> None:
    t, boosted = int(state["t"]), shown.trace.boosted
    if t == 0:
        st.info("Nothing is chosen before round 1. Press **Step** to see what each algorithm chooses from.")
        return
    tabs = st.tabs([on_screen(run) for run in boosted], key="candidates-of", on_change="rerun")
    for tab, run in zip(tabs, boosted, strict=True):
        if not tab.open:
            continue
        k = boosted.index(run)
        with tab:
            at = min(t, run.n_rounds)
            if at == 0:
                st.info(messages.plain(f"{on_screen(run)} chose nothing: {run.stopped}."))
                continue
            late = "" if at == t else f" {on_screen(run)} stopped there: {run.stopped}."
            by_step = find_boosted(run.algorithm).by_step(run.params)
            order = "the smallest Z first" if by_step else "best first"
            st.caption(messages.plain(f"The best candidates of round {at}, {order}.{late}"))
            st.dataframe(
                _candidate_table(shown, k, at),
                column_config=COLUMNS,
                hide_index=True,
                height=320,
                placeholder="—",
                alt=f"Candidates of round {at} for {on_screen(run)}",
            )


@cached
def _candidate_table(shown: Shown, index: int, t: int) -> pd.DataFrame:
    table = candidates.table(shown.trace, shown.trace.boosted[index], t)
    edge = -table["delta"]
    return table.assign(delta=edge.where(edge.abs() >= ROUNDING, 0.0))


def _data(state: State, shown: Shown) -> None:
    st.caption(messages.plain(sizes.sentence(shown.problem)))
    st.dataframe(
        summary.items(shown.problem),
        hide_index=True,
        height=360,
        placeholder="missing",
        alt="The items, their grades and features",
    )
    messages.notes(shown.problem.notes + shown.trace.pool.notes)


def _figures(state: State, shown: Shown) -> None:
    found = {each.title: each for each in figures(shown)}
    name = st.segmented_control(
        "Figure", found, default=next(iter(found)), required=True, key="figure", label_visibility="collapsed"
    )
    t = int(state["t"])
    figure, findings, reading = resolve_name(found[name].view)(shown, t)
    st.plotly_chart(
        figure,
        key=f"plot-{name}",
        config={
            "displaylogo": False,
            "toImageButtonOptions": {"format": "svg", "filename": f"rankviz-{name}"},
        },
        alt=f"{name} of {', '.join(on_screen(run) for run in shown.trace.runs)} up to round {t}",
    )
    if findings:
        st.markdown(findings)
    if reading:
        st.caption(reading)
    st.download_button(
        "This figure as HTML",
        # Plotly is part of the file, so that the file opens anywhere, even offline.
        lambda: figure.to_html(include_plotlyjs=True).encode(),
        file_name=f"rankviz-{name.lower().replace(' ', '-')}.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    st.caption(
        "On a wide screen, point at a figure: its camera saves it as SVG. Point at a tile: its “Save” "
        "gives SVG or PNG, or prints."
    )


UNREACHED = (
    "You run RankViz on your own machine, so others cannot open its links. "
    "Exported pictures and pages contain no links."
)


def _export(state: State, shown: Shown, looks: Looks) -> None:
    st.markdown("**The link to this moment**")
    # Without the open panel: it would cover the board of whoever opens the link.
    state = state.but(tab="", explain="")
    st.code(session.share_url(state), language=None, wrap_lines=True)
    moment = session.share_url(state.but(present=False))
    _add_moment(moment, f"{shown.trace.problem.title}, round {state['t']}")
    if not address.public(address.home()):
        st.caption(UNREACHED)
    note = catalog.link_note(state.source)
    if note:
        st.warning(messages.plain(note))
    st.markdown("**The run, every round of it**")
    with st.container(horizontal=True):
        for ending, mime in MIME.items():
            st.download_button(
                ending[1:].upper() if ending != ".parquet" else "Parquet",
                _as_bytes(shown, ending),
                file_name=f"rankviz-run{ending}",
                mime=mime,
                icon=":material/download:",
                key=f"download{ending}",
                on_click="ignore",
            )
        save_page(state, shown, looks)
    in_a_paper.downloads(state, shown)
    st.markdown("**The same run in Python**")
    st.code(reproduce.python_lines(state), language="python", wrap_lines=True)
    st.markdown("**The same run on the command line**")
    st.code(reproduce.command(state), language="bash", wrap_lines=True)


def _as_bytes(shown: Shown, ending: str) -> Callable[[], bytes]:
    return lambda: to_bytes(shown.trace, ending)


VIEWS: dict[str, View] = {
    "candidates": _candidates,
    "what-if": what_if,
    "data": _data,
    "figures": _figures,
    "rates": lambda state, shown: rates_view(),
    **{wing.part: resolve_name(wing.view) for wing in WINGS if wing.part},
}
"""Part → its view, except the paper, which comes from the page, the export, which needs the stage's look, and those
that the stage draws."""


MOMENT_ADDED = "moment-added"


def _add_moment(link: str, title: str) -> None:
    """Show the button, and the link to the playlist once there is one."""

    def add() -> None:
        try:
            st.session_state[MOMENT_ADDED] = (
                f"Moment {visitors_playlist.add(_moment(link, title))} is in your playlist."
            )
        except DataError as problem:
            st.session_state[MOMENT_ADDED] = problem

    visitors_playlist.sync_with_browser()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Add this moment to your playlist", icon=":material/playlist_add:", key="add-moment", on_click=add
        )
        if visitors_playlist.current() is not None:
            st.page_link(layout.PLAYLISTS, label="Your playlist", icon=":material/playlist_play:")
    message = st.session_state.pop(MOMENT_ADDED, None)
    if isinstance(message, DataError):
        messages.error(message)
    elif message:
        st.caption(message)


def _moment(link: str, title: str) -> Moment:
    """Return the moment; its link starts at the page, so that it opens wherever the playlist does."""
    return Moment(link.removeprefix(address.home()), title=title[:LONGEST_TITLE])
