"""The script that makes a run again: it passes on the run it was made of, and names what differs."""

import re

import pytest
from helpers.interpreter import printed

import rankviz
from rankviz.engine.runs.checked_script import script
from rankviz.engine.runs.spec import RunSpec

SPECS = (
    RunSpec("bundled:diabetes", ("rb-d", "rb-plus"), 6, 3, 0.2),
    RunSpec("scenario:lemma-1", ("rb-d:undefined=infinite", "rb-d:undefined=limit", "qbrank"), 4),
    RunSpec("scenario:lemma-2", ("rb-d",), 4),
    RunSpec("synthetic:linear?n=30", ("rb-c",), 5, 3, 0.2, 2.0, rankviz.Fork("rb-c", 2, alpha=0.5)),
)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.data)
def test_a_checked_script_passes_on_its_own_run(spec: RunSpec, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(script(spec.trace(), spec), "run.py", "exec"), {})
    assert re.fullmatch(
        rf"Reproduced: runs {len(spec.algorithms) + bool(spec.fork)}, final numbers \d+\.\n",
        capsys.readouterr().out,
    )


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        (r"'r2': (0\.\d+)", r"'r2': 1\1", "r2"),
        (r"'rounds': 6", "'rounds': 5", "rounds"),
        (r"'threshold': ", "'threshold': 1", "ranker"),
        (r'identity == "', 'identity == "0', "other data"),
        (r"'algorithm': 'rb-d'", "'algorithm': 'rb-c'", "other runs"),
    ],
)
def test_a_checked_script_names_what_differs(was: str, becomes: str, says: str) -> None:
    text, found = re.subn(was, becomes, script(SPECS[0].trace(), SPECS[0]), count=1)
    assert found == 1
    with pytest.raises(AssertionError, match=says):
        exec(compile(text, "run.py", "exec"), {})


@pytest.mark.slow
def test_a_checked_script_runs_as_a_program() -> None:
    done = printed(script(SPECS[2].trace(), SPECS[2]))
    assert done.startswith("Reproduced: runs 1, final numbers 0.")
