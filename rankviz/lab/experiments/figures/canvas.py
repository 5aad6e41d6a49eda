"""A figure of a report: one panel, as wide as a column of a paper, which matplotlib draws as SVG or PDF.

Matplotlib is loaded when the first figure is drawn. The same figure gives the same bytes, whatever the user's settings
of matplotlib are.
"""

from __future__ import annotations

import functools
import html
import io
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rankviz.engine.marks import CORNERS
from rankviz.lab.experiments.figures.colours import Look

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

INK, QUIET, RULE = "#1c2630", "#5a6672", "#d3cfc2"
"""The colours of words and axes, of secondary words, and of the lines of a grid."""

DARK = {INK: "#e9eef1", QUIET: "#a9b4bd", RULE: "#35434e"}
"""Colours and their replacements on a dark page; the algorithms' colours serve both."""

WIDTH = 84 / 25.4 * 72
"""Points: 84 mm, a column of a paper with two; two of them fit side by side on an A4 page."""

SIZE, TITLE = 7.5, 8.5
"""Points of a figure's words and of its title."""

LINE, SAMPLE, PAD = 11.0, 18.0 + 5.0 + 14.0, 3.0
"""Points from one line of a legend to the next, for a sample next to a name, and around everything."""

FONT = "DejaVu Sans"
"""The font that matplotlib ships; a PDF embeds the glyphs that it needs, an SVG requests it by name."""

STYLE = {
    "font.family": "sans-serif", "font.sans-serif": [FONT, "Verdana"], "font.size": SIZE, "text.color": INK,
    "axes.titlesize": TITLE, "axes.titlecolor": INK, "axes.titlelocation": "left", "axes.titlepad": 7,
    "axes.labelcolor": QUIET, "axes.labelsize": SIZE, "axes.edgecolor": QUIET, "axes.linewidth": 0.7,
    "axes.spines.left": False, "axes.spines.right": False, "axes.spines.top": False,
    "axes.grid": True, "axes.grid.axis": "y", "grid.color": RULE, "grid.linewidth": 0.5, "axes.axisbelow": True,
    "axes.formatter.useoffset": False, "axes.formatter.limits": (-6, 6),
    "xtick.color": QUIET, "xtick.major.size": 3, "xtick.major.width": 0.7,
    "ytick.color": QUIET, "ytick.major.size": 0, "ytick.minor.size": 0,
    "lines.linewidth": 1.2, "lines.markeredgewidth": 0, "lines.scale_dashes": False,
    "legend.frameon": False, "legend.borderpad": 0, "legend.borderaxespad": PAD / SIZE, "legend.labelspacing": 0.35,
    "legend.handlelength": 18 / SIZE, "legend.handletextpad": 5 / SIZE, "legend.columnspacing": 14 / SIZE,
    "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none",
    "svg.fonttype": "none", "svg.hashsalt": "rankviz", "pdf.fonttype": 42,
}  # fmt: skip
"""Real text in SVG; in PDF the used part of the font, as TrueType."""

GROUP = re.compile(r' id="[A-Za-z][\w.]*_\d+"')
"""The names of the groups of an SVG, to which nothing refers, and which several figures in one page would share."""

KEY = "key"
"""The name of the drawing that is not a panel."""

HAT = re.compile("(\\w)\u0302")
"""R̂: in a PDF set as mathematics, because matplotlib leaves a gap after a letter with a combining mark."""

_DRAWING = threading.Lock()
"""Matplotlib's settings belong to the process, so one figure is drawn at a time."""


@dataclass(frozen=True)
class Drawing:
    """A panel: the name of its file, a description in words, and the function that draws it on an empty figure.

    `key` is the legend that all panels of a figure share: a file has it, and a page shows it once.
    """

    name: str
    title: str
    paint: Callable[[Figure], None]
    key: Sequence[Look] = ()


def figure(panels: Sequence[Drawing], *, themed: bool = False) -> list[tuple[Drawing, str]]:
    """Return the panels of a figure for a page, with their SVG, and before them their key where they have one."""
    looks = panels[0].key
    title = f"Key: {', '.join(look.label for look in looks)}."
    key = [Drawing(KEY, title, lambda sheet: _key(sheet, looks))] if looks else []
    return [(each, svg(replace(each, key=()), themed=themed)) for each in (*key, *panels)]


