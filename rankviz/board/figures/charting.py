"""Plotly for all figures, loaded after pandas: it takes one that another thread is still loading for a whole one."""

import pandas  # noqa: F401 (see above)
import plotly.graph_objects as go
from plotly.colors import sample_colorscale
from plotly.subplots import make_subplots

__all__ = ["go", "make_subplots", "sample_colorscale"]
