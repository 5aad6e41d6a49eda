"""``rankviz`` and ``python -m rankviz``: the app, and the engine without a browser."""

import sys
from collections.abc import Iterator
from pathlib import Path

from rankviz.cli.main import main


def talk(contents: bytes, app: str) -> bytes:
    """Return the page of a playlist. The pages' floor makes it, which the command line may not import."""
    from streamlit.logger import set_log_level

    set_log_level("ERROR")  # it warns of every run outside of a session
    from rankviz.ui.pages.playlists.offline import page_of_file

    return page_of_file(contents, app)


def site(app: str, *, playground: bool = False, pyodide: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a static site, which the pages' floor makes too."""
    from streamlit import config
    from streamlit.logger import set_log_level

    config.get_option("logger.level")  # reading the configuration later would set the level again
    set_log_level("ERROR")
    from rankviz.site.files import files

    return files(app, playground=playground, pyodide=pyodide)


def opens() -> None:
    """Compute what the app opens with, for `warm`."""
    from streamlit.logger import set_log_level

    set_log_level("ERROR")
    from rankviz.ui.startup.warm_up import compile_ahead

    compile_ahead()


def run() -> int:
    """Run the command that was given, or the app; returns the exit code."""
    return main(talk=talk, site=site, opens=opens)


if __name__ == "__main__":
    sys.exit(run())
