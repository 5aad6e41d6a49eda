"""A model of a stranger is read in a process of its own first: `python -m rankviz.data.models.rehearsal`.

The libraries' parsers are native code, which a malformed file may crash or keep busy for ever; a server must not go
down with it. What the process survives is read again in place. It stays a while for the next model, as its library
takes time to load.
"""

import contextlib
import json
import os
import queue
import struct
import subprocess
import sys
import threading
from typing import IO

import numpy as np

from rankviz.data.models.files import kind
from rankviz.data.models.libraries import library
from rankviz.data.reading import content
from rankviz.errors import DataError

LIMIT, LOADS = 30.0, 180.0
"""Seconds that a model may take to be read, and a library to be loaded on a busy machine."""
IDLE = 90.0
"""Seconds after which a process that nobody asks ends."""
LEFT_OUT = ("sklearn", "pandas", "matplotlib")
"""What LightGBM and XGBoost load only to work with it; CatBoost needs some."""
_SIZE = struct.Struct("<Q")
_LOCK = threading.Lock()
_process: subprocess.Popen[bytes] | None = None


def begin(package: str) -> None:
    """Start the process, and let it load a library; return at once."""
    asked = {"load": package}, b"", LOADS
    threading.Thread(target=_ask, args=asked, name="rankviz-rehearsal", daemon=True).start()


def rehearse(data: bytes, name: str) -> None:
    """Read a model in the process. Raises DataError where that ends it, or takes longer than `LIMIT`."""
    package = kind(content(data, name)[0])
    if package is None:
        return  # no library would read it
    _ask({"load": package}, b"", LOADS)
    found = _ask({"name": name}, data, LIMIT)
    if found is None:
        raise DataError(
            "the library of this model crashed while reading it",
            file=name,
            remedy="Save the model again with its library",
        )
    if found == "late":
        raise DataError(
            f"the model took longer than {LIMIT:g} s to read",
            file=name,
            remedy="Upload one with fewer trees, or watch it with rankviz.from_model",
        )


def _ask(header: dict[str, str], data: bytes, seconds: float) -> str | None:
    """Return the process's answer, "late" after so many seconds, None where it ended."""
    with _LOCK:
        process = _running()
        assert process.stdin is not None and process.stdout is not None
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        out = process.stdout
        threading.Thread(target=lambda: answers.put(out.readline()), daemon=True).start()
        try:
            _write(process.stdin, json.dumps(header).encode(), data)
            answer = answers.get(timeout=seconds)
        except OSError:
            answer = b""
        except queue.Empty:
            _end()
            return "late"
        if not answer:
            _end()
        return answer.decode().strip() or None


def _running() -> subprocess.Popen[bytes]:
    """Return the process; another one where the last has ended."""
    global _process
    if _process is None or _process.poll() is not None:
        _end()
        _process = subprocess.Popen(
            [sys.executable, "-m", "rankviz.data.models.rehearsal"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    return _process


def _end() -> None:
    global _process
    process, _process = _process, None
    if process is None:
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _write(pipe: IO[bytes], *parts: bytes) -> None:
    for part in parts:
        pipe.write(_SIZE.pack(len(part)) + part)
    pipe.flush()


# ---------------------------------------------------------------- in the process


def main() -> None:
    """Read what comes, and answer each with a line; end when nobody has asked for a while."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries print to the standard output
    while True:
        timer = threading.Timer(IDLE, os._exit, (0,))
        timer.daemon = True
        timer.start()
        header, data = _read(sys.stdin.buffer), _read(sys.stdin.buffer)
        timer.cancel()
        if header is None or data is None:
            return
        with contextlib.suppress(Exception):  # a sentence is made in place, where it is read again
            _do(json.loads(header), data)
        answers.write("done\n")
        answers.flush()


def _read(pipe: IO[bytes]) -> bytes | None:
    size = pipe.read(_SIZE.size)
    return pipe.read(_SIZE.unpack(size)[0]) if len(size) == _SIZE.size else None


def _do(asked: dict[str, str], data: bytes) -> None:
    from rankviz.data import models

    package = asked.get("load") or kind(content(data, asked["name"])[0])
    if package == "catboost":
        for name in LEFT_OUT:
            if sys.modules.get(name, ...) is None:
                del sys.modules[name]
    else:
        sys.modules.update({name: None for name in LEFT_OUT if name not in sys.modules})  # type: ignore[misc]
    if package:
        library(package)
    if data:
        model = models.read(data, name=asked["name"])
        rng = np.random.default_rng(0)
        rows = np.vstack([np.zeros(model.n_features), rng.normal(size=(50, model.n_features))])
        rows[:, list(model.categories)] = rng.integers(0, 50, (51, len(model.categories)))
        model.ends(rows)


if __name__ == "__main__":
    main()
