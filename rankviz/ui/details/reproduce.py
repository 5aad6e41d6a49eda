"""The same run elsewhere: as Python lines, as a command, and as the text of a caption."""

from rankviz.engine.errors import DataError
from rankviz.engine.runs.spec import RunSpec
from rankviz.ui.runs.runs import in_two
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State


def source(state: State) -> str:
    """Return the SOURCE of the command line for the chosen data; for an upload, the name of the visitor's file."""
    data = state.source
    if not isinstance(data, Uploaded):
        return str(state["data"])
    try:
        upload, options = uploads.find(data)
    except DataError:  # dropped to make room
        return data.text
    return upload.source(options).text


def spec(state: State) -> RunSpec:
    """Return the run's specification for use outside the app."""
    return of_state(in_two(state), source(state))


def python_lines(state: State) -> str:
    """Return Python code that computes exactly this run."""
    return spec(state).python()


def command(state: State, ending: str = "json") -> str:
    """Return the command that computes exactly this run and writes it."""
    return spec(state).command(f"run.{ending}")


def in_words(state: State) -> str:
    """Return a run's seed, held-out share and changed parameters in words, for a caption."""
    return of_state(in_two(state), str(state["data"])).in_words()
