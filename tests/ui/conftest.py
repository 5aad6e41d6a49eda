"""What all tests of pages share: Streamlit asks once which components are installed."""

import functools
from collections.abc import Iterator

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def components_once() -> Iterator[None]:
    """Each run of an AppTest reads the metadata of every installed package, a quarter of their time."""
    with pytest.MonkeyPatch.context() as patch:
        scan = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield
