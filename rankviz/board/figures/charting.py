"""Plotly for all figures, imported after pandas: it trips over a pandas that another thread has half imported."""

import pandas  # noqa: F401 (see above)
import plotly.graph_objects as go
from plotly.colors import sample_colorscale
from plotly.subplots import make_subplots

__all__ = ["go", "make_subplots", "sample_colorscale"]
