"""The bare word: start the app on a free port, and open the browser when it answers."""

import os
import signal
import threading
import time
import webbrowser
from pathlib import Path

from rankviz.cli.listening import PORT, answers, check_free, free_ports, health_of
from rankviz.cli.messages import LOG
from rankviz.cli.options import PROGRAM, Parser, number, within
from rankviz.engine.environment import app_script
from rankviz.engine.errors import DataError, shown

COMMAND = ""
HELP = f"""\
Start RankViz for you alone, on this machine, and open the browser. Ctrl-C ends it.
For others too, and with several processes: {PROGRAM} serve. All commands: {PROGRAM} --help
"""
HERE = "127.0.0.1"
NEXT = 100
"""Ports after the usual one that are tried while those before are taken."""
LOOK = 0.1
"""Seconds between two checks whether the app answers."""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument(
        "--port",
        type=number(int),
        metavar="N",
        help=f"the port of the app (default: {PORT}, or the next free one)",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder of your data, which appear in a menu (the same as RANKVIZ_DATA_DIR)",
    )
    return parser


def main(arguments: list[str]) -> int:
    """Run the app until it is stopped; returns its exit code. Raises DataError on bad input."""
    given = parser().parse_args(arguments)
    if given.data is not None:
        if not given.data.is_dir():
            raise DataError(f"--data is {shown(str(given.data), 200)}", remedy="Name an existing folder")
        os.environ["RANKVIZ_DATA_DIR"] = os.path.realpath(given.data)
    port = _port(given.port)
    LOG.info("RankViz starts …")
    opening = threading.Thread(target=_tell, args=(port, not given.no_browser), daemon=True)
    opening.start()
    return _run(port)


def _port(wish: int | None) -> int:
    """Return the requested port, else the first free one. Raises DataError when it is taken."""
    if wish is not None:
        within("--port", wish, 1, 65_535)
        check_free(HERE, wish)
        return wish
    for port in range(PORT, PORT + NEXT):
        try:
            check_free(HERE, port)
        except DataError:
            continue
        return port
    return free_ports(1)[0]


def _tell(port: int, browser: bool) -> None:
    """Print the app's address as soon as it answers, and open the browser there."""
    while not answers(health_of(HERE, port)):
        time.sleep(LOOK)
    address = f"http://{HERE}:{port}/"
    LOG.info("RankViz is at %s Ctrl-C ends it.", address)
    if browser:
        webbrowser.open(address)


def _run(port: int) -> int:
    """Run Streamlit in this process, without its own banner and without asking for an e-mail address."""
    os.environ.setdefault("STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE", "true")
    from click.exceptions import Abort
    from streamlit.web import cli

    options = {"headless": "true", "address": HERE, "port": str(port)}
    settings = [part for name, value in options.items() for part in (f"--server.{name}", value)]
    try:
        cli.main(["run", str(app_script()), *settings], prog_name="rankviz", standalone_mode=False)
    except (Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # threads end now; a second Ctrl-C waits for them too
    return 0
