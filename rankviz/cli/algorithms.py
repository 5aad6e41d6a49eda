"""The command `algorithms`: list the algorithms and their options."""

from rankviz.cli.listing import allowed, parameters
from rankviz.cli.options import Parser
from rankviz.engine.algorithms.registry import ALGORITHMS

COMMAND = "algorithms"


def parser() -> Parser:
    """Return the command's parser."""
    return Parser(COMMAND, "List the algorithms and their options.")


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    parser().parse_args(arguments)
    print("\n".join(lines()))
    return 0


def lines() -> list[str]:
    """Return lines on every algorithm, and on every parameter in the registry."""
    lines = []
    for algorithm in ALGORITHMS.values():
        lines.append(f"{algorithm.name:<10} {algorithm.help}")
        lines.append(f"{'':<10} bound: {algorithm.bound_label}")
    lines += ["", "Parameters, with the algorithms that have them:"]
    for parameter, owners in parameters().values():
        default: object = parameter.default
        if parameter.kind == "bool":
            default = "on" if default else "off"
        lines.append(f"  {parameter.name}: {allowed(parameter)}, {default} by default ({', '.join(owners)})")
        lines.append(f"      {parameter.help}")
    return lines
