"""Votes counted one by one, and the weighted pairs they make, from the rules of docs/data.md."""

Row = tuple[str, str, str, float]
"""An item, another, what happened ("a", "b", "tie", "bad" or anything else), and how many votes that is."""


def counted(rows: list[Row]) -> dict[tuple[str, str], list[float]]:
    """[won by the first, won by the second, ties, both bad] of each two items, in the order of the alphabet."""
    found: dict[tuple[str, str], list[float]] = {}
    for one, two, what, votes in rows:
        if one == "" or two == "" or one == two or what not in ("a", "b", "tie", "bad"):
            continue
        first, second = sorted([one, two])
        here = found.setdefault((first, second), [0.0, 0.0, 0.0, 0.0])
        if what == "tie":
            here[2] += votes
        elif what == "bad":
            here[3] += votes
        elif (what == "a") == (one == first):
            here[0] += votes
        else:
            here[1] += votes
    return found


def pairs(rows: list[Row], tie: float, bad: str, good_enough: str) -> dict[tuple[str, str], float]:
    """(higher, lower) → weight: a win is 1, a tie `tie` for both orders, both bad as `bad` says; none of weight 0."""
    found: dict[tuple[str, str], float] = {}

    def add(higher: str, lower: str, votes: float) -> None:
        found[higher, lower] = found.get((higher, lower), 0.0) + votes

    for (first, second), (won, lost, tied, both_bad) in counted(rows).items():
        add(first, second, won + tie * tied)
        add(second, first, lost + tie * tied)
        if bad == "tie":
            add(first, second, tie * both_bad)
            add(second, first, tie * both_bad)
        if bad == "loss":
            add(good_enough, first, both_bad)
            add(good_enough, second, both_bad)
            add(first, good_enough, won + tied)
            add(second, good_enough, lost + tied)
    return {pair: weight for pair, weight in found.items() if weight > 0}
