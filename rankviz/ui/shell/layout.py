"""The common parts of all pages: their files, the name and the icon."""

from urllib.parse import quote

from rankviz.engine import boards
from rankviz.ui.serving import frontend


def file(page: str) -> str:
    """Return the script of a page, by the last part of its address."""
    return f"pages/{page}.py"


WATCH = file(boards.WATCH.page)
MARGINS = file(boards.MARGINS.page)
QBRANK = file(boards.QBRANK.page)
KERNEL = file(boards.KERNEL.page)
DATA = "pages/data.py"
EXPERIMENTS = "pages/experiments.py"
START = "pages/start.py"
GALLERY = "pages/gallery.py"
LESSONS = "pages/lessons.py"
PLAYLISTS = "pages/playlists.py"
WORKBENCH = "pages/workbench.py"
TIES = "pages/ties.py"
ARENA = "pages/arena.py"
REFERENCE = "pages/reference.py"


def logo() -> str:
    """Return the name with three bars, the longest on top, as SVG."""
    return frontend.text("icons/logo.svg")


def icon() -> str:
    """Return the page's icon, the three bars, as an address that needs no server."""
    return "data:image/svg+xml," + quote(frontend.text("icons/icon.svg").strip())
