"""The tab "Theorems": every theorem about a run after the round on the stage, and a line that sums them up."""

import html

import streamlit as st

from rankviz.explain import run_names
from rankviz.number_format import number
from rankviz.runs.trace import BoostedRun
from rankviz.theory import minimum, monitor
from rankviz.theory.minimum import Minimum
from rankviz.theory.monitor import DOES_NOT_APPLY, HOLDS, VIOLATED, Row
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import aside
from rankviz.ui.serving import frontend
from rankviz.ui.shell import messages
from rankviz.ui.shell.notation import subscripts
from rankviz.ui.state.state import State

AT_ONCE = 3_000
"""Most pairs of a problem whose minimum is found without being asked for."""

MARKS = {HOLDS: ("✓", "holds"), VIOLATED: ("✕", "violated"), DOES_NOT_APPLY: ("○", "aside")}


def caption(state: State, shown: Shown) -> None:
    """Show one line for all runs near the stage; a violation is an error box."""
    t, summaries, broken = int(state["t"]), [], []
    for name, run in run_names(shown.trace).items():
        found = _rows(shown, name, min(t, run.n_rounds))
        summaries.append(f"{run.label}: {monitor.summary(found)}")
        broken += [f"{run.label}, {row.name} ({row.equation})" for row in found if row.verdict == VIOLATED]
    if broken:
        st.error(messages.plain(f"Violated in round {t}: {'; '.join(broken)}."), icon=":material/gpp_bad:")
    st.caption(
        messages.plain(f"Theorems at this round. {'; '.join(summaries)}. ")
        + (
            "Click a number on the stage to open its equation."
            if shown.trace.boosted and not shown.excerpt
            else ""
        )
    )


def theorems(state: State, shown: Shown) -> None:
    """Show a run's theorems, row by row."""
    runs = run_names(shown.trace)
    name = st.segmented_control(
        "Run",
        list(runs),
        format_func=lambda one: runs[one].label,
        default=next(iter(runs)),
        required=True,
        key="theorems-of",
        label_visibility="collapsed",
    )
    name = name if name in runs else next(iter(runs))
    run, t = runs[name], int(state["t"])
    at = min(t, run.n_rounds)
    least = _least(shown, name, run) if monitor.speaks_of_minimum(run) else None
    found = _rows(shown, name, at, least)
    plain = _rows(shown, name, at)
    solved = [row for row in found if row.key not in {other.key for other in plain}]
    when = "At the start" if at == 0 else f"After round {at}"
    more = f" Claims about the minimum: {monitor.summary(solved)}." if solved else ""
    late = "" if at == t else f" {run.label} stopped there: {run.stopped}."
    st.markdown(messages.plain(f"{when}: {monitor.summary(plain)}.{more}{late}"))
    st.html(frontend.styles("monitor") + table(found))
    _minimum_caption(least)


@cached
def _rows(shown: Shown, name: str, t: int, least: Minimum | None = None) -> list[Row]:
    return monitor.rows(shown.trace, run_names(shown.trace)[name], t, least)


def table(found: list[Row]) -> str:
    """Return the rows as HTML."""
    names = ("verdict", "claim", "left", "", "right", "slack")
    head = "".join(f'<th class="{"n" if name in names[2:] else ""}">{name}</th>' for name in names)
    body = "".join(map(_line, found))
    return f"<table class=rankviz-claims><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _line(row: Row) -> str:
    mark, kind = MARKS[row.verdict]
    name = subscripts(html.escape(row.name))
    reason = f"<small>{html.escape(row.because)}</small>" if row.because else ""
    return (
        f'<tr class="{kind}"><td><span class="rankviz-mark {kind}">{mark} {row.verdict}</span></td>'
        f'<td class="what">{name} <small class=eq>{html.escape(row.equation)}</small>{reason}</td>'
        f'<td class="n">{row.text("left")}</td><td class="n">{row.relation}</td>'
        f'<td class="n">{row.text("right")}</td><td class="n slack">{row.text("slack")}</td></tr>'
    )


# ---------------------------------------------------------------- the minimum


def _least(shown: Shown, name: str, run: BoostedRun) -> Minimum | None:
    """Return the minimum: at once for small problems, else once it is asked for; None before."""
    asked = st.session_state.setdefault("minimum-asked", set())
    loss = minimum.loss_of(run)
    if shown.trace.problem.n_pairs > AT_ONCE and (shown.identity, name) not in asked:
        st.button(
            f"Find the minimum of {loss}",
            help="How far this run still is from it: a convex solver that shares nothing with the boosting. "
            "It may take some seconds.",
            icon=":material/vertical_align_bottom:",
            key=f"minimum-{name}",
            on_click=asked.add,
            args=((shown.identity, name),),
        )
        return None
    with st.spinner(f"Looking for the minimum of {loss}…"), aside():
        return _solve(shown, shown.trace.boosted.index(run))


@cached
def _solve(shown: Shown, index: int) -> Minimum:
    return minimum.of_run(shown.trace, shown.trace.boosted[index])


def _minimum_caption(least: Minimum | None) -> None:
    if least is None:
        return
    if least.value is None:
        st.caption(messages.plain(least.why))
        return
    over = (
        f"over {least.dimension} independent {'directions' if least.loss == 'F1' else 'rankers of the run'}"
    )
    kind = "minimum" if least.attained else "infimum, which no finite weights reach,"
    st.caption(messages.plain(f"The {kind} of {least.loss} {over} is {number(least.value, 6)}."))
