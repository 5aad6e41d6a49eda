"""The same run elsewhere: as Python lines, as a command, and in the words of a caption."""

from __future__ import annotations

from rankviz.data import sources
from rankviz.errors import DataError
from rankviz.runs.spec import RunSpec
from rankviz.ui.runs.runs import in_two
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State


def source(state: State) -> str:
    """The SOURCE of the command line for the chosen data; for an upload, the visitor's own file by its name."""
    data = str(state["data"])
    if catalog.shareable(data):
        return data
    try:
        upload, options = uploads.find(data)
    except DataError:  # dropped to make room
        return data
    given = dict(options)
    if len(upload.files) > 1:
        family = sources.FAMILIES[upload.scheme]
        given |= {option.name: upload.files[1][0] for option in family.options if option.is_file}
    return sources.write(sources.Spec(upload.scheme, upload.name, given))


def spec(state: State) -> RunSpec:
    """The run as it is asked for outside the app."""
    return of_state(in_two(state), source(state))


def python_lines(state: State) -> str:
    """Python that computes this very run."""
    return spec(state).python()


def command(state: State, ending: str = "json") -> str:
    """The command that computes this very run and writes it."""
    return spec(state).command(f"run.{ending}")


def in_words(state: State) -> str:
    """What a caption says of a run beside its data and algorithms: seed, held-out share, changed parameters."""
    return of_state(in_two(state), str(state["data"])).in_words()
