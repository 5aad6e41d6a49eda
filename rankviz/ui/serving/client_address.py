"""The client's address of a request or a page, for limits."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

import streamlit as st
from starlette.datastructures import Headers
from starlette.types import Scope

UNKNOWN = "unknown"
FORWARDED = "x-forwarded-for"
NETWORK = 64
"""Bits of an IPv6 address that name a network: a single computer may choose the others."""


def of_request(scope: Scope) -> str:
    """Return the client's address of an ASGI request; see :func:`address`."""
    peer = scope.get("client")
    return address(peer[0] if peer else "", Headers(scope=scope).getlist(FORWARDED))


def of_page() -> str:
    """Return the address of the visitor whose page runs; see :func:`address`."""
    # Streamlit reports None for the loopback address.
    return address(st.context.ip_address or "127.0.0.1", st.context.headers.get_all(FORWARDED))


def address(peer: str, forwarded: Iterable[str] = ()) -> str:
    """Return the address that limits a client connected as `peer`: an IPv4 address, or the network of an IPv6 one.

    `forwarded` are the X-Forwarded-For headers, to which each proxy appends its client. They count when the peer
    is a proxy on this machine, because any other client could write anything into them. uvicorn has applied those of
    the proxies that FORWARDED_ALLOW_IPS names.
    """
    came = _read(peer)
    names = [name for line in forwarded for name in line.split(",")]
    while came is not None and came.is_loopback and names:
        came = _read(names.pop())
    if came is None:
        return UNKNOWN
    if isinstance(came, IPv4Address):
        return str(came)
    kept = int(came) >> (128 - NETWORK) << (128 - NETWORK)
    return f"{IPv6Address(kept)}/{NETWORK}"


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address; for IPv4 inside IPv6, the IPv4 one. None for text that is not an address."""
    try:
        read = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read
