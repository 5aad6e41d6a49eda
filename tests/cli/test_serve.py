"""The command `serve`: what its proxies are told, what it refuses, and a class's server that loses a worker."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.many_workers import ROOT, ManyWorkers, free_port
from helpers.waiting import wait_for
from streamlit.web.server.starlette import starlette_routes

from rankviz.cli import proxies, serve
from rankviz.cli.listening import health_of
from rankviz.cli.proxies import COOKIE, PROXIES, Proxy, Site
from rankviz.engine.kernels.code_cache import is_private
from rankviz.ui.rooms import routes as in_rooms
from rankviz.ui.runs import shared_runs

TWO = (41_001, 41_002)


def site(folder: Path, base: str = "", workers: tuple[int, ...] = TWO, address: str = "127.0.0.1") -> Site:
    return Site(address, 8501, base, workers, folder)


@pytest.mark.parametrize("name", PROXIES)
@pytest.mark.parametrize("base", ["", "/rankviz"])
def test_the_proxy_is_told_all_it_has_to_know(name: str, base: str, tmp_path: Path) -> None:
    text = PROXIES[name].written(site(tmp_path, base))
    assert all(f"127.0.0.1:{port}" in text for port in TWO) and COOKIE in text
    assert f" {base}/{starlette_routes.ROUTE_METRICS} " in text  # nobody's business
    limit = re.search(r"maxUploadSize = (\d+)", (ROOT / ".streamlit/config.toml").read_text())
    assert limit is not None and int(limit[1]) < proxies.UPLOAD_MB
    assert re.search(rf"\b{proxies.UPLOAD_MB}MB?\b", text, flags=re.I)
    assert str(tmp_path) in text and "/var/" not in text  # nothing is written elsewhere


def test_the_proxy_waits_for_no_half_request_and_tells_who_asks(tmp_path: Path) -> None:
    nginx, caddy = (PROXIES[name].written(site(tmp_path)) for name in ("nginx", "caddy"))
    assert "client_header_timeout 15s;" in nginx and "client_body_timeout 30s;" in nginx
    assert "read_header 15s" in caddy
    # Appended to what the client wrote, so that its own words do not count; Caddy does so by itself.
    assert "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;" in nginx


def test_visitors_of_a_dead_worker_go_to_the_spare_which_takes_nobody_new(tmp_path: Path) -> None:
    two = Site("127.0.0.1", 8501, "", (*TWO, 41_003), tmp_path, spare=1)
    text = PROXIES["nginx"].written(two)
    assert anybody(text).count(" backup;") == 1 and "server 127.0.0.1:41002 backup;" in anybody(text)
    for seat, port in enumerate(two.workers):
        line = next(line for line in text.splitlines() if f"upstream seat_{seat} " in line)
        assert f"{{ server 127.0.0.1:{port} max_fails=1" in line and line.count("server") == 3
        assert ("server 127.0.0.1:41002 backup weight=" in line) == (seat != two.spare)


def test_every_address_of_rooms_goes_to_one_worker(tmp_path: Path) -> None:
    nginx = PROXIES["nginx"].written(site(tmp_path, "/rv"))
    place = re.search(r"location ~ (\S+) \{ proxy_pass http://seat_0; \}", nginx)
    caddy = re.search(r"@rooms path (.+)", PROXIES["caddy"].written(site(tmp_path, "/rv")))
    assert place is not None and caddy is not None
    patterns = [pattern.replace("*", ".*") for pattern in caddy[1].split()]
    for route in in_rooms.routes("/rv"):
        path = route.path.replace("{code}", "K7QM9")
        assert re.search(place[1], path), path
        assert any(re.fullmatch(pattern, path) for pattern in patterns), path
    for path in ("/rv/", "/rv/margins", "/rv/api/run/a", "/rv/joined", "/join/K7QM9"):
        assert not re.search(place[1], path) and not any(re.fullmatch(one, path) for one in patterns), path


@pytest.mark.parametrize("name", PROXIES)
def test_the_proxy_itself_takes_its_configuration(name: str, tmp_path: Path) -> None:
    proxy: Proxy = PROXIES[name]
    if proxy.program() is None:
        pytest.skip(f"{name} is not installed")
    for number, one in enumerate(
        (
            site(tmp_path),
            site(tmp_path, "/a/b", (41_001,)),
            site(tmp_path, workers=tuple(range(41_001, 41_065))),
            Site("127.0.0.1", 8501, "", (*TWO, 41_003), tmp_path, spare=2),
        )
    ):
        file = tmp_path / f"{number}.conf"
        file.write_text(proxy.written(one))
        homes = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        command = proxy.command(file, proxy.check)
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=60, env={**os.environ, **homes}
        )
        assert done.returncode == 0, done.stderr


def test_a_port_that_is_taken_and_a_proxy_that_is_missing_are_told(
    monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        assert f"port {port}" in refused(f"serve --port {port}")
    monkeypatch.setattr(Proxy, "program", lambda self: None)
    assert "apt-get install nginx" in refused(f"serve --workers 2 --port {free_port()}")


def test_a_process_that_dies_is_started_again_and_one_that_cannot_start_ends_it_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "WAITS", (0.0, 0.0))
    file = tmp_path / "starts"
    command = [sys.executable, "-c", f"open({str(file)!r}, 'a').write('x')"]
    process = serve.Supervised("Worker 1 of 1", command, environment=os.environ)
    process.start()
    with pytest.raises(serve.DataError, match="ended 3 times"):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            process.restart_if_ended()
            time.sleep(0.01)
    assert file.read_text() == "xxx"
    assert capsys.readouterr().err.count("Worker 1 of 1 ended (code 0) and is started again.") == 2


def anybody(configuration: str) -> str:
    return next(line for line in configuration.splitlines() if "upstream anybody" in line)


def test_several_workers_share_their_runs_in_a_folder_that_is_nobody_elses(tmp_path: Path) -> None:
    assert shared_runs.VARIABLE not in serve._environment(1, tmp_path) and not list(tmp_path.iterdir())
    folder = Path(serve._environment(2, tmp_path)[shared_runs.VARIABLE])
    assert folder.parent == tmp_path and is_private(folder)


@pytest.mark.slow
@pytest.mark.skipif(PROXIES["nginx"].program() is None, reason="nginx is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_visitor_stays_with_a_worker_and_goes_on_with_another_when_it_dies(tmp_path: Path) -> None:
    with ManyWorkers(2, "nginx", "/rv", RANKVIZ_ROOMS=str(tmp_path / "rooms.sqlite")) as serving:
        asked = [serving.ask("/api/server") for _ in range(8)]
        names = {seat: text for _, text, seat in asked}
        assert sorted(seat for _, _, seat in asked) == ["0"] * 4 + ["1"] * 4 and names["0"] != names["1"]
        for seat, name in names.items():
            assert [serving.ask("/api/server", seat)[1:] for _ in range(3)] == [(name, seat)] * 3
            assert serving.ask("/join", seat)[0] == 200
        assert serving.ask("/_stcore/metrics")[0] == 404
        assert serving.ask("/api/server", "7")[2] in names  # a seat of another time
        page, kept = serving.ask("/")[1], re.search(r'proxy_cache_path "(.+?)"', serving.configuration())
        assert kept is not None
        for named in (r"api/stage/[\w./-]+\.js", r"static/js/[\w./-]+\.js"):  # by the first for both workers
            found = re.search(named, page)
            before = {file for file in Path(kept[1]).rglob("*") if file.is_file()}
            assert serving.ask(f"/{found[0]}", "0")[:2] == serving.ask(f"/{found[0]}", "1")[:2]
            assert len({file for file in Path(kept[1]).rglob("*") if file.is_file()} - before) == 1
        spare = serving.ask("/api/server", "2")[1]
        assert spare not in names.values()
        before = serving.workers()
        ports = re.findall(r"seat_\d \{ server 127\.0\.0\.1:(\d+)", serving.configuration())
        assert set(ports) == set(before)
        os.kill(before[ports[1]], signal.SIGKILL)
        begin = time.monotonic()
        assert serving.ask("/api/server", "1") == (200, spare, "2")  # which had nobody until now
        assert serving.ask("/api/server", "0") == (200, names["0"], "0")
        assert time.monotonic() - begin < 2
        wait_for(lambda: serving.workers().keys() == before.keys())
        wait_for(lambda: serving.ask("/api/server", "1")[1] not in names.values())
        now = serving.workers()
        assert now[ports[0]] == before[ports[0]] and now[ports[1]] != before[ports[1]]
        assert "Worker 2 of 2 ended (signal 9)" in serving.log()
        wait_for(lambda: f"server 127.0.0.1:{ports[1]} backup;" in anybody(serving.configuration()))
        wait_for(lambda: {serving.ask("/api/server")[2] for _ in range(8)} == {"0", "2"})
        os.kill(now[ports[0]], signal.SIGKILL)
        assert serving.ask("/api/server", "0")[2] == "1"  # the spare is the one that was started again
        now = serving.workers()
        assert serving.stop() == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in now.values())
        with pytest.raises(ConnectionRefusedError):
            serving.ask("/api/server")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("0.0.0.0", "127.0.0.1"),
        ("::", "[::1]"),
        ("fe80::1", "[fe80::1]"),
        ("example.org", "example.org"),
    ],
)
def test_the_app_is_asked_for_its_health_at_an_address_of_its_own(address: str, host: str) -> None:
    assert health_of(address, 8501, "/rv") == f"http://{host}:8501/rv/_stcore/health"
