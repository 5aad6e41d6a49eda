"""The pictures of the presets, drawn once for everybody from their runs, one after another in the background."""

import logging
import threading
from collections.abc import Sequence

from rankviz.lab.figures.sparkline import sparkline
from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.runs import runs


class Pictures:
    """Pictures drawn in the background after the first request: a card shows its picture as soon as there is one."""

    def __init__(self, presets: Sequence[Preset]) -> None:
        self.done = threading.Event()
        self._presets = presets
        self._drawn: dict[str, str] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start drawing, unless started already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._draw, name="rankviz-pictures", daemon=True)
                self._thread.start()

    def svg_of(self, preset: Preset) -> str:
        """Return the SVG of a preset; "" until it is drawn."""
        return self._drawn.get(preset.title, "")

    def _draw(self) -> None:
        for preset in self._presets:
            try:
                self._drawn[preset.title] = sparkline(
                    runs.run(runs.request(preset.state)).trace, preset.curves
                )
            except Exception:  # the card is shown without its picture, and the log says why
                logging.getLogger(__name__).exception("No picture of “%s”.", preset.title)
        self.done.set()


PICTURES = Pictures(PRESETS)
