"""A real redis-server on a port of its own, for tests of what is kept there."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from helpers.many_workers import free_port

HERE = shutil.which("redis-server") is not None and find_spec("redis") is not None


@contextmanager
def redis_server() -> Iterator[str]:
    """The address of one that ends with the block and keeps nothing on the disk."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            end = time.monotonic() + 20
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert server.poll() is None and time.monotonic() < end, "redis-server does not start"
                    time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
