"""The headers of the app's document: browsers do not guess its kind, and only some sites may show it in a frame.

A frame on another site is sent no cookie of ours (they are SameSite=Lax), so whoever is shown there is a new visitor.
"""

import os
import re

from starlette.datastructures import MutableHeaders

from rankviz.engine.errors import DataError, as_given

VARIABLE = "RANKVIZ_FRAME_ANCESTORS"
"""The environment variable with the sites that may frame the app, as Content-Security-Policy writes them."""
_HOST = r"(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
_SITE = re.compile(rf"'self'|'none'|\*|https?:|(https?://)?{_HOST}(:(\d{{1,5}}|\*))?")


def frame_ancestors() -> str:
    """Return the sites that may frame the app: pages of the same server unless set. Raises DataError."""
    text = os.environ.get(VARIABLE, "").strip()
    sites = text.split() or ["'self'"]
    if not all(_SITE.fullmatch(site) for site in sites) or ("'none'" in sites and len(sites) > 1):
        raise DataError(
            f"{VARIABLE} is {as_given(text)}",
            remedy="Name sites such as https://moodle.example.org, with spaces between; * for all, 'none' for none",
        )
    return " ".join(sites)


def protect(headers: MutableHeaders) -> None:
    """Add the headers to those of a document."""
    headers["x-content-type-options"] = "nosniff"
    headers.append("content-security-policy", f"frame-ancestors {FRAME_ANCESTORS}")


FRAME_ANCESTORS = frame_ancestors()
