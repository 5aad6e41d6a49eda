"""The content codings that a client accepts and refuses (RFC 9110, section 12.5.3)."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send


def accepted(header: str, coding: str) -> bool:
    """Return whether an Accept-Encoding header accepts `coding`; "q=0" refuses it, "*" stands for all not named."""
    named = dict(map(_weighted, filter(str.strip, header.lower().split(","))))
    return named.get(coding, named.get("*", 0.0)) > 0.0


def _weighted(part: str) -> tuple[str, float]:
    coding, _, rest = part.partition(";")
    name, _, value = rest.strip().partition("=")
    try:
        return coding.strip(), float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return coding.strip(), 0.0


class RefusedEncodings:
    """ASGI middleware that removes gzip from a request that refuses it: Streamlit and starlette ignore the "q=0"."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = MutableHeaders(scope=scope)
            asked = headers.get("accept-encoding", "")
            if "gzip" in asked and not accepted(asked, "gzip"):
                headers["accept-encoding"] = "identity"
        await self.app(scope, receive, send)
