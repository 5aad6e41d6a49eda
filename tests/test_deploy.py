"""The files of deploy name what the code has: routes, port, health, versions of Python, variables, folders."""

import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from streamlit.web.server.starlette import starlette_routes

from rankviz.cli import serve, warm
from rankviz.cli.proxies import PROXIES
from rankviz.ui.rooms import routes
from rankviz.ui.serving import first_document
from rankviz.ui.startup import server

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SERVER = DEPLOY / "server"
SPACE = DEPLOY / "huggingface"


def text(name: str, folder: Path = SERVER) -> str:
    return (folder / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder of each host, as `deploy/make.py` writes it with a wheel of these sources."""
    there = tmp_path_factory.mktemp("hosts")
    made = {host: there / host for host in ("huggingface", "community-cloud")}
    for host, out in made.items():
        command = [sys.executable, str(DEPLOY / "make.py"), host, str(out), str(wheel)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
    return made


def test_all_that_a_room_serves_goes_to_the_one_service_and_nothing_else() -> None:
    matched = re.search(r"@rooms path (.+)", text("Caddyfile"))
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
    assert f"--server.port={port[1]}" in docker
    assert re.findall(r"(?:rooms:|dynamic a app )(\d+)", caddy) == [port[1]] * 2
    assert f"handle {{$RANKVIZ_BASE}}/{starlette_routes.ROUTE_METRICS} {{\n\t\trespond 404" in caddy


@pytest.mark.parametrize("base", ["", "rankviz", "/rankviz/"])
def test_the_image_asks_for_its_health_where_it_is(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check = re.search(r"HEALTHCHECK .*\\\n\s+CMD (\[.+\])", text("Dockerfile"))
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
    command = PROXIES["caddy"].command(SERVER / "Caddyfile", PROXIES["caddy"].check)
    there = {**os.environ, "RANKVIZ_BASE": base, "RANKVIZ_SITE": ":18080"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=there)
    assert done.returncode == 0, done.stderr


def test_the_image_can_reach_a_redis() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["redis"]
    assert all(f'"{each}"' in text("Dockerfile") for each in wanted)


def test_the_images_compile_the_engine() -> None:
    assert "RUN python -m rankviz warm\n" in text("Dockerfile")
    assert "RUN rankviz warm\n" in text("Dockerfile", SPACE)
    assert warm.COMMAND == "warm"


@pytest.mark.parametrize("folder", [SERVER, SPACE])
def test_the_image_has_a_python_that_is_supported_and_no_root(folder: Path) -> None:
    docker = text("Dockerfile", folder)
    version = re.search(r"FROM python:([\d.]+)", docker)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert version is not None and f"{version[1]}.0" in SpecifierSet(wanted)
    user = re.search(r"^USER (\w+)$", docker, flags=re.M)
    assert user is not None and user[1] != "root" and docker.index(user[0]) < docker.index("\nCMD")


def test_an_image_copies_what_is_there(made: dict[str, Path]) -> None:
    for docker, root in ((text("Dockerfile"), ROOT), (text("Dockerfile", SPACE), made["huggingface"])):
        copied = re.findall(r"^COPY (?:--\S+ )?(.+) \S+$", docker, flags=re.M)
        assert copied and all(
            list(root.glob(each)) for line in copied for each in line.split() if each != "."
        )


def test_a_space_says_where_it_listens_who_may_frame_it_and_starts_a_command_that_is_there() -> None:
    docker, card = text("Dockerfile", SPACE), text("README.md", SPACE)
    port = re.search(r"^app_port: (\d+)$", card.split("---")[1], flags=re.M)
    assert port is not None and "sdk: docker" in card and f"EXPOSE {port[1]}\n" in docker
    command = re.search(r"^CMD (\[.+\])$", docker, flags=re.M)
    word, name, *options = json.loads(command[1])
    assert (word, name) == ("rankviz", serve.COMMAND) and options[-1] == port[1]
    assert serve.parser().parse_args(options).address == "0.0.0.0"
    asked = re.search(rf"{first_document.VARIABLE}=(\S+)", docker)
    assert asked is not None and asked[1] == "https://huggingface.co"


def test_a_host_gets_the_wheel_and_the_app_that_is_in_it(made: dict[str, Path]) -> None:
    for host, out in made.items():
        [wheel] = out.glob("*.whl")
        assert (out / "requirements.txt").read_text() == f"./{wheel.name}[app]\n"
        for file in (DEPLOY / host).iterdir():
            assert (out / file.name).read_bytes() == file.read_bytes()
    cloud = made["community-cloud"]
    for file in (
        "app.py",
        ".streamlit/config.toml",
        *(f"pages/{one.name}" for one in (ROOT / "pages").glob("*.py")),
    ):
        assert (cloud / file).read_bytes() == (ROOT / file).read_bytes()
    assert not (made["huggingface"] / "app.py").exists()


def test_a_wheel_is_built_of_the_sources_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `build` of before stays out: its modules would be in the wheel although they are no longer there."""
    checkout, folder = tmp_path / "checkout", tmp_path / "out"
    for file in ("rankviz/now.py", "build/lib/rankviz/before.py", "deploy/make.py", ".git/HEAD"):
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        (checkout / file).touch()
    folder.mkdir()
    make = runpy.run_path(str(DEPLOY / "make.py"))
    built: list[str] = []

    def wheel(command: list[str], check: bool) -> None:
        built.extend(
            str(file.relative_to(command[-1])) for file in Path(command[-1]).rglob("*") if file.is_file()
        )
        (folder / "rankviz-1-py3-none-any.whl").touch()

    monkeypatch.setattr(subprocess, "run", wheel)
    make["build"].__globals__["HERE"] = checkout / "deploy"
    assert make["build"](folder).name == "rankviz-1-py3-none-any.whl"
    assert sorted(built) == ["deploy/make.py", "rankviz/now.py"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["heroku", "out"], "HOST is"),
        (["huggingface"], "HOST is"),
        (["huggingface", "full"], "not an empty folder"),
        (["huggingface", "out", "full/old.whl.txt"], "is no wheel"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "old.whl.txt").write_text("")
    done = subprocess.run(
        [sys.executable, str(DEPLOY / "make.py"), *arguments], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2 and said in done.stderr
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["full", "old.whl.txt"]


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
