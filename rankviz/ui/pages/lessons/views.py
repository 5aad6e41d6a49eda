"""The page Lessons for a link: a lesson's step, a challenge, a run to predict, or all the cards."""

import streamlit as st

from rankviz.engine.choice import Choices
from rankviz.engine.errors import DataError
from rankviz.lessons.challenges import Challenge
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.lessons.text.translated import translated
from rankviz.ui.controls.data_controls import choose_data
from rankviz.ui.controls.run_controls import choose_run
from rankviz.ui.pages.lessons import authored_lessons, practice, steps, summary
from rankviz.ui.pages.lessons import challenge as lessons_challenge
from rankviz.ui.pages.lessons.progress import progress
from rankviz.ui.pages.lessons.saved_lessons import sync_with_browser
from rankviz.ui.serving import frontend
from rankviz.ui.shell import language, layout, messages
from rankviz.ui.shell.language import said
from rankviz.ui.stage import embedded_stage
from rankviz.ui.stage.page import RANKBOOST
from rankviz.ui.state import page_link
from rankviz.ui.state.link import ROUND, from_link, to_link
from rankviz.ui.state.page_start import page_start
from rankviz.ui.state.state import State

PAGE = steps.PAGE
CHALLENGE, PREDICT = "challenge-stage", "predict-stage"


def home(link: dict[str, str]) -> None:
    """Show all cards, with the visitor's progress."""
    messages.warn(Choices(()).read({key: text for key, text in link.items() if key != ROUND})[1])
    page_link.write(PAGE, {})
    _cards()


def lesson(link: dict[str, str], fresh: bool) -> None:
    """Show a step of a lesson; for a wrong name or number, warn and show the closest match."""
    name = link["lesson"]
    if name not in LESSONS and not authored_lessons.is_own(name):
        messages.warn([f"There is no lesson “{name[:40]}”. These are the lessons there are."])
        _cards()
        return
    try:
        found = (
            translated(LESSONS[name], language.here()) if name in LESSONS else authored_lessons.lesson(name)
        )
    except DataError as problem:
        messages.error(problem)
        _cards()
        return
    asked = link.get("step", "1")
    if asked == summary.END:
        page_link.write(PAGE, {"lesson": name, "step": asked}, fresh)
        page_start(PAGE)
        sync_with_browser()
        summary.show(found)
        return
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 1
    number = min(max(number, 1), len(found.steps))
    wrong = asked != str(number)
    messages.warn([f"{found.title} has no step “{asked[:10]}”; step {number} is shown."] if wrong else [])
    page_link.write(PAGE, {"lesson": name, "step": str(number)}, fresh)
    page_start(PAGE)
    steps.show(found, number, fresh)


def challenge(link: dict[str, str], fresh: bool) -> None:
    """Show a challenge with the choices of its link, to be changed in the sidebar."""
    name = link["challenge"]
    if name not in CHALLENGES and not authored_lessons.is_own(name):
        messages.warn([f"There is no challenge “{name[:40]}”. These are the challenges there are."])
        _cards()
        return
    try:
        found = CHALLENGES[name] if name in CHALLENGES else authored_lessons.challenge(name)
    except DataError as problem:
        messages.error(problem)
        _cards()
        return
    page = lessons_challenge.page(found)
    state = _named_state(CHALLENGE, fresh, lambda: lessons_challenge.from_address(link, found))
    body = st.empty()
    with st.sidebar:
        data = choose_data(state, body)
        size = st.empty()
        state = state if data is None else state.but(data=data)
        state = page.suited(state)
        state = state.but(**choose_run(state, page.offers, page.knobs, page.in_sight))
    board = lessons_challenge.board(found, state)
    state, shown = embedded_stage.run(CHALLENGE, state, size, board)
    _remember(CHALLENGE, state)
    page_link.write(PAGE, {"challenge": name, **to_link(state, whole=True)}, fresh)
    page_start(PAGE)
    steps.styles()
    words, picture = st.columns([1, 2.55], gap="medium")
    with words, st.container(key="lesson-side"), st.container(key="lesson-words", gap="small"):
        st.header(messages.plain(found.title))
        lessons_challenge.own_data(found, PAGE)
        lessons_challenge.conditions(found, shown.trace)
        _ways_on(found, state)
        lessons_challenge.paste(found, PAGE)
    with picture:
        embedded_stage.alone(CHALLENGE, state, shown, board=board, state_key=f"state-{CHALLENGE}")


