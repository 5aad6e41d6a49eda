"""The language of a page in a browser: English. It replaces `rankviz.ui.shell.language`, the language of a visit."""

from rankviz.lessons.text import translation
from rankviz.lessons.text.content import LANGUAGE


def here() -> str:
    """Return the language of the page."""
    return LANGUAGE


def said(text: str, **values: object) -> str:
    """Return a sentence with its values (:func:`rankviz.lessons.text.translation.said`)."""
    return translation.said(text, here(), **values)
