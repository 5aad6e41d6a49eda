"""The files of docs/deploy name what the code has: routes, port, health, versions of Python, variables, folders."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from streamlit.web.server.starlette import starlette_routes

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.cli.proxies import PROXIES
from rankviz.ui.rooms import routes
from rankviz.ui.startup import server

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "docs/deploy"


def text(name: str) -> str:
    """A file of docs/deploy."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def test_all_that_a_room_serves_goes_to_the_one_service_and_nothing_else() -> None:
    matched = re.search(r"@rooms path (.+)", text("Caddyfile"))
    assert matched is not None
    patterns = matched[1].replace("{$RANKVIZ_BASE}", "").split()
    paths = [route.path.replace("{code}", "K7QM9") for route in routes.routes("")]
    assert [path for path in paths if not any(fnmatch(path, each) for each in patterns)] == []
    for pattern in patterns:  # none that has nothing to match
        assert any(fnmatch(path, pattern) for path in paths), pattern
    others = [route.path for route in server.ROUTES if route.path not in {r.path for r in routes.routes("")}]
    assert others and not any(fnmatch(path, each) for path in others for each in patterns)


def test_one_port_and_the_address_of_health_that_streamlit_has() -> None:
    docker, caddy = text("Dockerfile"), text("Caddyfile")
    port = re.search(r"EXPOSE (\d+)", docker)
    assert port is not None
    assert f"--server.port={port[1]}" in docker
    assert re.findall(r"(?:rooms:|dynamic a app )(\d+)", caddy) == [port[1]] * 2
    assert f"handle {{$RANKVIZ_BASE}}/{starlette_routes.ROUTE_METRICS} {{\n\t\trespond 404" in caddy


@pytest.mark.parametrize("base", ["", "rankviz", "/rankviz/"])
def test_the_image_asks_for_its_health_where_it_is(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check = re.search(r"HEALTHCHECK .*\\\n\s+CMD (\[.+\])", text("Dockerfile"))
    assert check is not None
    python, option, program = json.loads(check[1])
    assert (python, option) == ("python", "-c")
    asked: list[str] = []
    monkeypatch.setattr(urllib.request, "urlopen", lambda url, timeout: asked.append(url))
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", base)
    exec(program, {})
    folder = "/rankviz" if base else ""
    assert asked == [f"http://127.0.0.1:8501{folder}/{starlette_routes.ROUTE_HEALTH}"]


@pytest.mark.skipif(PROXIES["caddy"].program() is None, reason="caddy is not installed")
@pytest.mark.parametrize("base", ["", "/rankviz"])
def test_caddy_takes_its_file(base: str) -> None:
    command = PROXIES["caddy"].command(DEPLOY / "Caddyfile", PROXIES["caddy"].check)
    there = {**os.environ, "RANKVIZ_BASE": base, "RANKVIZ_SITE": ":18080"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=there)
    assert done.returncode == 0, done.stderr


def test_the_image_can_reach_a_redis() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["redis"]
    assert all(f'"{each}"' in text("Dockerfile") for each in wanted)


def test_the_image_compiles_what_every_algorithm_needs() -> None:
    asked = re.search(r"--algorithms \\\n\s+(\S+)", text("Dockerfile"))
    assert asked is not None and set(asked[1].split(",")) == set(ALGORITHMS)


def test_the_image_has_a_python_that_is_supported_and_no_root() -> None:
    docker = text("Dockerfile")
    version = re.search(r"FROM python:([\d.]+)", docker)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert version is not None and f"{version[1]}.0" in SpecifierSet(wanted)
    user = re.search(r"^USER (\w+)$", docker, flags=re.M)
    assert user is not None and user[1] != "root" and docker.index(user[0]) < docker.index("\nCMD")
    for name in re.findall(r"COPY (\S+\.txt)", docker):
        assert (ROOT / name).exists()


def test_the_services_the_proxy_names_are_there_and_share_the_rooms_file() -> None:
    compose, docker = text("compose.yml"), text("Dockerfile")
    services = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", compose, flags=re.M))
    assert set(services) >= {"app", "rooms", "caddy"}
    file = re.search(r"RANKVIZ_ROOMS=(\S+)", docker)
    assert file is not None
    for name in ("app", "rooms"):
        assert f"rooms:{Path(file[1]).parent}" in services[name]
    assert "max_size 101MB" in text("Caddyfile")
    assert "maxUploadSize = 100 " in (ROOT / ".streamlit/config.toml").read_text()


def test_the_image_has_all_that_the_app_reads() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    needed = ["app.py", "pages", "rankviz", "assets", "docs", ".streamlit", "requirements.txt"]
    assert not [name for name in needed for pattern in left_out if fnmatch(name, pattern)]
    assert all((ROOT / name).exists() for name in needed)
