"""Which lines of the engine a worker reaches, counted from the first time that it is asked.

It is sent into the worker as it stands, so it imports nothing of the tests.
"""

import json
import sys
from types import CodeType

ENGINE = "/engine/"
REACHED: set[tuple[str, int]] = set()


def answers(tasks: str) -> str:
    """Return (path of a module, line) of each line reached, in JSON; there are no tasks."""
    watching = sys.monitoring  # Python 3.12
    if watching.get_tool(watching.COVERAGE_ID) is None:
        watching.use_tool_id(watching.COVERAGE_ID, "lines reached")
        watching.register_callback(watching.COVERAGE_ID, watching.events.LINE, _note)
        watching.set_events(watching.COVERAGE_ID, watching.events.LINE)
    return json.dumps(sorted(REACHED))


def _note(code: CodeType, line: int) -> object:
    """Note a line, and ask for no second event of it."""
    if code.co_filename.startswith(ENGINE):
        REACHED.add((code.co_filename.removeprefix(ENGINE), line))
    return sys.monitoring.DISABLE
