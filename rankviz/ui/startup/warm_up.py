"""Warm-up of the engine in the background, while the browser loads the page."""

import gc
import logging
import threading
import time


class WarmUp:
    """A thread that loads (on a machine's first start, compiles) the engine by computing the app's first run.

    Attributes
    ----------
    done : set when that run can be shown.
    compiles : the engine must be compiled for it, as far as that is known yet.
    seconds : the time that took.
    """

    def __init__(self) -> None:
        self.done = threading.Event()
        self.compiles = False
        self.seconds = 0.0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, unless begun already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="rankviz-warm-up", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        begin = time.perf_counter()
        # The run is computed outside any session, about which Streamlit's cache would warn.
        logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").setLevel(logging.ERROR)
        gc.disable()  # it would scan, again and again, what is being loaded for good
        try:
            _first_run()
        finally:
            self.seconds = time.perf_counter() - begin
            self.done.set()
            try:
                _the_rest()
            finally:
                # Streamlit collects garbage after every script run; what is loaded by now lives as long as the
                # process, and frozen it is not scanned again (95 ms per run otherwise).
                gc.collect()
                gc.freeze()
                gc.enable()


def _first_run() -> None:
    """Load what the first picture needs, and compute its run."""
    from rankviz.ui.startup import ahead

    WARM_UP.compiles = ahead.begin()
    from rankviz.ui.runs import runs
    from rankviz.ui.stage import watching  # noqa: F401 (loading it is the point)
    from rankviz.ui.state.opening import OPENING

    runs.run(runs.request(OPENING))


def _the_rest() -> None:
    """Load the drawer and compile everything stumps need, as soon as that delays nobody."""
    from rankviz.ui.serving.first_picture import FIRST_PICTURE

    FIRST_PICTURE.let_it_come()
    _stumps()
    from rankviz.ui.details import details  # noqa: F401 (loading it is the point)


def _stumps() -> None:
    from rankviz.ui.runs import runs
    from rankviz.ui.state.state import State

    runs.run(runs.request(State()))


def compile_ahead() -> None:
    """Compile what the app needs to open, and what stumps need, without a server."""
    _first_run()
    _stumps()


WARM_UP = WarmUp()
