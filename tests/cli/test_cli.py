"""``python -m rankviz``, as a newcomer and as a script meet it."""

import functools
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import rankviz
from rankviz.cli import main as cli
from rankviz.cli import trace as trace_command
from rankviz.engine.algorithms import registry
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.choice import Choice
from rankviz.engine.runs import export
from rankviz.insight.explain.paper.worked_example import worked_example

ROOT = Path(rankviz.__file__).parents[1]
Command = Callable[..., str]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The program itself, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rankviz", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("command", ["--help", "-h", "help"])
def test_help_explains_itself_to_a_newcomer(command: str, prints: Command) -> None:
    text = prints(command)
    for word in ("trace", "sources", "algorithms", "SOURCE", "--out", "start the app", "--data DIR"):
        assert word in text


def test_the_examples_in_the_help_are_valid(here: Path) -> None:
    examples = re.findall(r"^  python -m rankviz trace (.+)$", cli.HELP, flags=re.M)
    assert len(examples) >= 3
    for example in examples:
        if "PATH" in example or ".txt" in example:
            trace_command.parser().parse_args(example.split())  # a file the user has
        else:
            assert cli.main(["trace", *example.split(), "--rounds", "3"]) == 0


def test_help_of_trace_names_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["trace", "--help"])
    assert stop.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for algorithm in ALGORITHMS.values():
        assert algorithm.name in text
        for parameter in algorithm.parameters:
            assert parameter.name.replace("_", "-") in text
            assert parameter.help.split(".")[0][:25] in text


@pytest.mark.parametrize("command", ["trace", "experiment", "ties bundled:wine", "folds", "mark"])
def test_no_option_in_help_takes_its_own_name(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "--help"])
    text = capsys.readouterr().out
    assert not [name for name, what in re.findall(r"--([a-z0-9-]+) ([A-Z-]+)", text) if what.lower() == name]
    if "--undefined" in text:
        assert "--undefined halt|infinite|cap|limit" in text and "--cap NUMBER" in text
        said = " ".join(text.split()).split("halt, infinite, cap, limit (default: ")[1]
        assert said.startswith("limit" if command == "experiment" else "halt")


def test_a_models_run_is_there_without_being_named(prints: Command) -> None:
    source = "trained:lightgbm"
    pytest.importorskip("lightgbm", reason="lightgbm is not installed")
    told = prints("trace", source, "--rounds", "2")
    trace = rankviz.trace(rankviz.load(source), rounds=2)
    assert [run.name for run in trace.runs] == ["own", "rb-d", "rb-c", "rb-plus"]
    assert all(run.label in told for run in trace.runs)
    assert [run.name for run in rankviz.trace(rankviz.load(source), "rb-c", 2).runs] == ["rb-c"]
    assert [run.name for run in rankviz.trace(rankviz.load("bundled:wine"), rounds=1).runs] == [
        "rb-d",
        "rb-c",
        "rb-plus",
    ]


def test_listing_commands_print_every_name(prints: Command) -> None:
    sources = prints("sources")
    assert "bundled:wine" in sources and "scenario:lemma-1" in sources
    assert all(f"{scheme}:PATH" in sources for scheme in ("letor", "movielens", "table", "weak"))
    algorithms = prints("algorithms")
    for algorithm in ALGORITHMS.values():
        assert algorithm.name in algorithms and algorithm.help in algorithms
        assert all(parameter.help in algorithms for parameter in algorithm.parameters)


# ---------------------------------------------------------------- a run


def test_summary_shows_the_engines_numbers(prints: Command) -> None:
    out = prints("trace scenario:lemma-3 --rounds 50")
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), rounds=50)
    assert "6 items, 15 critical pairs, 2 weak rankers" in out
    alone = prints("trace 'inline:?items=a,b&h1=10&pairs=a>b' --rounds 1")
    assert "2 items, 1 critical pair, 1 weak ranker\n" in alone
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if re.match(r"R\S+ +\d", line)}
    assert set(rows) == {run.label for run in trace.runs}
    for each in trace.runs:
        assert int(rows[each.label][0]) == each.n_rounds
        assert float(rows[each.label][1]) == pytest.approx(each.metrics["r1"][-1], abs=5e-4)
        if each.stopped != "rounds":
            assert f"{each.label} stopped: {each.stopped}." in out


