"""What a run of weak rankers is exactly, in 60 decimal digits: from its choices and its α as the floats they are.

It follows the definitions, pair by pair, and imports nothing of the engine's arithmetic.
"""

from dataclasses import dataclass
from decimal import Decimal, localcontext

import rankviz

DIGITS = 60


def cosh(x: Decimal) -> Decimal:
    return (x.exp() + (-x).exp()) / 2


@dataclass
class Exact:
    """One entry per round, 0 before any; logs are natural."""

    log_e1: list[Decimal]
    log_e2: list[Decimal]
    smooth: list[Decimal]
    delta: list[Decimal]
    weight: list[list[Decimal]]
    log_u: list[Decimal]


def follow(trace: rankviz.Trace, run: rankviz.Run) -> Exact:
    """The exact losses, G̃, δ of each round (13) or (33), D after it and ln of U1 (16) or U2 (35)."""
    with localcontext() as context:
        context.prec = DIGITS
        return _follow(trace, run)


def _follow(trace: rankviz.Trace, run: rankviz.Run) -> Exact:
    pairs = trace.problem.pairs.tolist()
    m = Decimal(len(pairs))
    eta: dict[int, Decimal] = {}
    columns: dict[int, list[int]] = {}
    found = Exact([Decimal(0)], [Decimal(0)], [Decimal(0)], [], [[1 / m] * len(pairs)], [Decimal(0)])
    plus = run.algorithm.startswith("rb-plus")
    for t in range(run.n_rounds):
        ranker = int(run.ranker[t])
        h = trace.pool.output(ranker).tolist()
        column = columns[ranker] = [h[a] - h[b] for a, b in pairs]
        prior, D = eta.get(ranker, Decimal(0)), found.weight[-1]
        edge = sum((w * c for w, c in zip(D, column, strict=True)), Decimal(0))
        tied = sum((w for w, c in zip(D, column, strict=True) if c == 0), Decimal(0))
        tanh = (prior.exp() - (-prior).exp()) / (prior.exp() + (-prior).exp())
        found.delta.append(tied * tanh - edge if plus else -edge)
        found.log_u.append(found.log_u[-1] - found.delta[-1] ** 2 / 2)
        eta[ranker] = prior + Decimal(float(run.alpha[t]))
        s = [sum((w * columns[j][i] for j, w in eta.items()), Decimal(0)) for i in range(len(pairs))]
        one = [(-x).exp() for x in s]
        two = list(one)
        for j, w in eta.items():
            two = [x * cosh(w) if c == 0 else x for x, c in zip(two, columns[j], strict=True)]
        norm = sum((abs(w) for w in eta.values()), Decimal(0))
        found.log_e1.append((sum(one) / m).ln())
        found.log_e2.append((sum(two) / m).ln())
        found.smooth.append(-sum(one).ln() / norm if norm else Decimal(0))
        own = two if plus else one
        found.weight.append([x / sum(own) for x in own])
    return found
