"""The command `completion`: print the script by which a shell completes commands, options, data and algorithms."""

import argparse
from importlib import import_module
from pathlib import Path

from rankviz.cli.commands import COMMANDS
from rankviz.cli.options import Parser

COMMAND = "completion"
WORD = "rankviz"
HELP = """\
Print the script by which bash, zsh or fish completes commands, options and their values, data and algorithms. Keep it
where the shell looks for it:
  rankviz completion bash > ~/.local/share/bash-completion/completions/rankviz
  rankviz completion zsh > FOLDER/_rankviz, with FOLDER in $fpath
  rankviz completion fish > ~/.config/fish/completions/rankviz.fish
"""
COLONS = """
# bash ends a word at a colon, a SOURCE does not: complete it as one word, and leave out what readline keeps.
_rankviz() {
  local line="${COMP_LINE:0:COMP_POINT}" COMP_WORDS COMP_CWORD
  read -ra COMP_WORDS <<< "${line}x"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMP_WORDS[COMP_CWORD]="${COMP_WORDS[COMP_CWORD]%x}"
  _shtab_rankviz
  local word="${COMP_WORDS[COMP_CWORD]}"
  [[ $word == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
  return 0
}
complete -o bashdefault -o default -F _rankviz rankviz
"""
FOLDERS = ("DIR", "FOLDER", "OUT")


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="the shell")
    return parser


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    shell = parser().parse_args(arguments).shell
    import shtab

    print(shtab.complete(_everything(shell), shell) + (COLONS if shell == "bash" else ""))
    return 0


def _everything(shell: str) -> argparse.ArgumentParser:
    """Return one parser with those of all commands."""
    from rankviz.cli import app, ties_by_round
    from rankviz.engine.algorithms.registry import ALGORITHMS
    from rankviz.engine.data.sources import FAMILIES
    from rankviz.insight.claims import CLAIMS

    colon = r"\:" if shell == "zsh" else ":"
    names = {
        "SOURCE": [
            f"{kind}{colon}{name}" for kind, family in FAMILIES.items() for name in family.entries or [""]
        ],
        "NAME": list(CLAIMS),
    }
    whole = argparse.ArgumentParser(WORD, parents=[app.parser()], add_help=False)
    commands = whole.add_subparsers()
    for name, ways in COMMANDS.items():
        parents: list[argparse.ArgumentParser] = [import_module(f"rankviz.cli.{name}").parser()]
        if name == "ties":
            parents.insert(0, ties_by_round.parser())
        command = commands.add_parser(
            name,
            parents=parents,
            add_help=False,
            conflict_handler="resolve",
            help=next(iter(ways.values())),
        )
        for action in command._actions:
            _complete(action, names, list(ALGORITHMS))
    return whole


def _complete(action: argparse.Action, names: dict[str, list[str]], algorithms: list[str]) -> None:
    """Tell shtab which values an action has: names, folders or files."""
    import shtab

    metavar = str(action.metavar)
    if action.dest == "algorithms" or metavar in names:
        action.choices = names.get(metavar, algorithms)
    elif metavar in FOLDERS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif action.type is Path or metavar in ("RUN", "QRELS", "RUN2", "PATH"):
        action.complete = shtab.FILE  # type: ignore[attr-defined]
