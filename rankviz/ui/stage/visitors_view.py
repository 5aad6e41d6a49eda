"""The visitor's view: the stage's look, the part of the drawer that is open, and the number that is explained."""

from collections.abc import Callable

from rankviz.ui.details import answers, reproduce
from rankviz.ui.details.parts import BY_STAGE, parts
from rankviz.ui.runs.turns import turn
from rankviz.ui.serving import address
from rankviz.ui.serving.first_picture import FIRST_PICTURE
from rankviz.ui.stage.feature import Offer, StageView
from rankviz.ui.stage.stage_settings import settings
from rankviz.ui.state import session
from rankviz.ui.state.link import LOOK
from rankviz.ui.state.state import State


def look(state: State, see: Callable[[str, bool, str, str], object]) -> Offer:
    """Offer the look in the state, and whether it fills the screen.

    `see` is called with what the stage writes of the two, and with the drawer's part and number, "" where it has none.
    """

    def looked(text: object) -> None:
        fields = str(text).split(";")
        if len(fields) == 5 and LOOK.fullmatch(fields[4]):
            see(fields[4], bool(fields[1]), fields[2], fields[3])

    return Offer({"looks": True, "present": state["present"]}, {"look": state["look"]}, {"look": looked})


def drawer(view: StageView) -> Offer:
    """Offer the look and settings, and the drawer: its parts, the open one, and the number that is explained."""
    state, shown = view.state, view.shown
    data = {
        "answers_url": answers.url(shown),
        "explains": not shown.excerpt,
        "tabs": [list(part) for part in parts(shown, paper=view.page.paper is not None).items()],
        "tab": state["tab"],
        "explain": state["explain"],
    }

    def below() -> None:
        if not state["tab"] or state["tab"] in BY_STAGE:
            return
        FIRST_PICTURE.let_it_come()
        # Only now: pandas and Plotly take half as long to load as the engine, and Python does one thing at a time.
        from rankviz.ui.details.details import details

        with turn(shown.trace.problem.n_pairs <= answers.QUICK):
            details(state, shown, view.looks, view.page.paper)

    return Offer(data, settings(state, shown.trace), below=(below,)) | look(state, session.see)


def about(view: StageView) -> Offer:
    """Offer the caption of a saved picture: the run's parameters and its link."""
    link = address.public(session.share_url(view.state))
    return Offer({"about": {"parameters": reproduce.in_words(view.state), "link": link}})
