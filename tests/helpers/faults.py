"""What is wrong in a text, with its line and what to do."""

from collections.abc import Callable

import pytest

from rankviz.engine.errors import DataError


def check_fault(read: Callable[[str], object], text: str, line: int, said: str, remedy: str = "") -> None:
    """The text is refused at this line, in these words, with a remedy."""
    with pytest.raises(DataError) as fault:
        read(text)
    assert fault.value.line == line and said in str(fault.value), fault.value
    assert fault.value.remedy and remedy in str(fault.value)
