"""- in place of a file, and what commands say beside their output."""

import gzip
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from helpers.tied_runs import draw, written
from numpy.random import default_rng

import rankviz
from rankviz.cli import warm
from rankviz.cli.main import main
from rankviz.cli.messages import progress_line
from rankviz.engine.runs import export

Prints = Callable[..., str]
Piped = Callable[[bytes], None]
LETOR = "".join(f"{i % 3} qid:{i // 6} 1:{i * 7 % 11} 2:{i * i % 13}\n" for i in range(24)).encode()
WITHOUT_QID = re.sub(rb"qid:\d+ ", b"", LETOR)
PLAYLIST = "# A talk\n## One\n?data=scenario:lemma-3&alg=rb-d&t=1\n\nLook.\n"
RUN = "trace synthetic:linear?n=20 --algorithms rb-d --rounds 3"


# ---------------------------------------------------------------- standard output


@pytest.mark.parametrize("options", ["--out -", "--format csv", "--out - --format parquet"])
def test_a_trace_on_standard_output_has_the_bytes_of_the_file(
    options: str, here: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=20"), "rb-d", 3)
    ending = f".{options.partition('--format ')[2] or 'json'}"
    assert main([*RUN.split(), *options.split()]) == 0
    assert capsysbinary.readouterr() == (export.to_bytes(trace, ending), b"")
    assert not list(here.iterdir())


def test_a_format_overrules_the_ending(prints: Prints, here: Path) -> None:
    assert prints(f"{RUN} --out run.txt --format csv") == ""
    assert pd.read_csv("run.txt")["t"].tolist() == [1, 2, 3]


def test_the_page_of_a_playlist_on_standard_output(prints: Prints, here: Path, piped: Piped) -> None:
    (here / "talk.md").write_text(PLAYLIST)
    assert prints("playlist talk.md --out talk.html").startswith("talk.html: ")
    piped(PLAYLIST.encode())
    assert prints("playlist - --out -").encode() == (here / "talk.html").read_bytes()


# ---------------------------------------------------------------- standard input


@pytest.mark.parametrize("packed", [False, True])
def test_data_on_standard_input_are_those_of_the_file(
    packed: bool, prints: Prints, here: Path, piped: Piped
) -> None:
    (here / "sizes").write_text("12\n12\n")
    data = WITHOUT_QID
    (here / "data.txt").write_bytes(data)
    options = "--query-file sizes --rounds 4 --holdout 0.5"
    whole = prints(f"trace letor:data.txt {options}")
    piped(gzip.compress(data) if packed else data)
    assert prints(f"trace letor:- {options}") == whole.replace("data.txt", "stdin")


def test_options_follow_standard_input(prints: Prints, piped: Piped) -> None:
    piped(LETOR)
    made = json.loads(prints("trace 'letor:-?queries=1,3' --rounds 2 --out -"))
    assert made["items"] == 12 and made["source"]["spec"] == "upload:stdin"
    piped(LETOR.replace(b"2:0", b"2:x", 1))
    assert main(["trace", "letor:-"]) == 2


def test_folds_and_audits_read_standard_input(prints: Prints, here: Path, piped: Piped) -> None:
    piped(LETOR)
    prints("folds letor:- --out folds --folds 3")
    assert sum(file.stat().st_size for file in here.glob("folds/Fold*/test.txt")) > 0
    written(here, *draw(default_rng(5), documents=6))
    for options in ("", "--out - --format csv"):
        audit = prints(f"ties run.txt qrels.txt {options}")
        piped((here / "run.txt").read_bytes())
        assert prints(f"ties - qrels.txt {options}") == audit.replace("run.txt", "stdin")
        piped((here / "qrels.txt").read_bytes())
        assert prints(f"ties run.txt - {options}") == audit.replace("qrels.txt", "stdin")
    piped(b"\n")
    assert main(["ties", "-", "qrels.txt"]) == 2


@pytest.mark.usefixtures("no_pdf")
def test_an_experiment_keeps_its_standard_input(prints: Prints, here: Path, piped: Piped) -> None:
    """Its processes read the file, and a second run of other data is refused before anything is replaced."""
    (here / "data.txt").write_bytes(LETOR)
    options = "--algorithms rb-d,rb-c --rounds 2 --folds 3 --metrics r2 --jobs 1 --out"
    whole = prints(f"experiment letor:data.txt?least=1 {options} one")
    for _ in range(2):
        piped(LETOR)
        found = prints(f"experiment letor:-?least=1 {options} two")
        assert found.replace("stdin", "data.txt").replace("two", "one") == whole
    piped(LETOR + b"1 qid:9 1:2\n0 qid:9 1:1\n")
    assert main(f"experiment letor:-?least=1 {options} two".split()) == 2
    assert (here / "two" / "stdin").read_bytes() == LETOR


def test_rounds_on_standard_output_alone(prints: Prints, piped: Piped) -> None:
    piped(LETOR)
    found = json.loads(prints("ties letor:- --algorithms rb-d --rounds 2 --holdout 0 --out -"))
    piped(LETOR)
    at = json.loads(prints("ties letor:- --algorithms rb-d --rounds 2 --holdout 0 --at 2 --format json"))
    assert found and at


# ---------------------------------------------------------------- quiet and verbose


def test_quiet_leaves_the_output_and_errors(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "data.txt").write_bytes(WITHOUT_QID)
    for option, notes in (("", 1), ("--quiet", 0), ("-q", 0), ("", 1)):
        assert main(["trace", "letor:data.txt", "--rounds", "2", *option.split()]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("data.txt") and err.count("note: ") == notes == err.count("\n")
    assert main(["folds", "synthetic:letor", "--out", "folds", "-q"]) == 0
    assert main(["trace", "bundled:wne", "-q"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("rankviz: ") and err.count("\n") == 1


def test_verbose_adds_times_and_where_an_error_came_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN.split(), "--verbose"]) == 0
    out, err = capsys.readouterr()
    assert "read the data: " in err and "ran the algorithms: " in err and "RB-D" in out
    assert main(["trace", "bundled:wne", "-v"]) == 2
    assert "Traceback" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_quiet_has_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sources", "-q"])
    with progress_line(Terminal()) as show:
        assert show is None
    main(["sources"])
    with progress_line(Terminal()) as show:
        assert show is not None


@pytest.mark.slow
def test_warm_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    said: list[str] = []
    warm.every_algorithm(said.append)
    assert "Algorithm 2 of " in said[0] and said[-1] == "The page of a run"
