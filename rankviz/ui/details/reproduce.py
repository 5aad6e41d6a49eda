"""The same run elsewhere: as Python lines and as a command."""

from __future__ import annotations

import shlex

from rankviz.data import sources
from rankviz.errors import DataError
from rankviz.runs import forks
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog
from rankviz.ui.state.state import State, choices


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
    if len(upload.files) > 1 and upload.scheme in ("table", "weak"):
        given["pairs"] = upload.files[1][0]
    return sources.write(sources.Spec(upload.scheme, upload.name, given))


def python_lines(state: State) -> str:
    """Python that computes this very run."""
    more = {name: state[name] for name in ("seed",) if state[name]}
    if state["holdout"]:
        more["holdout"] = state["holdout"] / 100
    if state["positive"] is not None:
        more["positive"] = state["positive"]
    more |= _changed(state)
    extra = "".join(f", {name}={value!r}" for name, value in more.items())
    if state["fork"]:
        extra += f", forks=[rankviz.{forks.read(state['fork'])!r}]"
    seed = f", seed={state['seed']}" if state["seed"] else ""
    return (
        f"import rankviz\n\n"
        f"problem = rankviz.load({source(state)!r}{seed})\n"
        f"trace = rankviz.trace(problem, {list(state['alg'])!r}, rounds={state['rounds']}{extra})\n"
        f"for run in trace.runs:\n"
        f'    print(run.label, run.stopped, run.metrics["r2"][-1])\n'
    )


def command(state: State, ending: str = "json") -> str:
    """The command that computes this very run and writes it."""
    words = ["python", "-m", "rankviz", "trace", source(state)]
    words += ["--algorithms", ",".join(state["alg"]), "--rounds", str(state["rounds"])]
    if state["seed"]:
        words += ["--seed", str(state["seed"])]
    if state["holdout"]:
        words += ["--holdout", f"{state['holdout'] / 100:g}"]
    if state["positive"] is not None:
        words += ["--positive", f"{state['positive']:g}"]
    if state["fork"]:
        words += ["--fork", state["fork"]]
    for name, value in _changed(state).items():
        flag = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words.append(flag if value else flag.replace("--", "--no-", 1))
        else:
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join([*words, "--out", f"run.{ending}"])


def _changed(state: State) -> dict[str, object]:
    """The algorithms' parameters that are not at their default."""
    return {name: value for name, value in state.parameters().items() if value != choices()[name].default}
