"""The playground in Firefox, with the network cut but for its own host: a file of one's own, explained, reloaded."""

import os
import time
from typing import Any

import pytest
from helpers.browser.firefox import firefox
from helpers.browser.static import Host

import rankviz
from rankviz.engine.data.sources import load_upload
from rankviz.insight.explain import explain

TABLE = "\n".join(
    ["item,view,price,grade", *(f"place {k},{k % 5},{(7 * k) % 11},{k % 3}" for k in range(12))]
)

READY = "return document.body.dataset.ready !== undefined && !document.getElementById('status').textContent"
ROUND = "return document.querySelector('.rv-where')?.textContent ?? ''"
GIVE = """
  document.getElementById("own-open").click();
  document.querySelector("[name=text-0]").value = arguments[0];
  document.querySelector("#own-form button:not([type])").click();
"""
TOUCH = """
  const number = document.querySelector("[data-explain^='rb-d:']");
  number.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  return number.dataset.explain;
"""
SAID = "return document.querySelector('.rv-found-number b')?.textContent"

pytestmark = [
    # Marionette leaves the sockets that it tries until Firefox listens.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.skipif(not os.environ.get("RANKVIZ_PYODIDE"), reason="needs RANKVIZ_PYODIDE"),
]


def wait(fox: Any, script: str, what: str, wanted: object = True, seconds: float = 120.0) -> None:
    """Wait until a script returns what is wanted."""
    end, found = time.monotonic() + seconds, None
    while time.monotonic() < end:
        found = fox.execute_script(script)
        if found == wanted:
            return
        time.sleep(0.1)
    pytest.fail(f"{what}: {found!r} instead of {wanted!r}")


def test_ones_own_data_in_firefox(host: Host) -> None:
    problem = load_upload("table", TABLE.encode(), "pasted.csv", grade="grade", item="item")
    trace = rankviz.trace(problem, ["rb-d"], rounds=12, holdout=0.25)
    with firefox() as fox:
        fox.timeout.page_load = 120
        fox.navigate(f"{host.url}playground.html")
        wait(fox, READY, "the engine comes")
        fox.execute_script(GIVE, [TABLE])
        wait(fox, "return location.hash.includes('data=upload:')", "the file is read")
        wait(fox, READY, "its run is made")
        facts = fox.execute_script("return document.getElementById('facts').textContent")
        assert "9 items" in facts
        fox.execute_script("location.hash = location.hash.replace(/&t=\\d+/, '') + '&t=2'")
        wait(fox, "return /Round 2 of 12/.test(document.querySelector('.rv-stage').textContent)", "round 2")
        key = fox.execute_script(TOUCH).removeprefix("rb-d:")
        said = explain(trace, trace.runs[0], 2, key)
        wait(fox, SAID, "the number is explained", f"{said.symbol} = {said.text}")
        link = fox.get_url()
        fox.refresh()
        wait(fox, READY, "the page comes again")
        assert fox.get_url() == link
        wait(
            fox,
            "return /Round 2 of 12/.test(document.querySelector('.rv-stage').textContent)",
            "the same round",
        )
        assert "9 items" in fox.execute_script("return document.getElementById('facts').textContent")
