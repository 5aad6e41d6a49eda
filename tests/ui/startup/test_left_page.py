"""A part's rerun that arrives behind the click on another page does not take that click's place."""

import pytest
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests

from rankviz.ui.startup import left_page


def test_the_click_on_another_page_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScriptRequests, "request_rerun", ScriptRequests.request_rerun)
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)
    left_page.ignore_reruns()
    of_page, of_part = RerunData(page_script_hash="a"), RerunData(page_script_hash="b", fragment_id="part")
    for asked, first in (([of_page, of_part], "a"), ([of_part], "b"), ([of_part, of_page], "a")):
        requests = ScriptRequests()
        assert all(map(requests.request_rerun, asked))
        assert requests.on_scriptrunner_ready().rerun_data.page_script_hash == first
