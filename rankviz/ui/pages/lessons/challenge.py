"""One challenge: its conditions ticked for the choices in the sidebar, with the stage next to them."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from rankviz.engine.boards import Board
from rankviz.engine.number_format import number
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.challenges import Challenge, check, errors, unseen
from rankviz.lessons.conditions import Tick
from rankviz.lessons.homework import start_of
from rankviz.ui.pages.kernel import page as kernel
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.pages.lessons.saved_lessons import sync_with_browser
from rankviz.ui.pages.margins import page as margins
from rankviz.ui.pages.qbrank import page as qbrank
from rankviz.ui.shell import layout, messages
from rankviz.ui.stage.page import RANKBOOST, StagePage
from rankviz.ui.state import page_link
from rankviz.ui.state.link import from_link
from rankviz.ui.state.session import touch
from rankviz.ui.state.state import State

PASTED, NAMED = "challenge-pasted", "challenge-name"
NAME = "name"
"""In the link: the name from which a challenge's data are drawn."""
Reader = Callable[[], tuple[State, list[str]]]
"""Returns a state, and warnings about its link."""


def page(challenge: Challenge) -> StagePage:
    """Return the page whose algorithms and board a challenge has."""
    pages = (RANKBOOST, margins.PAGE, qbrank.PAGE, kernel.PAGE)
    return next(each for each in pages if each.board.page == challenge.page)


def board(challenge: Challenge, state: State) -> Board:
    """Return the board of a challenge with the choices of `state`."""
    return page(challenge).of(state).board


def from_address(link: dict[str, str], challenge: Challenge) -> tuple[State, list[str]]:
    """Return the state of a challenge's link, and warnings about the link.

    A link that names its algorithms is a whole run: values that it leaves out are at their defaults. Any other link
    changes the state with which the challenge begins.
    """
    given = {key: value for key, value in link.items() if key not in ("challenge", NAME)}
    return from_link(given if "alg" in given else {**start_of(challenge, link.get(NAME, "")), **given})


def own_data(challenge: Challenge, page: str) -> None:
    """Show the field for the name from which a student's own data are drawn, where the challenge has such."""
    if challenge.variants is None:
        return

    def draw() -> None:
        name = " ".join(str(st.session_state.get(NAMED, "")).split())[:60]
        if name:
            page_link.go(page, {"challenge": challenge.name, NAME: name})
        touch()

    st.text_input(
        "Your name, for your own data",
        key=NAMED,
        on_change=draw,
        help="Everyone gets different data; one name always gets the same data. Write your name as your teacher has it",
    )


def conditions(challenge: Challenge, trace: Trace) -> None:
    """Show the challenge's sentence, and every condition with its tick and its number."""
    ticks = check(challenge, trace)
    st.markdown(f"**{messages.plain(challenge.sentence)}**")
    for tick in ticks:
        st.markdown(_line(tick))
    done = all(tick.met for tick in ticks)
    if done:
        fresh = challenge.name not in progress().solved
        progress().solved[challenge.name] = page_link.now("challenge")
        st.success("Solved. Copy the address of this page to share your solution.", icon=":material/trophy:")
        if challenge.test:
            _test(challenge, trace)
        if fresh:
            st.toast(f"Solved: {challenge.title}", icon=":material/trophy:")
    else:
        met = sum(tick.met for tick in ticks)
        st.caption(f"{met} of {len(ticks)} conditions met.")
        before = progress().solved.get(challenge.name)
        if before is not None:
            st.page_link(
                layout.LESSONS,
                label="Solved before: show how",
                icon=":material/trophy:",
                query_params={"challenge": challenge.name, **before},
            )
        with st.expander("A hint", icon=":material/lightbulb:"):
            st.markdown(messages.plain(challenge.hint))
    sync_with_browser()


def _test(challenge: Challenge, trace: Trace) -> None:
    """Show the test part: opened by hand and only once, so that nothing is tuned on it."""
    opened = progress().opened

    def look() -> None:
        problem = unseen(trace, challenge.test)
        each = ", ".join(f"{label} {number(error)}" for label, error in errors(trace, problem).items())
        opened[challenge.name] = (
            f"On {problem.n_items} patients used neither for training nor for choosing, R̂2 is: {each}."
        )
        touch()

    if challenge.name in opened:
        st.info(
            f"{messages.plain(opened[challenge.name])} The best of many values on few pairs is too optimistic; this "
            "value tells how good your choice really is. The test stays shut for other choices.",
            icon=":material/lock_open:",
        )
    else:
        st.button("Open the test, once", icon=":material/lock:", type="primary", on_click=look)


def paste(challenge: Challenge, page: str) -> None:
    """Show a field for a link that may solve the challenge."""

    def take() -> None:
        text = str(st.session_state.get(PASTED, "")).strip()
        if text:
            given = dict(parse_qsl(urlsplit(text).query or text.lstrip("?")))
            given.pop("challenge", None)
            page_link.go(page, {"challenge": challenge.name, **given})
            st.session_state[PASTED] = ""
        touch()

    st.text_input(
        "Or paste the link to any run",
        key=PASTED,
        on_change=take,
        placeholder="http://…/?data=…&alg=…",
        help="Copied from the address bar of Watch, of the workbench, or from somebody else",
    )


def _line(tick: Tick) -> str:
    icon = ":green[:material/check_circle:]" if tick.met else ":material/radio_button_unchecked:"
    word = "met" if tick.met else "not met"
    return f"{icon} {messages.plain(tick.text)} — {messages.plain(tick.number)} *({word})*"
