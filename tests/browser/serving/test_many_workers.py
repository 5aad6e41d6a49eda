"""Behind the proxy of `serve`: a page whose worker is killed comes back from another one, at its round."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest
from helpers.browser.agreement import assert_engine
from helpers.browser.stage_page import NewPage
from helpers.many_workers import ManyWorkers

from rankviz.cli.proxies import COOKIE, PROXIES


@pytest.mark.skipif(PROXIES["nginx"].program() is None, reason="nginx is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_page_whose_worker_is_killed_goes_on_at_its_round(new_page: NewPage, tmp_path: Path) -> None:
    with ManyWorkers(2, "nginx", "/rv", RANKVIZ_ROOMS=str(tmp_path / "rooms.sqlite")) as server:
        stage = new_page(server.url)
        stage.open(rounds=24, seed=5, t=7)
        stage.step(2)
        stage.rest()

        def seat() -> str:
            return next(str(one["value"]) for one in stage.page.context.cookies() if one["name"] == COOKIE)

        ports = re.findall(r"seat_\d \{ server 127\.0\.0\.1:(\d+)", server.configuration())
        before = seat()
        with stage.expecting_trouble():
            os.kill(server.workers()[ports[int(before)]], signal.SIGKILL)
            stage.wait_until(lambda: seat() != before, "the other worker answers", 40)
            stage.expect_round(9, 24)
            stage.open(**stage.address())  # the other worker computes the run, and sends it
            stage.expect_round(9, 24)
        assert_engine(stage, "rounds=24&seed=5")
        assert seat() != before
        stage.check()
