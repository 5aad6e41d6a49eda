"""``python -m rankviz``, as a newcomer and as a script meet it."""

from __future__ import annotations

import functools
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rankviz
from rankviz.algorithms import registry
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.choice import Choice
from rankviz.cli import main as cli
from rankviz.explain.paper.worked_example import worked_example
from rankviz.runs import export

ROOT = Path(rankviz.__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The program itself, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rankviz", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run in this process; expect exit code 2 and one line, and return it."""
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and err.startswith("rankviz: "), err
    assert "Traceback" not in err and "usage:" not in err
    return err


def prints(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert all(line.startswith("note: ") for line in err.splitlines()), err
    return out


# ---------------------------------------------------------------- help


def test_help_explains_itself_to_a_newcomer(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("--help",), ("-h",), ("help",)):
        text = prints(capsys, *arguments)
        for word in ("trace", "sources", "algorithms", "SOURCE", "--out", "start the app", "--data DIR"):
            assert word in text


def test_the_examples_in_the_help_are_valid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a file
    examples = re.findall(r"^  python -m rankviz trace (.+)$", cli.HELP, flags=re.M)
    assert len(examples) >= 3
    for example in examples:
        if "PATH" in example or ".txt" in example:
            cli._trace_parser().parse_args(example.split())  # a file the user has
        else:
            assert cli.main(["trace", *example.split(), "--rounds", "3"]) == 0
    capsys.readouterr()


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


def test_listing_commands_print_every_name(capsys: pytest.CaptureFixture[str]) -> None:
    sources = prints(capsys, "sources")
    for source in (
        "bundled:wine",
        "scenario:lemma-1",
        "letor:PATH",
        "movielens:PATH",
        "table:PATH",
        "weak:PATH",
    ):
        assert source in sources
    algorithms = prints(capsys, "algorithms")
    for algorithm in ALGORITHMS.values():
        assert algorithm.name in algorithms and algorithm.help in algorithms
        assert all(parameter.help in algorithms for parameter in algorithm.parameters)


# ---------------------------------------------------------------- a run


def test_summary_shows_the_engines_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    out = prints(capsys, "trace", "scenario:lemma-3", "--rounds", "50")
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), rounds=50)
    assert "6 items, 15 critical pairs, 2 weak rankers" in out
    alone = prints(capsys, "trace", "inline:?items=a,b&h1=10&pairs=a>b", "--rounds", "1")
    assert "2 items, 1 critical pair, 1 weak ranker\n" in alone
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines() if re.match(r"R\S+ +\d", line)}
    assert set(rows) == {run.label for run in trace.runs}
    for each in trace.runs:
        assert int(rows[each.label][0]) == each.n_rounds
        assert float(rows[each.label][1]) == pytest.approx(each.metrics["r1"][-1], abs=5e-4)
        if each.stopped != "rounds":
            assert f"{each.label} stopped: {each.stopped}." in out


def test_columns_stand_under_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    lines = prints(capsys, "trace", "bundled:wine", "--rounds", "5", "--holdout", "0.3").splitlines()
    start = next(i for i, line in enumerate(lines) if "bound" in line)
    table = [line.replace("\u0302", "") for line in lines[start : start + 4]]
    assert len({len(line) for line in table}) == 1
    assert table[0].endswith("held out") and "held out: " in "\n".join(lines)


@pytest.mark.parametrize("ending", export.ENDINGS)
def test_out_is_what_the_engine_exports(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"run{ending}"
    command = ["trace", "bundled:wine", "--algorithms", "rb-c,rb-plus", "--rounds", "7", "--seed", "5"]
    assert prints(capsys, *command, "--holdout", "0.25", "--out", str(path)) == ""
    problem = rankviz.load("bundled:wine", seed=5)
    trace = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=7, seed=5, holdout=0.25)
    assert path.read_bytes() == export.to_bytes(trace, ending)
    assert list(tmp_path.iterdir()) == [path]


def test_out_is_a_page_that_says_how_it_is_made_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [
        "trace",
        "scenario:lemma-2",
        "--algorithms",
        "rb-d,rb-plus",
        "--rounds",
        "4",
        "--undefined",
        "cap",
    ]
    assert prints(capsys, *command, "--out", "run.html") == ""
    trace = rankviz.trace(rankviz.load("scenario:lemma-2"), ["rb-d", "rb-plus"], 4, undefined="cap")
    made = Path("run.html").read_bytes()
    assert made == rankviz.replay.page(trace)
    assert f"python -m rankviz {' '.join(command)} --out run.html" in made.decode()


def test_out_is_a_round_for_a_paper_or_a_script_that_checks_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["trace", "synthetic:linear?n=20", "--algorithms", "rb-d,rb-plus", "--rounds", "4"]
    assert prints(capsys, *command, "--out", "third.tex", "--at", "3") == ""
    assert prints(capsys, *command, "--out", "run.py") == ""
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=20"), ["rb-d", "rb-plus"], 4)
    told = f"python -m rankviz {shlex.join([*command, '--out', 'run.json'])}"
    assert Path("third.tex").read_text() == worked_example(trace, 3, command=told)
    exec(compile(Path("run.py").read_text(), "run.py", "exec"), {})
    assert capsys.readouterr().out.startswith("Came out again: runs 2")


