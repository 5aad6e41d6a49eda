"""The command line: dispatch to a command, and its errors as one line and an exit code.

Nothing heavy is imported before a command needs it, so that help appears at once.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import rankviz
from rankviz.cli.commands import COMMANDS, HELP
from rankviz.cli.messages import LOG
from rankviz.cli.options import PROGRAM
from rankviz.engine.environment import app_packages
from rankviz.engine.errors import DataError, shown

if TYPE_CHECKING:
    from rankviz.cli.playlist import Maker
    from rankviz.cli.site import Files

BAD_INPUT, BROKEN_PIPE, INTERRUPTED = 2, 141, 130


def main(
    argv: Sequence[str] | None = None,
    *,
    talk: Maker | None = None,
    site: Files | None = None,
    opens: Callable[[], None] | None = None,
) -> int:
    """Run one command; return its exit code.

    `talk` makes the page of a playlist, `site` the files of a site, and `opens` computes the app's first page: they
    belong to the rooms of the pages, which this one may not import. Without them there are no such commands.

    0 done, 1 a claim failed, a lesson has an error or a difference depends on ties, 2 bad input, 3 an experiment
    unfinished, 130 interrupted, 141 no reader.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without R̂ or α shows ?, and no traceback
    LOG.setLevel(logging.INFO)
    try:
        with app_packages("This command"):
            code = _command(arguments, talk, site, opens)
        sys.stdout.flush()
        return code
    except DataError as error:
        sentence = " ".join(str(error).split())
        LOG.error("rankviz: %s", sentence, exc_info=LOG.isEnabledFor(logging.DEBUG))
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has left; redirect stdout, or the interpreter complains when it closes it.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(
    arguments: list[str], talk: Maker | None, site: Files | None, opens: Callable[[], None] | None
) -> int:
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    made_above = {"playlist": talk, "site": site, "warm": opens}
    if name in ("-h", "--help", "help"):
        print(HELP, end="")
    elif name in ("-V", "--version"):
        print(f"rankviz {rankviz.__version__}")
    elif not name or name.startswith("-"):
        from rankviz.cli import app

        return app.main(arguments)
    elif name in COMMANDS and made_above.get(name, True):
        more = [made_above[name]] if name in made_above else []
        return import_module(f"rankviz.cli.{name}").main(rest, *more)
    else:
        raise DataError(
            f"There is no command {shown(name)}",
            remedy=f"Commands are {', '.join(COMMANDS)}; see {PROGRAM} --help",
        )
    return 0
