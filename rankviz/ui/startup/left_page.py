"""A part's rerun that was asked for by a page just left: Streamlit would empty the new page, or go back to the old one.

A timer or the stage can ask for one after a click on another page, until the browser knows of that page.
"""

from typing import Any

from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType


def ignore_reruns() -> None:
    """Make Streamlit ignore such a request, when it arrives and when its turn comes."""
    requests: Any = ScriptRequests
    runner: Any = ScriptRunner
    arrives, runs = requests.request_rerun, runner._run_script

    def unless_leaving(self: Any, new: RerunData) -> bool:
        before = self._rerun_data
        of_page = self._state == ScriptRequestType.RERUN and not before.fragment_id_queue
        leaves = new.fragment_id and of_page and new.page_script_hash != before.page_script_hash
        return bool(leaves or arrives(self, new))

    def unless_left(self: Any, data: RerunData) -> None:
        here = get_script_run_ctx()
        if not data.fragment_id_queue or here is None or data.page_script_hash == here.page_script_hash:
            runs(self, data)

    requests.request_rerun = unless_leaving
    runner._run_script = unless_left
