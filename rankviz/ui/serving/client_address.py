"""Who is asking: the address that a request or a page comes from, by which limits count."""

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
    """Return the address that an ASGI request comes from; see :func:`address`."""
    peer = scope.get("client")
    return address(peer[0] if peer else "", Headers(scope=scope).getlist(FORWARDED))


def of_page() -> str:
    """Return the address of the visitor whose page runs; see :func:`address`."""
    # Streamlit tells None for the loopback address.
    return address(st.context.ip_address or "127.0.0.1", st.context.headers.get_all(FORWARDED))


def address(peer: str, forwarded: Iterable[str] = ()) -> str:
    """Return the address by which whoever connects as `peer` counts: an IPv4 address, or the network of an IPv6 one.

    `forwarded` are the X-Forwarded-For headers, to which each proxy appends who came to it. They count when the peer
    is a proxy on this machine: anybody else could write into them what they like. uvicorn has applied those of the
    proxies that FORWARDED_ALLOW_IPS names.
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
    """Return the address; IPv4's own where IPv6 carries it. None for what is no address."""
    try:
        read = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read
