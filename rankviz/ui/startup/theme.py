"""The theme as Streamlit sends it, read once.

Streamlit reads all 250 options of the theme from its configuration for every run of a script or a fragment, also when a
round is committed: a fifth of what that costs. They change only with the configuration.
"""

from functools import wraps

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

READS = "_populate_theme_msg"
"""Streamlit's function that writes a section of the theme into a message; without one nothing is changed."""


def read_once() -> None:
    """Make Streamlit read each section only the first time it is sent after the configuration was parsed."""
    reads = getattr(app_session, READS, None)
    if reads is None or hasattr(reads, "__wrapped__"):
        return
    found: dict[str, bytes] = {}

    @wraps(reads)
    def sends(msg: CustomThemeConfig, section: str = "theme") -> None:
        if section not in found:
            read = CustomThemeConfig()
            reads(read, section)
            found[section] = read.SerializeToString()
        if found[section]:  # merging nothing would still create the section
            msg.MergeFromString(found[section])

    config.on_config_parsed(found.clear, force_connect=True)
    setattr(app_session, READS, sends)
