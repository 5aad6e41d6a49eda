"""The language of a page in a browser, where `rankviz.ui.shell.language` has that of a visit: English."""

from rankviz.lessons.text.content import LANGUAGE


def here() -> str:
    """Return the language of this page."""
    return LANGUAGE


def said(text: str, **values: object) -> str:
    """Return a sentence with `values` in the place of their names in braces."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
