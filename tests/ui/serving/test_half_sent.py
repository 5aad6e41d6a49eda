"""Requests that are sent in part: their connections end, and no others do."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from rankviz.ui.serving.half_sent import close_half_sent

WAITS = 0.1


async def slow(scope, receive, send) -> None:
    """Answers when as long has passed as three waits for a request."""
    await asyncio.sleep(3 * WAITS)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
def port() -> Iterator[int]:
    undo = close_half_sent(WAITS)
    running = uvicorn.Server(uvicorn.Config(slow, port=0, log_level="error", lifespan="off", ws="none"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield running.servers[0].sockets[0].getsockname()[1]
    running.should_exit = True
    thread.join(20)
    undo()


def closed(line: socket.socket) -> bool:
    """Wait until the other side ends the connection; False when it sends something instead."""
    return line.recv(4096) == b""


@pytest.mark.slow
def test_half_a_request_is_not_waited_for(port: int) -> None:
    """1,500 of them stayed open for ever."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as silent:
        assert closed(silent)
    for half in (b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX: "):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(half)
            assert closed(line)


@pytest.mark.slow
def test_an_answer_that_takes_long_comes_and_half_a_request_after_it_does_not_stay(port: int) -> None:
    whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        for _ in range(2):
            line.sendall(whole)
            answer = b""
            while not answer.endswith(b"done"):
                more = line.recv(4096)
                assert more, "the connection ended before the answer"
                answer += more
        line.sendall(whole[:-5])
        assert closed(line)
