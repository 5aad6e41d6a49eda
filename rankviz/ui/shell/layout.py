"""What all pages share: their files, and the few styles Streamlit's theme cannot say."""

from __future__ import annotations

from urllib.parse import quote

import streamlit as st

WATCH = "pages/watch.py"
MARGINS = "pages/margins.py"
QBRANK = "pages/qbrank.py"
KERNEL = "pages/kernel.py"
DATA = "pages/data.py"
EXPERIMENTS = "pages/experiments.py"
START = "pages/start.py"
GALLERY = "pages/gallery.py"
LESSONS = "pages/lessons.py"
WORKBENCH = "pages/workbench.py"
REFERENCE = "pages/reference.py"

STYLES = """
<style>
  .stMainBlockContainer { padding: 4.1rem 1.5rem 2rem; max-width: 1900px; }
  @media (max-width: 640px) { .stMainBlockContainer { padding-left: 0.75rem; padding-right: 0.75rem; } }
  .st-key-cards, .st-key-counts { display: grid !important; gap: 1rem; }
  .st-key-cards { grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); }
  .st-key-counts { grid-template-columns: repeat(auto-fill, minmax(10.2rem, 1fr)); }
  .st-key-cards > div, .st-key-counts > div { width: auto !important; min-width: 0 !important; height: 100%; }
  .st-key-counts [data-testid="stMetric"] { height: 100%; }
  [class*="st-key-card-"] { position: relative; height: 100%; transition: border-color 120ms, transform 120ms; }
  [class*="st-key-card-"]:hover, [class*="st-key-card-"]:focus-within { border-color: #178A94 !important; }
  [class*="st-key-card-"] a::after { content: ""; position: absolute; inset: 0; z-index: 1; }
  [class*="st-key-card-"] a { position: static; }
  [class*="st-key-card-"] [data-testid="stElementContainer"]:has(a) { position: static; }
  @media (prefers-reduced-motion: reduce) { [class*="st-key-card-"] { transition: none; } }
</style>
"""


LOGO = """
<svg xmlns="http://www.w3.org/2000/svg" width="132" height="28" viewBox="0 0 132 28">
  <g fill="#178A94"><rect x="0" y="3" width="26" height="6" rx="1.5"/></g>
  <g fill="#D55E00"><rect x="0" y="11" width="19" height="6" rx="1.5"/></g>
  <g fill="#4A90C4"><rect x="0" y="19" width="11" height="6" rx="1.5"/></g>
  <text x="36" y="22" font-family="Georgia, 'Source Serif 4', serif" font-size="23" font-weight="600"
    fill="#178A94">RankViz</text>
</svg>
"""


def icon() -> str:
    """The page's icon, three bars with the longest on top, as an address that needs no server."""
    bars = ((4, 28, "#0B6B75"), (13, 20, "#D55E00"), (22, 11, "#0072B2"))
    shapes = "".join(f'<rect x="2" y="{y}" width="{w}" height="6" fill="{c}"/>' for y, w, c in bars)
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{shapes}</svg>'
    return "data:image/svg+xml," + quote(picture)


def styles() -> None:
    """The styles, once a page."""
    st.html(STYLES)
