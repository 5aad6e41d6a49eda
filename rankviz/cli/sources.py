"""The command `sources`: list the sources and their options."""

from rankviz.cli.options import Parser
from rankviz.engine.data.sources import FAMILIES

COMMAND = "sources"


def parser() -> Parser:
    """Return the command's parser."""
    return Parser(COMMAND, "List the sources and their options.")


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    parser().parse_args(arguments)
    print("\n".join(lines()))
    return 0


def lines() -> list[str]:
    """Return lines on every source: its name and its options."""
    lines = [
        "A SOURCE is KIND:NAME or KIND:PATH, then ?option=value&option=value. Quote it in the shell.",
        "A PATH is looked for in the working folder, then in the folder that RANKVIZ_DATA_DIR names.",
        "The PATH - is standard input, as in letor:-.",
        "Sources that draw at random take ?seed= too; without it the run's --seed counts.",
    ]
    for family in FAMILIES.values():
        lines += ["", f"{family.label}: {family.help}"]
        # A family that reads a file is its only entry.
        entries = (
            {"PATH": (family.options, "")}
            if family.reads_file
            else {entry.name: (entry.options, entry.help) for entry in family.entries.values()}
        )
        for name, (options, help) in entries.items():
            lines.append(f"  {f'{family.scheme}:{name}':<28} {help}".rstrip())
            for option in options:
                if option.name == "seed":
                    continue
                default = f", {option.write(option.default)} by default" if option.default != "" else ""
                lines.append(f"      {option.name}: {option.range}{default}. {option.help}")
    return lines
