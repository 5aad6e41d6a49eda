"""The scan of a large pool by several threads: each scans features of its own, so the sums are those of one thread.

The kernels stay serial and release the GIL (see kernels/jit.py). All sessions share one set of threads; a session
scans itself whatever part no thread has begun, so it never waits for another session's work.
"""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np

from rankviz.kernels.scan import BLOCK
from rankviz.kernels.scan import scan as scan_features
from rankviz.threads import threads, workers

LARGE = 2_000_000
"""Codes from which on further threads pay for handing them work (about 50 µs)."""


def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """As `kernels.scan.scan`, bit by bit, in several threads where the pool is large."""
    count = threads() if codes.size >= LARGE else 1
    if count == 1:
        scan_features(codes, offsets, potential, edge)
        return
    parts = _cuts(len(codes), count)
    work = [(codes[a:b], offsets[a : b + 1], potential, edge) for a, b in parts]
    handed: list[Future[None]] = [workers(count).submit(scan_features, *each) for each in work[1:]]
    scan_features(*work[0])
    for future, each in zip(handed, work[1:], strict=True):
        if future.cancel():
            scan_features(*each)
        else:
            future.result()


def _cuts(features: int, count: int) -> list[tuple[int, int]]:
    """Up to `count` ranges of features, whole blocks of the kernel as far as they go."""
    blocks = -(-features // BLOCK)
    ends = [min(blocks * k // count * BLOCK, features) for k in range(count + 1)]
    return [(a, b) for a, b in zip(ends[:-1], ends[1:], strict=True) if a < b]
