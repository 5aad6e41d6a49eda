"""Addresses and ports: free ones, and whether the app answers there yet."""

import contextlib
import os
import socket
import urllib.error
import urllib.request

from rankviz.engine.errors import DataError, shown

PORT = 8501
"""The port where people expect the app."""


def check_free(address: str, port: int) -> None:
    """Raise DataError when the port is taken: a proxy's error would be less clear."""
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        with socket.socket(found[0][0], socket.SOCK_STREAM) as listener:
            if os.name == "posix":  # elsewhere it would take a port that another program listens on
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(found[0][4])
    except OSError as error:
        raise DataError(
            f"Nobody can listen on {shown(address, 60)}, port {port}: {error.strerror or error}",
            remedy="Choose another --port or --address",
        ) from None
    except UnicodeError:
        raise DataError(
            f"--address is {shown(address, 60)}", remedy="Give an address of this machine"
        ) from None


def free_ports(count: int) -> tuple[int, ...]:
    """Return ports of this machine that nobody listens on."""
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(socket.socket()) for _ in range(count)]
        for listener in listeners:
            listener.bind(("127.0.0.1", 0))
        return tuple(int(listener.getsockname()[1]) for listener in listeners)


def answers(health: str) -> bool:
    """Return whether the app reports at the address `health` that it is well."""
    with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(health, timeout=2):
        return True
    return False


def health_of(address: str, port: int, base: str = "") -> str:
    """Return the address that answers when the app is up; for all of a machine's addresses its local one."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    host = anywhere.get(address, address)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{base}/_stcore/health"
