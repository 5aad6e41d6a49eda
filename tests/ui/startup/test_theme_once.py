"""Streamlit reads the theme for every run of a script; here it is read once, and what is sent is the same."""

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from rankviz.ui.startup import theme

SECTIONS = (
    "theme",
    "theme.light",
    "theme.dark",
    "theme.sidebar",
    "theme.light.sidebar",
    "theme.dark.sidebar",
)


def sent() -> dict[str, CustomThemeConfig]:
    """Each section as Streamlit's function writes it now."""
    found = {}
    for section in SECTIONS:
        found[section] = CustomThemeConfig()
        getattr(app_session, theme.READS)(found[section], section)
    return found


def test_each_section_is_read_once_until_the_configuration_is_parsed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads, read = getattr(app_session, theme.READS), []

    def counted(msg: CustomThemeConfig, section: str = "theme") -> None:
        read.append(section)
        reads(msg, section)

    own = sent()
    assert own["theme.light"].primary_color, "the app has a theme of its own"
    monkeypatch.setattr(app_session, theme.READS, counted)
    theme.read_once()
    theme.read_once()
    assert [sent(), sent()] == [own, own] and read == list(SECTIONS)
    before = config.get_option("theme.light.primaryColor")
    try:
        config.set_option("theme.light.primaryColor", "#123456")
        config._on_config_parsed.send()
        assert sent()["theme.light"].primary_color == "#123456" and read == [*SECTIONS, *SECTIONS]
    finally:
        config.set_option("theme.light.primaryColor", before)


def test_a_section_that_says_nothing_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, theme.READS, getattr(app_session, theme.READS))
    whole = CustomThemeConfig()
    theme.read_once()
    getattr(app_session, theme.READS)(whole.light.sidebar, "theme.none")
    assert not whole.HasField("light")
