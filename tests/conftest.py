"""Shared set-up: a steady hypothesis profile, and the folder of real data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile(
    "rankviz",
    deadline=None,  # the first example pays for compiling the kernels
    derandomize=True,  # same commit, same examples
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("rankviz")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """RANKVIZ_DATA_DIR; tests on real data are skipped without it."""
    folder = os.environ.get("RANKVIZ_DATA_DIR")
    if not folder or not Path(folder).is_dir():
        pytest.skip("RANKVIZ_DATA_DIR is not set")
    return Path(folder)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in a browser, and those on real data, by where they are and what they ask for."""
    for item in items:
        if "browser" in item.path.relative_to(Path(__file__).parent).parts:
            item.add_marker(pytest.mark.browser)
        if "data_dir" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.data)