def test_columns_stand_under_each_other(prints: Command) -> None:
    lines = prints("trace bundled:wine --rounds 5 --holdout 0.3").splitlines()
    start = next(i for i, line in enumerate(lines) if "bound" in line)
    table = [line.replace("\u0302", "") for line in lines[start : start + 4]]
    assert len({len(line) for line in table}) == 1
    assert table[0].endswith("held out") and "held out: " in "\n".join(lines)


@pytest.mark.parametrize("ending", export.ENDINGS)
def test_out_is_what_the_engine_exports(prints: Command, here: Path, ending: str) -> None:
    path = here / f"run{ending}"
    command = "trace bundled:wine --algorithms rb-c,rb-plus --rounds 7 --seed 5"
    assert prints(f"{command} --holdout 0.25 --out {path.name}") == ""
    problem = rankviz.load("bundled:wine", seed=5)
    trace = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=7, seed=5, holdout=0.25)
    assert path.read_bytes() == export.to_bytes(trace, ending)
    assert list(here.iterdir()) == [path]


def test_out_is_a_page_that_says_how_it_is_made_again(prints: Command, here: Path) -> None:
    command = "trace scenario:lemma-2 --algorithms rb-d,rb-plus --rounds 4 --undefined cap --out run.html"
    assert prints(command) == ""
    trace = rankviz.trace(rankviz.load("scenario:lemma-2"), ["rb-d", "rb-plus"], 4, undefined="cap")
    made = Path("run.html").read_bytes()
    assert made == rankviz.replay.page(trace)
    assert f"python -m rankviz {command}" in made.decode()


