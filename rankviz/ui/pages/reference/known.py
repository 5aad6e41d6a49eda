"""The link targets of the reference in the app: its links are checked against them once, before they are shown."""

from functools import cache

from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference.loading import Known, files, read
from rankviz.insight.theory.rankboost import NAMES
from rankviz.lessons.registry import LESSONS
from rankviz.ui.pages.reference.examples import RUNS
from rankviz.ui.pages.reference.seen_in import PLACES
from rankviz.ui.serving.address import PAGES


def known() -> Known:
    """Return the names of theorems, claims, lessons, pages, places and small runs."""
    return Known(
        theorems=NAMES,
        claims=CLAIMS,
        lessons={name: len(lesson.steps) for name, lesson in LESSONS.items()},
        pages=PAGES,
        places=PLACES,
        runs={name: spec.algorithms for name, spec in RUNS.items()},
    )


@cache
def check_links() -> None:
    """Raise DataError, with file and line, for a link of the reference that leads nowhere."""
    read(files(), known())
