"""Lists of names in an option: separated by commas, in quotes where a name contains one."""

import csv
import io
from collections.abc import Iterable

from rankviz.engine.errors import DataError, shown


def listed(text: str, option: str = "ignore") -> list[str]:
    """Return the names in a list as :func:`as_list` writes it. Raises DataError when a quote is not closed."""
    try:
        rows = list(csv.reader([text], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise DataError(
            f"{option}={shown(text)} is not a list of columns",
            remedy=f"Write {option}=NAME,NAME and close every quote",
        ) from error
    return [name.strip() for row in rows for name in row if name.strip()]


def as_list(names: Iterable[str]) -> str:
    """Return names separated by commas, in quotes where needed."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()
