"""Who a visitor is to this server: a stable name for a browser, so that limits hold for a person and not for a tab."""

from __future__ import annotations

import hashlib

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string

COOKIE = "_streamlit_xsrf"
"""Streamlit's cookie against forged requests: random for each browser, masked anew in every answer."""


def visitor() -> str:
    """A hash that is the same for all tabs of a browser and on every visit; without the cookie, the session's.

    It tells nothing about the person, and the cookie cannot be found from it. A browser that forgets its cookies is
    another visitor, so nothing may depend on it that must be safe.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return _named("nobody")
    token, _ = decode_xsrf_token_string(st.context.cookies.get(COOKIE, ""))
    return _named(token.hex() if token else context.session_id)


def _named(secret: str) -> str:
    return hashlib.sha256(f"rankviz visitor {secret}".encode()).hexdigest()[:20]
