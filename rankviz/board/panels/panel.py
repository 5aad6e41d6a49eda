"""The type of panel data: texts and arrays that travel with the run and are only read in the browser."""

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Picture:
    """Texts and numbers (`meta`, plain JSON values) and arrays of f8, f4, u1, u2, u4 or i4, by name."""

    meta: dict[str, Any]
    arrays: dict[str, np.ndarray]
