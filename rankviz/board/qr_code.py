"""An address as a QR code (ISO/IEC 18004), as one path of an SVG, for a screen and for paper."""

from itertools import groupby

import segno

QUIET = 4
"""Light modules around a code, required by the standard."""


def qr_code(address: str) -> tuple[int, str]:
    """Return a code's width in modules, with its quiet zone, and the path of its dark modules, one unit each.

    A code can be read with 15 % of it covered (error correction M). Raises ValueError for an address too long for one.
    """
    made = segno.make_qr(address, error="m")
    return len(made.matrix) + 2 * QUIET, "".join(
        f"M{QUIET + start} {QUIET + y}h{length}v1h-{length}z"
        for y, row in enumerate(made.matrix)
        for start, length in _dark(row)
    )


def _dark(row: bytearray) -> list[tuple[int, int]]:
    """Return start and length of each run of dark modules."""
    runs, at = [], 0
    for dark, cells in groupby(row):
        length = len(list(cells))
        if dark:
            runs.append((at, length))
        at += length
    return runs
