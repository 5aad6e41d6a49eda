"""The only visitor of a page in a browser; it replaces `rankviz.ui.serving.visitors`, those of a server."""


def current() -> str:
    """Return the visitor's id, for the store of uploads."""
    return "here"
