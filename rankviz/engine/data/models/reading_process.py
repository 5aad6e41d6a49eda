"""A separate process that reads a model's file, `python -m rankviz.engine.data.models.reading_process KIND LIMITS`.

The file may come from a stranger: the process reads it without its library, within a time and a memory that grow with
the file's size, and returns plain numbers, which `validate_model` checks.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import NamedTuple

from rankviz.engine.data.model import Model
from rankviz.engine.data.models import catboost, lightgbm, xgboost
from rankviz.engine.data.models.files import BOM
from rankviz.engine.data.models.model_bytes import pack, unpack
from rankviz.engine.errors import DataError

PARSERS = {"lightgbm": lightgbm, "xgboost": xgboost, "catboost": catboost}
KEPT = ("PATH", "LD_LIBRARY_PATH", "PYTHONHOME", "SYSTEMROOT")
"""Variables of the environment that the process gets; it must not see any others."""
SLOTS = threading.BoundedSemaphore(4)
"""The number of files read at a time, so that many visitors together do not use all the memory."""
PATIENCE = 6
"""Seconds of a clock for each processor second that a file may take, because other work may run, too."""


class Limits(NamedTuple):
    """The limits for reading a file: processor seconds, bytes of memory, and bytes of the answer."""

    seconds: int
    memory: int
    answer: int


def limits(size: int) -> Limits:
    """Return the limits for a file of so many bytes."""
    return Limits(10 + size // 2**20, 2**29 + 16 * size, 2**20 + 16 * size)


def read_apart(kind: str, data: bytes, name: str, identity: str) -> Model:
    """Return the checked model from a package's file. Raises DataError where it is broken, or beyond its limits."""
    # Brings the compiler, which the process does not need.
    from rankviz.engine.data.models.validate_model import check
    from rankviz.engine.data.reading import MAX_FEATURES

    most = limits(len(data))
    command = [sys.executable, "-m", "rankviz.engine.data.models.reading_process", kind, *map(str, most)]
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    environment |= {"OPENBLAS_NUM_THREADS": "1"}  # each thread would reserve memory
    with SLOTS, tempfile.TemporaryFile() as answer:
        try:
            done = subprocess.run(
                command,
                input=data,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                env=environment,
                timeout=PATIENCE * most.seconds,
            )
        except subprocess.TimeoutExpired:
            raise _too_much(name, most) from None
        if done.returncode:
            raise _too_much(name, most)
        answer.seek(0)
        try:
            if answer.read(1) == b"[":
                what, remedy = json.loads(b"[" + answer.read(most.answer))
                raise DataError(str(what), file=name, remedy=str(remedy))
            answer.seek(0)
            model = unpack(answer, name, identity)
            check(model, MAX_FEATURES)
            return model
        except DataError:
            raise
        except Exception as error:  # whatever the process wrote is not a model
            raise _too_much(name, most) from error


def _too_much(name: str, most: Limits) -> DataError:
    return DataError(
        f"the model cannot be read within {most.seconds} s and {most.memory // 2**20} MB",
        file=name,
        remedy="Save the model again with its library, or give one with fewer trees",
    )


def parse(kind: str, data: bytes) -> Model:
    """Return the model from a package's file, without its name. Raises DataError for one that is broken."""
    parser = PARSERS[kind]
    data = data.removeprefix(BOM)
    if kind == "lightgbm":
        data = data.replace(b"\r\n", b"\n")  # as a copy on Windows has it
    try:
        return parser.parse(data)
    except (DataError, MemoryError):
        raise
    except Exception as error:  # a broken file may be broken anywhere
        raise DataError(
            f"this model of {parser.LIBRARY} is broken: its numbers do not fit together",
            remedy=parser.SAVE_AGAIN,
        ) from error


# ---------------------------------------------------------------- in the process


def main() -> None:
    """Read the model from standard input, and answer with it, or with what is wrong."""
    kind, *most = sys.argv[1:]
    _confine(Limits(*map(int, most)))
    try:
        answer = pack(parse(kind, sys.stdin.buffer.read()))
    except DataError as error:
        answer = json.dumps([error.what, error.remedy]).encode()
    sys.stdout.buffer.write(answer)


def _confine(most: Limits) -> None:
    """Set the limits, which cannot be raised again. Windows has none."""
    with contextlib.suppress(ImportError):
        import resource

        for kind, limit in (
            (resource.RLIMIT_AS, most.memory),
            (resource.RLIMIT_CPU, most.seconds),
            (resource.RLIMIT_FSIZE, most.answer),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(
                OSError, ValueError
            ):  # a system may know fewer of them, or have lower ones
                resource.setrlimit(kind, (limit, limit))


if __name__ == "__main__":
    main()
