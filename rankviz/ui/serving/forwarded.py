"""The headers in which proxies before the app describe a browser's original request.

Whoever reaches the app can send such a header. A value read here changes no answer but the sender's own.
"""

import re

from starlette.datastructures import Headers
from starlette.types import Scope

SCHEMES = (
    "x-forwarded-proto",
    "x-forwarded-protocol",
    "x-forwarded-scheme",
    "x-url-scheme",
    "x-scheme",
    "cloudfront-forwarded-proto",
)
"""Headers that name the scheme."""
SWITCHES = ("x-forwarded-ssl", "front-end-https")
"""Headers that are "on" when the browser's connection is encrypted."""
FORWARDED = re.compile(r'(?:^|;)\s*proto\s*=\s*"?https"?\s*(?:;|$)', re.IGNORECASE)
"""The scheme in an element of `Forwarded` (RFC 7239)."""


def encrypted(scope: Scope) -> bool:
    """Return whether the browser's connection is encrypted, by the connection itself or by a proxy's usual headers."""
    headers = Headers(scope=scope)
    return (
        scope.get("scheme") in ("https", "wss")
        or any(first(headers, name).lower() in ("https", "ssl") for name in SCHEMES)
        or any(first(headers, name).lower() in ("on", "1", "true", "yes") for name in SWITCHES)
        or FORWARDED.search(first(headers, "forwarded")) is not None
    )


def first(headers: Headers, name: str) -> str:
    """Return what the proxy next to the browser says: each one behind it adds its own after a comma."""
    return ",".join(headers.getlist(name)).partition(",")[0].strip()