@pytest.mark.parametrize("out", ["", "run.json", "run.csv", "run.parquet", "run.html", "run.tex", "run.py"])
def test_notes_on_the_data_are_printed_beside_the_output(
    out: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = "".join(f"{i % 3} 1:{i % 7} 2:{i * i % 11}\n" for i in range(30))
    (tmp_path / "no_qid.txt").write_text(lines)
    arguments = ["trace", f"letor:{tmp_path / 'no_qid.txt'}", "--rounds", "2"]
    assert cli.main([*arguments, *(["--out", str(tmp_path / out)] if out else [])]) == 0
    told = capsys.readouterr()
    assert "note:" not in told.out and bool(told.out) is not bool(out)
    assert told.err.startswith(
        "note: No line has a query id (qid), so all 30 items are compared as one query."
    )
    assert told.err.count("\n") == 1


def test_a_page_may_have_an_excerpt_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("trace", "synthetic:linear?n=20", "--algorithms", "rb-d", "--rounds", "6")
    assert prints(capsys, *command, "--out", str(tmp_path / "part.html"), "--excerpt", "2-4") == ""
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=20"), ["rb-d"], 6)
    trace.to_html(tmp_path / "same.html", rounds=(2, 4))
    made = (tmp_path / "part.html").read_bytes()
    assert made == (tmp_path / "same.html").read_bytes() and b"--excerpt 2-4" in made


def test_parameters_reach_the_algorithms(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    command = ("trace", "scenario:lemma-2", "--rounds", "9", "--out", str(path))
    prints(capsys, *command, "--undefined", "cap", "--cap", "4", "--no-negative-alpha")
    for each in json.loads(path.read_text())["runs"]:
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
    parser = cli._trace_parser()
    assert "(newcomer)" in parser.format_help() and "100 %" in parser.format_help()
    given = parser.parse_args(
        ["s", "--branches", "8", "--stochastic", "--phi", "logistic", "--damping", ".1"]
    )
    assert (given.branches, given.stochastic, given.phi, given.damping) == (8, True, "logistic", 0.1)
    unset = parser.parse_args(["s"])
    assert (unset.branches, unset.stochastic, unset.negative_alpha) == (None, None, None)


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["frobnicate"], 'no command "frobnicate"'),
        (["sources", "all"], "all"),
        (["trace"], "SOURCE"),
        (["trace", "nonsense"], "nonsense"),
        (["trace", "bundled:wne"], "the nearest is wine"),
        (["trace", "letor:no-such-file.txt"], "no-such-file.txt"),
        (["trace", "bundled:wine", "--algorithms", "rb-x"], 'no algorithm "rb-x"'),
        (["trace", "bundled:wine", "--algorithms", " , "], "No algorithm"),
        (["trace", "bundled:wine", "--rounds", "many"], '"many" is not a whole number'),
        (["trace", "bundled:wine", "--rounds", "0"], "1 to 10,000"),
        (["trace", "bundled:wine", "--rounds", "1e9"], "whole number"),
        (["trace", "bundled:wine", "--seed", "-3"], "seed is -3"),
        (["trace", "bundled:wine", "--holdout", "20"], "0 to 0.9"),
        (["trace", "bundled:wine", "--holdout", "nan"], "not a number"),
        (["trace", "bundled:wine", "--undefined", "perhaps"], "perhaps"),
        (["trace", "bundled:wine", "--cap", "1e9"], "0.1 to 100"),
        (["trace", "bundled:wine", "--cap"], "--cap"),
        (["trace", "bundled:wine", "--frob\nnicate"], "frob"),
        (["trace", "bundled:wine", "--round", "3"], "--round"),  # no abbreviations: they break later
        (["trace", "bundled:wine", "--at", "3"], "--at names a round"),
        (["trace", "bundled:wine", "--at", "-1", "--out", "a.tex"], "--at names a round"),
        (["trace", "bundled:wine", "--excerpt", "3-5", "--out", "a.json"], "--excerpt names rounds"),
        (["trace", "bundled:wine", "--excerpt", "3", "--out", "a.html"], "does not say rounds"),
        (["trace", "bundled:wine", "--out", "run.txt"], ".json, .csv, .parquet"),
        (["trace", "bundled:wine", "--out", "no/such/folder/run.json"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    assert told in fails(capsys, *arguments)


def test_an_unwritable_file_is_found_before_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*_: object, **__: object) -> None:
        raise AssertionError("the data were read first")

    monkeypatch.setattr(rankviz, "load", load)
    (tmp_path / "folder.json").mkdir()
    for out in (tmp_path / "folder.json", tmp_path / "none" / "run.json", Path("/proc/run.json")):
        assert "cannot be written" in fails(capsys, "trace", "bundled:wine", "--out", str(out))


def test_a_file_there_before_survives_a_failing_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, fresh = tmp_path / "run.json", tmp_path / "fresh.json"
    path.write_text("kept")
    for out in (path, fresh):
        fails(capsys, "trace", "bundled:wine", "--holdout", "7", "--out", str(out))
    assert path.read_text() == "kept" and not fresh.exists()


def test_a_disk_that_fills_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "write", write)
    err = fails(capsys, "trace", "scenario:lemma-3", "--rounds", "2", "--out", str(tmp_path / "run.csv"))
    assert "No space left on device" in err


# ---------------------------------------------------------------- terminals, pipes, interruptions


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_and_only_on_a_terminal() -> None:
    watched = Terminal()
    with cli._progress(3, watched) as (done, measured):
        assert done is not None and measured is not None
        assert all(done("rb-d", t) for t in (1, 2, 3))
        measured("rb-d", 3)
    text = watched.getvalue()
    assert "RB-D: round 3 of 3" in text and "RB-D: measuring round 3 of 3" in text
    assert "\n" not in text and text.endswith("\r\x1b[K")
    unwatched = io.StringIO()
    with cli._progress(3, unwatched) as told:
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
    done = subprocess.run(
        [sys.executable, "-m", "rankviz", "algorithms"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0 and b"rb-plus" in done.stdout and done.stderr == b""


@pytest.mark.slow
def test_a_reader_that_leaves_early() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "rankviz", "sources"],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )
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
