"""The scan of a pool: by several threads where the pool is large, and of no more features than the choice needs.

Each thread scans different features, so the sums are those of one thread. The kernels stay serial and release the
GIL (see kernels/jit.py). All sessions share one set of threads; a session scans itself whatever part no thread has
begun, so it never waits for another session's work.
"""

import numpy as np

from rankviz.engine.algorithms.boosting.loop import TIE, pick
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.kernels import scan as kernels
from rankviz.engine.threads import in_parts, threads

LARGE = 2_000_000
"""Codes from which on more threads outweigh the cost of handing them work (about 50 µs)."""

FIRST = 2 * kernels.BLOCK
"""Features scanned first, those with the largest bounds: the best edge of these is what the others must reach."""

SMALL = 50_000
"""Codes up to which every feature is scanned: choosing among them would take as long."""

ROUNDING = 8 * float(np.finfo(np.float64).eps)
"""The effect of rounding on an edge and its bound, per item: Σ|π| ≤ 2, and each is summed over all items."""


def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """Run `kernels.scan.scan`, in several threads where the pool is large; the results are the same bit by bit."""
    _scan_some(codes, offsets, np.arange(len(codes)), potential, edge)


def _scan_some(
    codes: np.ndarray, offsets: np.ndarray, features: np.ndarray, potential: np.ndarray, edge: np.ndarray
) -> None:
    def part(first: int, last: int) -> None:
        kernels.scan_some(codes, offsets, features[first:last], potential, edge)

    if threads() > 1 and len(features) * codes.shape[1] >= LARGE:
        in_parts(part, len(features), kernels.BLOCK)
    else:
        part(0, len(features))


class BestEdgeSearch:
    """The candidate with the largest edge, round after round, without the features that cannot have it.

    A feature's best edge when it was last scanned, plus the distance the potential has moved since, bounds its best
    edge now. Where that bound is below another feature's edge, a scan would find nothing: the feature is left out. The
    choice is still the best of all candidates, whatever the number of threads.
    """

    def __init__(self, pool: CandidatePool, signed: bool) -> None:
        self._pool, self._signed = pool, signed
        self._edge = np.zeros(len(pool))
        self._most = np.full(len(pool.codes), np.inf)
        self._before = np.zeros(pool.codes.shape[1])
        self._slack = TIE + ROUNDING * pool.codes.shape[1]

    def find(self, potential: np.ndarray) -> int | None:
        """Return the candidate with the largest edge (`signed`: of either sign), the first within `TIE`; None if 0."""
        if self._pool.codes.size <= SMALL:
            scan(self._pool.codes, self._pool.offsets, potential, self._edge)
            return pick(np.abs(self._edge) if self._signed else self._edge)
        most = self._most
        most += kernels.drift(potential, self._before)
        first = np.argpartition(-most, FIRST)[:FIRST] if len(most) > FIRST else np.arange(len(most))
        best = self._scan(first, potential)
        rest = most >= best - self._slack
        rest[first] = False
        best = max(best, self._scan(np.flatnonzero(rest), potential))
        if best <= TIE:
            return None
        return kernels.first_with(self._edge, self._pool.offsets, most, self._signed, best - TIE)

    def _scan(self, features: np.ndarray, potential: np.ndarray) -> float:
        offsets = self._pool.offsets
        _scan_some(self._pool.codes, offsets, features, potential, self._edge)
        return kernels.tops(self._edge, offsets, features, self._signed, self._most)
