"""The language of a page in a browser, where `rankviz.ui.shell.language` has that of a visit: English."""

from rankviz.lessons.text import translation
from rankviz.lessons.text.content import LANGUAGE


def here() -> str:
    """Return the language of the page."""
    return LANGUAGE


def said(text: str, **values: object) -> str:
    """Return a sentence with its values (:func:`rankviz.lessons.text.translation.said`)."""
    return translation.said(text, here(), **values)
