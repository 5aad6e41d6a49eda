"""Bad input to any command is one line, exit code 2, and nothing written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.tied_runs import draw, written
from numpy.random import default_rng

from rankviz.cli import app

SOURCE = "'synthetic:linear?n=60&queries=6'"
FEW = "--algorithms rb-d,rb-plus --rounds 5"
REFUSED = [
    ("frobnicate", 'no command "frobnicate"'),
    ("sources all", "all"),
    # The app, and many of it
    ("--port 0", "--port is 0"),
    ("--port x", '"x" is not a whole number'),
    ("--data no-such-folder", '--data is "no-such-folder"'),
    ("--no-such-option", "unrecognized arguments"),
    ("serve --workers 0", "--workers is 0"),
    ("serve --workers 65", "--workers is 65"),
    ("serve --port 70000", "--port is 70000"),
    ("serve --address no.such.host.invalid", "Nobody can listen on"),
    ("serve --base-url-path '/a\"; } bad'", "--base-url-path is"),
    ("serve --proxy apache", "invalid choice"),
    # A run
    ("trace", "SOURCE"),
    ("trace nonsense", "nonsense"),
    ("trace bundled:wne", "the nearest is wine"),
    ("trace letor:no-such-file.txt", "no-such-file.txt"),
    ("trace bundled:wine --algorithms rb-x", 'no algorithm "rb-x"'),
    ("trace bundled:wine --algorithms ' , '", "No algorithm"),
    ("trace bundled:wine --rounds many", '"many" is not a whole number'),
    ("trace bundled:wine --rounds 0", "1 to 10,000"),
    ("trace bundled:wine --rounds 1e9", "whole number"),
    ("trace bundled:wine --seed -3", "seed is -3"),
    ("trace bundled:wine --holdout 20", "0 to 0.9"),
    ("trace bundled:wine --holdout nan", "not a number"),
    ("trace bundled:wine --undefined perhaps", "perhaps"),
    ("trace bundled:wine --cap 1e9", "0.1 to 100"),
    ("trace bundled:wine --cap", "--cap"),
    ("trace bundled:wine '--frob\nnicate'", "frob"),
    ("trace bundled:wine --round 3", "--round"),  # no abbreviations: they break later
    ("trace bundled:wine --at 3", "--at names a round"),
    ("trace bundled:wine --at -1 --out a.tex", "--at names a round"),
    ("trace bundled:wine --excerpt 3-5 --out a.json", "--excerpt names rounds"),
    ("trace bundled:wine --excerpt 3 --out a.html", "does not name rounds"),
    ("trace bundled:wine --out run.txt", ".json, .csv, .parquet"),
    ("trace bundled:wine --out no/such/folder/run.json", "cannot be written"),
    ("trace bundled:wine --format pdf", "invalid choice"),
    ("trace bundled:wine --format json --at 3", "--at names a round"),
    ("trace -", '"-" names no data'),
    ("trace letor:-", "- stands for standard input, which is a terminal"),
    ("trace model:-?data=bundled:wine", "A model is not read from standard input"),
    ("lesson -", "- stands for standard input, which is a terminal"),
    ("completion tcsh", "invalid choice"),
    # The audit of ties: of a run, and by round
    ("ties run.txt", "the following arguments are required: QRELS"),
    ("ties none.txt qrels.txt", "none.txt: there is no such file"),
    ("ties run.txt qrels.txt --measure ndgc", 'There is no measure "ndgc".'),
    ("ties run.txt qrels.txt --out a.pdf", "does not end in a format that can be written"),
    ("ties run.txt qrels.txt --out /no/such/a.json", "cannot be written"),
    ("ties qrels.txt qrels.txt", "line 1: 4 columns where 6 are needed"),
    ("ties run.txt bad.txt", 'bad.txt, line 2: the grade "x" is not a finite number.'),
    ("ties scenario:lemma-3", "these data have pairs and no grades"),
    (f"ties {SOURCE} {FEW} --at 9", "RB-D has 5 rounds, so there is no round 9"),
    (f"ties {SOURCE} {FEW} --at 2 --out a.csv", "the audit of one algorithm"),
    (f"ties {SOURCE} --out a.pdf", "does not end in a format that can be written"),
    (f"ties {SOURCE} --algorithms rb-e", "rb-e"),
    (f"ties {SOURCE} --measure ndgc", 'There is no measure "ndgc".'),
    # Folds
    ("folds synthetic:letor --folds 2 --out folds", "The number of folds is 2"),
    ("folds synthetic:letor --folds 21 --out folds", "The number of folds is 21"),
    # A playlist
    ("playlist none.md --out a.html", "none.md cannot be read"),
    ("playlist no_link.md --out a.html", "no_link.md, line 2: This moment has no link."),
    ("playlist empty.md --out a.html", "The playlist has no moments."),
    ("playlist no_data.md --out a.html", "no_data.md: Moment 1: "),
    ("playlist talk.md --out a.html --app example.org", '--app is "example.org".'),
    ("playlist talk.md --out talk.pdf", "talk.pdf does not end in .html."),
    ("playlist talk.md --out nowhere/talk.html", "nowhere/talk.html cannot be written"),
]
FILES = {
    "bad.txt": "q0 0 d1 1\nq0 0 d2 x\n",
    "talk.md": "# A talk\n## One\n?data=scenario:lemma-3&alg=rb-d&t=1\nask: next ranker\n\nLook.\n",
    "no_link.md": "# A\n## B\n",
    "empty.md": "# A\n",
    "no_data.md": "# A\n## B\n?data=synthetic:nothing\n",
}


@pytest.mark.parametrize(("command", "says"), REFUSED, ids=[command for command, _ in REFUSED])
def test_bad_input_is_one_line_and_exit_code_2(
    command: str, says: str, refused: Callable[..., str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_run", lambda port: pytest.fail("the app was started"))
    monkeypatch.setattr("sys.stdin", None)
    written(here, *draw(default_rng(5), documents=6))
    for name, text in FILES.items():
        Path(name).write_text(text)
    before = set(here.iterdir())
    assert says in refused(command)
    assert set(here.iterdir()) == before
