"""RB-C with weak rankers of values from 0 to 1, pair by pair in plain Python (RB+ section 2.3, (17)–(19), (37))."""

import math

Ranker = tuple[str, list[float]]
"""What it is called, and its value on each item."""


def weak_rankers(X: list[list[float]], rankers: str, cuts: int, softness: float) -> list[Ranker]:
    """All weak rankers of items X: by feature the scaled one, the one that is 1 of known values, soft stumps."""
    if rankers == "given":
        return [("given", [0.0 if math.isnan(row[f]) else row[f] for row in X]) for f in range(len(X[0]))]
    found: list[Ranker] = []
    for f in range(len(X[0])):
        column = [row[f] for row in X]
        known = sorted({x for x in column if not math.isnan(x)})
        if not known:
            continue
        wide, lacking = known[-1] - known[0], any(math.isnan(x) for x in column)
        if rankers != "soft" and wide > 0:
            found.append(("scaled", [0.0 if math.isnan(x) else (x - known[0]) / wide for x in column]))
        if lacking and (rankers != "scaled" or wide == 0):
            found.append(("known", [0.0 if math.isnan(x) else 1.0 for x in column]))
        if rankers != "scaled":
            places = [(a + b) / 2 for a, b in zip(known, known[1:], strict=False)]
            if len(places) > cuts:
                places = [places[(2 * k + 1) * len(places) // (2 * cuts)] for k in range(cuts)]
            for place in places:
                found.append(("soft", [_soft(x, place, softness * wide) for x in column]))
    return found


def _soft(x: float, place: float, width: float) -> float:
    if math.isnan(x):
        return 0.0
    if width == 0:
        return 1.0 if x > place else 0.0
    power = (place - x) / width
    return 0.0 if power > 700 else 1.0 / (1.0 + math.exp(power))


def boost(
    outputs: list[list[float]], pairs: list[tuple[int, int]], rounds: int, exact: bool = False
) -> list[dict[str, float]]:
    """Rows of one round each: ranker, alpha, r, z, and the loss Ê1 after it. Ends where α is undefined."""
    s, rows = [0.0] * len(pairs), []
    for _ in range(rounds):
        D = [math.exp(-each) for each in s]
        D = [each / sum(D) for each in D]
        M = [[h[a] - h[b] for a, b in pairs] for h in outputs]
        edges = [sum(d * x for d, x in zip(D, row, strict=True)) for row in M]
        best = max(abs(r) for r in edges)
        if best <= 1e-12:
            break
        chosen = next(j for j, r in enumerate(edges) if abs(r) >= best - 1e-12)
        r, row = edges[chosen], [0.0 if abs(x) <= 1e-12 else x for x in M[chosen]]
        sign = 1.0 if r > 0 else -1.0
        if all(x == sign for x in row) or (exact and all(sign * x >= 0 for x in row)):
            break
        over, under = (math.fsum(d * (1 + side * x) for d, x in zip(D, row, strict=True)) for side in (1, -1))
        alpha = (
            sign * _least(D, [sign * x for x in row]) if exact else 0.5 * math.log(over / under)
        )  # (1 ± r)
        rows.append({"ranker": chosen, "alpha": alpha, "r": r, "z": _z(D, row, alpha)})
        s = [before + alpha * x for before, x in zip(s, M[chosen], strict=True)]
        rows[-1]["loss"] = sum(math.exp(-each) for each in s) / len(s)
    return rows


def _z(D: list[float], M: list[float], alpha: float) -> float:
    return sum(d * math.exp(-alpha * x) for d, x in zip(D, M, strict=True))


def _least(D: list[float], M: list[float]) -> float:
    """Where Z is least, by halving: its slope −Σ D M e^{−αM} rises with α."""

    def slope(alpha: float) -> float:
        return -sum(d * x * math.exp(-alpha * x) for d, x in zip(D, M, strict=True))

    low, high = 0.0, 1.0
    while slope(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2
