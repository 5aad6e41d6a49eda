"""Addresses of a page in a browser; it replaces `rankviz.ui.serving.address`, those of an app."""

from collections.abc import Mapping
from urllib.parse import urlencode


def link(params: Mapping[str, str], page: str = "") -> str:
    """Return the link to a page's state, which follows the address's `#`."""
    return f"#{page or 'watch'}?{urlencode(params, safe=':/,~@')}"
