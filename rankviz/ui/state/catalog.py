"""Where data come from, as the pages see it: the sources of the command line, and uploads."""

from pathlib import Path

from rankviz.data import sources
from rankviz.data.folder import find
from rankviz.data.problem import Problem
from rankviz.errors import DataError, shown
from rankviz.runs import link
from rankviz.ui.serving import uploads

DEFAULT = link.DATA
FOLDER, UPLOAD = "folder", "upload"
"""Two ways to a file: one in RANKVIZ_DATA_DIR, one from the visitor's own machine."""


def families() -> dict[str, str]:
    """Return the first menu, key to label; the folder is in the menu when there is one."""
    menu = {scheme: family.label for scheme, family in sources.FAMILIES.items() if not family.reads_file}
    if sources.data_dir() is not None:
        menu[FOLDER] = "Files on this server"
    return {**menu, UPLOAD: "Your own file"}


def family_of(data: str) -> str:
    """Return the entry of the first menu that a choice of data belongs to."""
    scheme = data.partition(":")[0]
    if scheme == UPLOAD:
        return UPLOAD
    return FOLDER if sources.FAMILIES[scheme].reads_file else scheme


def shareable(data: str) -> bool:
    """Whether a link with these data means the same elsewhere."""
    return family_of(data) != UPLOAD


def link_note(data: str) -> str:
    """Return a sentence on who can open a link to these data; empty when everybody can."""
    if shareable(data):
        return ""
    stay = "The data were uploaded: they stay on this server, and the link does not carry them elsewhere."
    if uploads.is_shared(data):
        return f"{stay} They are shared by name: on this server the link opens them for everybody."
    return f"{stay} It opens them in this browser only. To let others open it, share the upload by name."


def canonical(data: str) -> str:
    """Return the choice that names exactly these data; what is computed from them is cached under it."""
    return uploads.canonical(data) if data.startswith(uploads.PREFIX) else data


def admit(data: str) -> None:
    """Raise DataError when the visitor whose page runs may not open these data."""
    if data.startswith(uploads.PREFIX):
        uploads.find(data)


def takes_seed(data: str) -> bool:
    """Whether the page's seed changes these data: files and uploads have none. Raises DataError."""
    if data.startswith(uploads.PREFIX):
        return False
    spec = sources.parse(data)
    return "seed" not in spec.options and any(
        option.name == "seed" for option in spec.family.options_of(spec.target)
    )


def load(data: str, seed: int) -> Problem:
    """Load the problem of a choice; files only from the data folder or an upload. Raises DataError."""
    if data.startswith(uploads.PREFIX):
        upload, options = uploads.find(data)
        return upload.load(options)
    return sources.load(data, seed=seed, confined=True)


def check_link_source(text: str) -> tuple[str, str | None]:
    """Return the data a link names, made legal, and a message about what was changed, if anything. Never raises."""
    try:
        if text.startswith(uploads.PREFIX):
            uploads.find(text)
            return text, None
        data, messages = sources.clamp_options(text)
        spec = sources.parse(data)
        if spec.family.reads_file and not _is_file(find(spec.target, confined=True)):
            raise DataError("there is no such file in the data folder", file=shown(spec.target, 120)[1:-1])
        return data, " ".join(messages) or None
    except DataError as problem:
        return DEFAULT, f"{problem} The data it opens with are shown instead."


def _is_file(path: Path) -> bool:
    """Whether a path names a file; a path that is not allowed (too long, a zero byte) names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
