"""An address as a QR code: the path has the modules that the standard asks for, in a quiet zone."""

import re

import numpy as np
import pytest
import segno

from rankviz.board.qr_code import QUIET, qr_code

FINDER = np.pad(np.pad(np.ones((3, 3), int), 1), 1, constant_values=1)


@pytest.mark.parametrize("address", ["http://10.0.0.7:8501/join/K7QM9", "https://example.org/?" + "x" * 900])
def test_the_path_draws_every_dark_module_once(address: str) -> None:
    size, path = qr_code(address)
    drawn = np.zeros((size, size), int)
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert width == back
        drawn[int(y), int(x) : int(x) + int(width)] += 1
    assert drawn.max() == 1 and re.sub(r"M\d+ \d+h\d+v1h-\d+z", "", path) == ""
    inside = drawn[QUIET:-QUIET, QUIET:-QUIET]
    assert drawn.sum() == inside.sum() > 0
    for corner in (inside[:7, :7], inside[:7, -7:], inside[-7:, :7]):
        assert (corner == FINDER).all()
    wanted = np.array([list(row) for row in segno.make_qr(address, error="m").matrix])
    assert (inside == (wanted > 0)).all()


def test_what_no_code_holds_is_refused() -> None:
    with pytest.raises(ValueError):
        qr_code("x" * 3000)
