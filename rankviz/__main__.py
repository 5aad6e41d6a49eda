"""``python -m rankviz``: the engine without a browser."""

from __future__ import annotations

import sys

from rankviz.cli.main import main


def talk(contents: bytes, app: str) -> bytes:
    """The page of a playlist, which the pages' floor makes: the command line stands beside it, and may not ask."""
    from streamlit.logger import set_log_level

    set_log_level("ERROR")  # it warns of every run outside of a session
    from rankviz.ui.pages.playlists.offline import page_of_file

    return page_of_file(contents, app)


if __name__ == "__main__":
    sys.exit(main(talk=talk))
