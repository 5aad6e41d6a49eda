"""A claim as lines of text, printed by `python -m rankviz claims`."""

from collections.abc import Sequence

from rankviz.engine.number_format import counted
from rankviz.insight.claims import CLAIMS, find
from rankviz.insight.claims.claim import Claim, Evidence, Side

WIDTH = 14

HELP = """\
Check the claims of the gallery, each at its default options and at both ends of every slider. One line per claim:
its verdict, and what came out in numbers. Some sliders go beyond the edge of a claim: there it may fail. Name
claims to see all their evidence. Exit code 1 if one fails where it must hold.
"""


def check(names: Sequence[str]) -> bool:
    """Print the report on these claims, by default on all; return whether all hold. Raises DataError."""
    holding = []
    for claim in [find(name) for name in names] or CLAIMS.values():
        lines, holds = report(claim, whole=bool(names))
        print("\n".join(lines), end="\n\n" if names else "\n", flush=True)
        holding.append(holds)
    return all(holding)


def report(claim: Claim, *, whole: bool = False) -> tuple[list[str], bool]:
    """Check a claim at its defaults and at the ends of its options; return lines, and whether it holds where it must.

    One line with the result at the defaults, and one for each comparison that fails; with `whole`, every
    comparison at the defaults.
    """
    shown, failing, count, beyond = claim.run(), [], 0, 0
    for options in claim.settings():
        count += 1
        proof = claim.run(options)
        beyond += not proof.holds and not proof.refuted
        at = ", ".join(f"{name} = {value}" for name, value in options.items()) or "its one setting"
        failing += [
            f"    fails at {at}: {comparison(e)}" for e in proof.evidence if proof.refuted and not e.holds
        ]
    failing += [] if shown.holds or failing else [f"    fails at its defaults, because {shown.edge}"]
    verdict = "FAILS" if failing else "holds"
    tried = counted(count, "setting")
    within = f", {beyond} of them beyond its edge" if beyond else ""
    lines = [f"{claim.name:<{WIDTH}} {verdict}  {shown.outcome} ({tried} checked{within})"]
    if whole:
        lines = [
            f"{claim.title} ({claim.name}): {verdict}, {tried} checked{within}",
            claim.sentence,
            f"{claim.source}.",
            "",
        ]
        for evidence in shown.evidence:
            lines += [f"  {evidence.text}", f"      {comparison(evidence)}"]
        lines += ["", shown.outcome]
    return lines + failing, not failing


def comparison(evidence: Evidence) -> str:
    """Write a comparison on one line: each side's name and value, and the paper's value."""
    printed = [f"{side.name} {side.paper}" for side in (evidence.left, evidence.right) if side.paper]
    paper = f"; the paper prints {', '.join(printed)}" if printed else ""
    return f"{_side(evidence.left)} {evidence.relation} {_side(evidence.right)}{paper}"


def _side(side: Side) -> str:
    return f"{side.name}: {side.text}" if side.name else side.text
