"""Our docstrings as Griffe reads NumPy's: text after a parameter's colon, no roles, examples without a heading."""

import re
from typing import Any

from griffe import Extension, Object


class Docstrings(Extension):
    """Rewrites each docstring before it is parsed."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of an object that has just been read."""
        if not obj.docstring:
            return
        text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", obj.docstring.value)
        text = re.sub(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*) : ", r"\1\n    ", text, flags=re.M)
        if "\nExamples\n---" not in text:
            text = text.replace("\n\n>>> ", "\n\nExamples\n--------\n>>> ", 1)
        obj.docstring.value = text