def predict(link: dict[str, str], fresh: bool) -> None:
    """Show any run, to be predicted round by round."""
    given = {key: value for key, value in link.items() if key not in (practice.PREDICT, practice.OF)}
    state = RANKBOOST.suited(_named_state(PREDICT, fresh, lambda: from_link(given)))
    if fresh:
        practice.read(link)
    state, shown = embedded_stage.run(PREDICT, state, st.empty())
    _remember(PREDICT, state)
    page_start(PAGE)
    steps.styles()

    def write() -> None:
        now = st.session_state[f"state-{PREDICT}"]
        page_link.write(PAGE, {**practice.written(), **to_link(now, whole=True)}, fresh)

    practice.practise(PREDICT, state, shown, f"state-{PREDICT}", write)


def _named_state(name: str, fresh: bool, read: lessons_challenge.Reader) -> State:
    """Return the state under a name: from the link if the link is fresh, else as the visitor left it."""
    memory, key = st.session_state, f"state-{name}"
    warnings: list[str] = []
    if fresh or key not in memory:
        memory[key], warnings = read()
        embedded_stage.put_cursor(name, int(memory[key]["t"]))
    messages.warn(warnings)
    state: State = memory[key]
    return state


def _remember(name: str, state: State) -> None:
    st.session_state[f"state-{name}"] = state


def _ways_on(found: Challenge, state: State) -> None:
    with st.container(horizontal=True):
        whole = to_link(state, whole=True)
        if found.page == RANKBOOST.board.page and found.name in CHALLENGES:
            st.page_link(
                layout.WORKBENCH,
                label="Build data for it",
                icon=":material/construction:",
                query_params={"challenge": found.name, **whole},
            )
        board = lessons_challenge.page(found).board
        st.page_link(
            layout.file(board.page),
            label=f"Open in {board.title}",
            icon=":material/play_circle:",
            query_params=whole,
        )


def _cards() -> None:
    """Show all cards."""
    done = progress()
    sync_with_browser()
    st.html(frontend.styles("lessons"))
    st.title(said("Lessons"))
    st.markdown(said("Short lessons, one figure per step. Every number comes from the run on the screen."))
    with st.container(key="cards"):
        for number, lesson in enumerate(LESSONS.values(), 1):
            with st.container(border=True, key=f"card-{number - 1}"):
                link = {"lesson": lesson.name, "step": str(_next_step(lesson.name))}
                st.page_link(
                    layout.LESSONS,
                    label=f"**{number}. {said(lesson.title)}**",
                    icon=lesson.icon,
                    query_params=link,
                )
                st.markdown(messages.plain(said(lesson.about)))
                how_far = done.of_lesson(lesson)
                begins = number == 1 and not done.seen.get(lesson.name)
                st.caption(messages.plain(f"{said('Start here')} · {how_far}" if begins else how_far))
    st.header("Challenges")
    st.markdown("Find data and settings that meet each goal. RankViz checks your answer.")
    with st.container(key="cards-challenges"):
        for challenge in CHALLENGES.values():
            with st.container(border=True, key=f"card-{challenge.name}"):
                icon = ":material/trophy:" if challenge.name in done.solved else ":material/flag:"
                link = {"challenge": challenge.name, **done.solved.get(challenge.name, {})}
                st.page_link(layout.LESSONS, label=f"**{challenge.title}**", icon=icon, query_params=link)
                st.markdown(messages.plain(challenge.sentence))
                st.caption("Solved" if challenge.name in done.solved else "Open")
    st.header("Predict any run")
    link = {"predict": "ranker", **to_link(st.session_state.get("state", State()), whole=True), "t": "0"}
    right, made = done.score("free:")
    so_far = f" So far {right} of {made} right." if made else ""
    st.markdown(f"Predict the next round of the run on Watch before you see it.{so_far}")
    st.page_link(layout.LESSONS, label="Start predicting", icon=":material/psychology:", query_params=link)


def _next_step(name: str) -> int:
    """Return the step at which the visitor left a lesson; 1 when the lesson is finished."""
    seen = progress().seen.get(name, set())
    last = max(seen, default=1)
    return 1 if last == len(LESSONS[name].steps) else last
