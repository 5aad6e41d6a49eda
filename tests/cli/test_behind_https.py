"""Cookies behind a proxy that ends HTTPS: the app's and the proxy's of `serve` hold to the same words about it."""

import http.server
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.many_workers import free_port

from rankviz.cli.proxies import COOKIE, ENCRYPTED, PROXIES, SAYING, Site, _said
from rankviz.ui.serving import forwarded

CASES = {
    ("X-Forwarded-Proto", "https"): True,
    ("X-Forwarded-Proto", "https, http"): True,
    ("X-Forwarded-Proto", "HTTPS"): True,
    ("X-Forwarded-Proto", "http, https"): False,
    ("X-Forwarded-Proto", "http"): False,
    ("X-Url-Scheme", "https"): True,
    ("X-Forwarded-Ssl", "on"): True,
    ("X-Forwarded-Ssl", "off"): False,
    ("Front-End-Https", "on"): True,
    ("Forwarded", "for=192.0.2.1;proto=https;by=10.0.0.1, proto=http"): True,
    ("Forwarded", 'Proto="https"'): True,
    ("Forwarded", "for=192.0.2.1;proto=http, for=10.0.0.1;proto=https"): False,
    ("Accept", "text/html"): False,
}


def test_a_proxy_of_ours_reads_what_the_app_reads() -> None:
    assert {name.lower() for name in SAYING} == {*forwarded.SCHEMES, *forwarded.SWITCHES}
    for (name, value), secure in CASES.items():
        scope = {"type": "http", "scheme": "http", "headers": [(name.lower().encode(), value.encode())]}
        said = _said({name: value}.get).replace("None", "")
        assert forwarded.encrypted(scope) is secure, name
        assert (re.search(ENCRYPTED, said, re.IGNORECASE) is not None) is secure, said


class _Echo(http.server.BaseHTTPRequestHandler):
    """A worker that answers with the scheme it was told."""

    def do_GET(self) -> None:
        told = self.headers.get("X-Forwarded-Proto", "").encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.send_header("X-Accel-Buffering", "no")
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=PROXIES)
def behind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a proxy of ours, in a folder, before one worker."""
    proxy = PROXIES[request.param]
    if proxy.program() is None:
        pytest.skip(f"{proxy.name} is not installed")
    os.chmod(tmp_path, 0o711)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Echo) as worker:
        threading.Thread(target=worker.serve_forever, daemon=True).start()
        port, file = free_port(), tmp_path / "conf"
        file.write_text(proxy.written(Site("127.0.0.1", port, "/rv", (worker.server_port,), tmp_path)))
        homes = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        with subprocess.Popen(
            proxy.command(file, proxy.start), env={**os.environ, **homes}, stderr=subprocess.DEVNULL
        ) as running:
            try:
                address, end = f"http://127.0.0.1:{port}/rv/", time.monotonic() + 20
                while not _answers(address):
                    assert running.poll() is None and time.monotonic() < end
                    time.sleep(0.02)
                yield address
            finally:
                running.terminate()
                worker.shutdown()


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except urllib.error.URLError:
        return False
    return True


@pytest.mark.slow
def test_another_nginx_before_ours_is_told_to_hold_no_events_back(behind: str) -> None:
    """Nginx keeps that header to itself: an event stream then stays in the buffer of the one before it."""
    for path in ("", "api/room/K7QM9/events"):
        with urllib.request.urlopen(behind + path, timeout=20) as answer:
            assert answer.headers["X-Accel-Buffering"] == "no", path


@pytest.mark.slow
def test_the_seat_is_kept_for_the_folder_and_secure_where_the_line_is(behind: str) -> None:
    for (name, value), secure in CASES.items():
        request = urllib.request.Request(behind, headers={name: value})
        with urllib.request.urlopen(request, timeout=20) as answer:
            cookie, told = answer.headers["Set-Cookie"], answer.read()
        assert cookie.startswith(f"{COOKIE}="), value
        assert cookie.split("; ")[1:] == ["Path=/rv", "HttpOnly", "SameSite=Lax", *["Secure"] * secure], value
        if name == "X-Forwarded-Proto":  # the app hears it too
            heard = {"type": "http", "headers": [(b"x-forwarded-proto", told)]}
            assert forwarded.encrypted(heard) is secure
