"""The registry of commands, and the scripts by which shells complete them."""

import shutil
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from rankviz.cli.commands import COMMANDS, HELP

TRY = """
try() {
  COMP_LINE="$1"; COMP_POINT=${#1}; COMP_WORDS=(${1//:/ : }); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
  _rankviz rankviz
  echo "${COMPREPLY[@]}"
}
"""
COMPLETED = {
    "rankviz tr": "trace",
    "rankviz --no": "--no-browser",
    "rankviz trace bundled:wi": "wine",
    "rankviz trace scenario:lemma-3 --alg": "--algorithms",
    "rankviz trace scenario:lemma-3 --algorithms rb-p": "rb-plus rb-plus-optimal",
    "rankviz trace scenario:lemma-3 --undefined ": "halt infinite cap limit",
    "rankviz trace --out run.json letor:train.txt --format h": "html",
    "rankviz lesson no": "no_link.md",
    "rankviz ties synthetic:letor --rou": "--rounds",
    "rankviz ties run.txt no": "no_link.md",
    "rankviz ties run.txt qrels.txt --aga": "--against",
    "rankviz site fold": "folder",
    "rankviz claims cop": "copies",
    "rankviz completion ": "bash zsh fish",
    "rankviz serve --proxy ngi": "nginx",
    "rankviz warm --q": "--quiet",
}


def test_help_and_errors_name_every_command(refused: Callable[..., str]) -> None:
    told = refused("frobnicate")
    for name in COMMANDS:
        assert f"rankviz {name} " in HELP and name in told


@pytest.mark.slow
def test_bash_completes_commands_options_and_names(prints: Callable[..., str], here: Path) -> None:
    """A colon, which ends a word in bash, ends no SOURCE."""
    (here / "folder").mkdir()
    (here / "no_link.md").touch()
    script = "\n".join([prints("completion bash"), TRY, *(f"try '{line}'" for line in COMPLETED)])
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stdout.splitlines() == list(COMPLETED.values()) and done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_the_same_words(shell: str, prints: Callable[..., str]) -> None:
    script = prints(f"completion {shell}")
    for name, ways in COMMANDS.items():
        assert import_module(f"rankviz.cli.{name}").parser().prog.endswith(f" {name}")
        assert name in script and next(iter(ways.values())).split("'")[0] in script
    source = r"bundled\:wine" if shell == "zsh" else "bundled:wine"
    assert source in script and "rb-plus" in script and "copies" in script
    if program := shutil.which(shell):
        assert subprocess.run([program, "-n", "/dev/stdin"], input=script, text=True).returncode == 0