def svg(drawing: Drawing, *, themed: bool = False) -> str:
    """Return the SVG, for a page or a file; with `themed`, one that follows its page's colour scheme."""
    out = io.StringIO()
    with open_figure(drawing) as figure:
        figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = GROUP.sub("", out.getvalue())
    for light, dark in DARK.items() if themed else ():
        text = text.replace(light, f"light-dark({light},{dark})")
    head, body = text[text.index("<svg ") :].split(">", 1)
    scheme = ' style="color-scheme:light dark"' if themed else ""
    return f'{head} role="img"{scheme}><title>{html.escape(drawing.title)}</title>{body.strip()}'


def pdf(drawings: Sequence[Drawing], title: str) -> bytes:
    """Return a PDF with one page per panel, no larger than the panel."""
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    about = {"Title": title, "Creator": "RankViz", "CreationDate": None}
    with (
        _styled(),
        PdfPages(out, metadata=about) as pages,
    ):  # the fonts are written at the end, in the same style
        for drawing in drawings:
            figure = _painted(drawing)
            for words in _texts(figure):
                if HAT.search(words.get_text()):
                    words.set(text=HAT.sub(r"$\\mathdefault{\\hat{\1}}$", words.get_text()), parse_math=True)
            pages.savefig(figure)
    return out.getvalue()


@contextmanager
def open_figure(drawing: Drawing) -> Iterator[Figure]:
    """Hold matplotlib's settings while a panel is drawn and saved."""
    with _styled():
        yield _painted(drawing)


@contextmanager
def _styled() -> Iterator[None]:
    from matplotlib import style

    with _DRAWING, style.context(["default", STYLE]):
        yield


def _painted(drawing: Drawing) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure()
    drawing.paint(figure)
    if drawing.key:
        legend(figure, _samples(drawing.key))
    for words in _texts(figure):
        words.set(parse_math=False, fontfeatures=["-liga"])  # text copied out of a PDF has every letter
    return figure


def _texts(figure: Figure) -> list[Text]:
    from matplotlib.text import Text

    return [words for words in figure.findobj(Text) if isinstance(words, Text)]


def sheet(figure: Figure, height: float) -> Axes:
    """Return the figure as a sheet without axes, on which places are points from the top left corner."""
    figure.set_size_inches(WIDTH / 72, height / 72)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(height, 0))
    axes.set_axis_off()
    return axes


def panel(figure: Figure, height: float, title: str) -> Axes:
    """Return the only axes of a figure, with room for everything around them."""
    figure.set_size_inches(WIDTH / 72, height / 72)
    figure.set_layout_engine("constrained", w_pad=PAD / 72, h_pad=PAD / 72)
    axes = figure.subplots()
    axes.set_title(title)
    return axes


def legend(figure: Figure, samples: Sequence[Artist]) -> None:
    """Name lines and marks above the rest of the figure, which keeps its height."""
    wide, old = (72 * length for length in figure.get_size_inches())
    labels = [str(each.get_label()) for each in samples]
    columns = max(1, int((wide - 2 * PAD) // (max(map(width, labels)) + SAMPLE)))
    new = old + -(-len(labels) // columns) * LINE + 2 * PAD
    figure.set_figheight(new / 72)
    outside = figure.get_layout_engine() is not None
    figure.legend(samples, labels, loc="outside upper left" if outside else "upper left", ncols=columns)
    if not outside:
        for axes in figure.axes:
            axes.set_position((0, 0, 1, old / new))


def _key(figure: Figure, looks: Sequence[Look]) -> None:
    figure.set_size_inches(2 * WIDTH / 72, 0)
    legend(figure, _samples(looks))


def _samples(looks: Sequence[Look]) -> list[Artist]:
    from matplotlib.lines import Line2D

    return [Line2D([], [], color=each.colour, label=each.label, **mark(each.shape)) for each in looks]


def mark(shape: str, size: float = 4.6) -> dict[str, Any]:
    """Return the settings of a line whose marks are that of `marks.CORNERS` with a radius of `size` / 2."""
    from matplotlib.path import Path

    corners = CORNERS[shape]
    if not corners:
        return {"marker": "o", "markersize": size}
    path = Path([(x, -y) for x, y in (*corners, corners[0])], closed=True)
    # Matplotlib measures to the farthest corner.
    return {"marker": path, "markersize": size * max(max(abs(x), abs(y)) for x, y in corners)}


@functools.cache
def width(text: str, size: float = SIZE) -> float:
    """Return the width of a text in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONT, size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def cut(text: str, room: float) -> str:
    """Return the text, or as much of its beginning as there is room for, with an ellipsis."""
    if width(text) <= room:
        return text
    while text and width(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
