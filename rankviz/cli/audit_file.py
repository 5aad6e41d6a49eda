"""The file that `ties` writes, in each of its formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankviz.lab.ties.audit import Audit, Difference

ENDINGS = (".html", ".csv", ".json")


def contents(
    ending: str, found: Audit, command: str, against: str = "", differences: Sequence[Difference] = ()
) -> str:
    """Return a file with an audit, in the format of an ending."""
    from rankviz.lab.experiments.reporting import exports as reporting
    from rankviz.lab.ties import exports, report

    if ending == ".csv":
        return reporting.as_csv(exports.rows(found))
    if ending == ".html":
        return report.html(found, command, against, differences)
    return exports.as_json(found, against, differences)
