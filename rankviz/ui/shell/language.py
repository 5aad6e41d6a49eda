"""The language of content: from `lang=` in the link, else the visit's, else English."""

import streamlit as st

from rankviz.lessons.text import translation
from rankviz.lessons.text.content import LANGUAGE
from rankviz.lessons.text.translation import LANGUAGES

KEY = "lang"


def settle() -> None:
    """Set the language from the link, and write that of the visit into a link without one."""
    asked = st.query_params.get(KEY, "")
    if asked in LANGUAGES:
        st.session_state[KEY] = asked
    elif here() != LANGUAGE:
        st.query_params[KEY] = here()


def here() -> str:
    """Return the language of this visit."""
    return str(st.session_state.get(KEY, LANGUAGE))


def said(text: str, **values: object) -> str:
    """Return a sentence in the language of this visit, with values (:func:`translation.said`)."""
    return translation.said(text, here(), **values)


def for_page() -> dict[str, object] | None:
    """Return the language of a saved stage, where another one cannot be chosen; None for English."""
    return None if here() == LANGUAGE else for_stage() | {"all": []}


def for_stage() -> dict[str, object]:
    """Return what the stage needs: the language, all that can be chosen, and its words."""
    known = {**translation.words(here(), "stage"), **translation.words(here(), "glossary")}
    return {"now": here(), "all": list(LANGUAGES.items()), "words": known}