def test_out_is_a_round_for_a_paper_or_a_script_that_checks_the_run(
    prints: Command, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "trace 'synthetic:linear?n=20' --algorithms rb-d,rb-plus --rounds 4 --out"
    assert prints(f"{command} third.tex --at 3") == prints(f"{command} run.py") == ""
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=20"), ["rb-d", "rb-plus"], 4)
    told = worked_example(trace, 3, command=f"python -m rankviz {command} run.json")
    assert Path("third.tex").read_text() == told
    exec(compile(Path("run.py").read_text(), "run.py", "exec"), {})
    assert capsys.readouterr().out.startswith("Reproduced: runs 2")


@pytest.mark.parametrize("out", ["", "run.json", "run.csv", "run.parquet", "run.html", "run.tex", "run.py"])
def test_notes_on_the_data_are_printed_beside_the_output(
    out: str, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    (here / "no_qid.txt").write_text("".join(f"{i % 3} 1:{i % 7} 2:{i * i % 11}\n" for i in range(30)))
    assert cli.main(["trace", "letor:no_qid.txt", "--rounds", "2", *(["--out", out] if out else [])]) == 0
    told = capsys.readouterr()
    assert "note:" not in told.out and bool(told.out) is not bool(out)
    assert told.err.startswith(
        "note: No line has a query id (qid), so all 30 items are compared as one query."
    )
    assert told.err.count("\n") == 1


def test_a_page_may_have_an_excerpt_alone(prints: Command, here: Path) -> None:
    command = "trace 'synthetic:linear?n=20' --algorithms rb-d --rounds 6 --out part.html --excerpt 2-4"
    assert prints(command) == ""
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=20"), ["rb-d"], 6)
    trace.to_html(here / "same.html", rounds=(2, 4))
    made = (here / "part.html").read_bytes()
    assert made == (here / "same.html").read_bytes() and b"--excerpt 2-4" in made


def test_parameters_reach_the_algorithms(prints: Command, here: Path) -> None:
    parameters = "--undefined cap --cap 4 --no-negative-alpha"
    prints(f"trace scenario:lemma-2 --rounds 9 --out run.json {parameters}")
    for each in json.loads(Path("run.json").read_text())["runs"]:
        assert each["params"].items() >= {"negative_alpha": False, "undefined": "cap", "cap": 4.0}.items()


def test_options_come_from_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new algorithm's parameters appear by themselves, of whatever kind."""
    new = (
        Choice("branches", "Branches", "int", 20, "Branches of a tree: 100 % of them.", low=2, high=64),
        Choice("stochastic", "Stochastic", "bool", False, "Sample pairs."),
        Choice("phi", "Phi", "choice", "hinge", "The loss.", choices=("hinge", "logistic")),
        Choice("damping", "Damping", "float", 0.05, "Step.", low=0.0, high=1.0),
    )
    other = type("Algorithm", (), {"name": "newcomer", "parameters": new})()
    monkeypatch.setattr(registry, "ALGORITHMS", {**ALGORITHMS, "newcomer": other})
    monkeypatch.setattr("rankviz.cli.listing.ALGORITHMS", {**ALGORITHMS, "newcomer": other})
    parser = trace_command.parser()
    assert "(newcomer)" in parser.format_help() and "100 %" in parser.format_help()
    given = parser.parse_args(
        ["s", "--branches", "8", "--stochastic", "--phi", "logistic", "--damping", ".1"]
    )
    assert (given.branches, given.stochastic, given.phi, given.damping) == (8, True, "logistic", 0.1)
    unset = parser.parse_args(["s"])
    assert (unset.branches, unset.stochastic, unset.negative_alpha) == (None, None, None)


# ---------------------------------------------------------------- files that cannot be written


def test_an_unwritable_file_is_found_before_the_run(
    refused: Command, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rankviz, "load", lambda *_, **__: pytest.fail("the data were read first"))
    (here / "folder.json").mkdir()
    for out in ("folder.json", "none/run.json", "/proc/run.json"):
        assert "cannot be written" in refused(f"trace bundled:wine --out {out}")


def test_a_file_there_before_survives_a_failing_run(refused: Command, here: Path) -> None:
    (here / "run.json").write_text("kept")
    for out in ("run.json", "fresh.json"):
        refused(f"trace bundled:wine --holdout 7 --out {out}")
    assert [(file.name, file.read_text()) for file in here.iterdir()] == [("run.json", "kept")]


def test_a_disk_that_fills_up(refused: Command, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rankviz.engine.files._opened", write)
    assert "No space left on device" in refused("trace scenario:lemma-3 --rounds 2 --out run.csv")


# ---------------------------------------------------------------- terminals, pipes, interruptions


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_and_only_on_a_terminal() -> None:
    watched = Terminal()
    with trace_command._progress(3, watched) as (done, measured):
        assert done is not None and measured is not None
        assert all(done("rb-d", t) for t in (1, 2, 3))
        measured("rb-d", 3)
    text = watched.getvalue()
    assert "RB-D: round 3 of 3" in text and "RB-D: measuring round 3 of 3" in text
    assert "\n" not in text and text.endswith("\r\x1b[K")
    unwatched = io.StringIO()
    with trace_command._progress(3, unwatched) as told:
        assert told == (None, None)
    assert unwatched.getvalue() == ""


@pytest.mark.slow
def test_the_program_runs_and_its_errors_take_one_line(tmp_path: Path) -> None:
    done = run("trace", "scenario:lemma-3", "--rounds", "4")
    assert done.returncode == 0 and done.stderr == "" and "RankBoost+" in done.stdout
    bad = run("trace", "bundled:wine", "--rounds", "x")
    assert (bad.returncode, bad.stdout) == (2, "") and bad.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_terminal_without_greek_letters() -> None:
    ascii = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rankviz", "algorithms"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, env=ascii)
    assert done.returncode == 0 and b"rb-plus" in done.stdout and done.stderr == b""


@pytest.mark.slow
def test_a_reader_that_leaves_early() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        command = [sys.executable, "-m", "rankviz", "sources"]
        done = subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.slow
def test_ctrl_c_is_quiet() -> None:
    """Interrupted while it shows progress on a terminal: no traceback, the line is cleared, code 130."""
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "rankviz", "trace", "synthetic:linear?n=1500", "--rounds", "10000"]
    # A shell's background job ignores Ctrl-C, and its children with it; the command must hear it.
    hear = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=terminal, preexec_fn=hear
    ) as process:
        os.close(terminal)
        seen, deadline = b"", time.monotonic() + 60
        while b"round" not in seen and time.monotonic() < deadline:
            seen += os.read(main, 1024)
        process.send_signal(signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    while True:
        try:
            part = os.read(main, 1024)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(main)
    assert process.returncode == 130 and out == b""
    assert b"Traceback" not in seen and seen.endswith(b"\r\x1b[K")
