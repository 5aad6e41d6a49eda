"""The sentence by which a call is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from rankviz.engine.errors import DataError


def refused(call: Callable[..., object], *given: Any, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        call(*given, **options)
    return str(caught.value)
