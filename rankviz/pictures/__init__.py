"""Pictures: what a page's own panels draw beside the curves, scores and weights that every run has."""

from __future__ import annotations

from collections.abc import Callable

from rankviz.pictures import kernel, margins, qbrank
from rankviz.pictures.picture import Picture
from rankviz.trace import Trace

PICTURES: dict[str, Callable[[Trace], Picture]] = {
    "kernel": kernel.picture,
    "margins": margins.picture,
    "qbrank": qbrank.picture,
}
"""Every picture by its name."""

__all__ = ["PICTURES", "Picture"]
