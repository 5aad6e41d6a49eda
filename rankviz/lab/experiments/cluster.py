"""Tasks on a Dask cluster: submitted a few at a time, with an error message for each way to lose a cluster."""

import asyncio
import contextlib
import queue
import time
from collections.abc import Generator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from itertools import islice
from typing import Any

from rankviz.engine.errors import DataError
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.pending import Pending
from rankviz.lab.experiments.unfinished import Unfinished
from rankviz.lab.experiments.worker import Outcome, parts

ATTENTIVE = 4
"""Tasks submitted ahead of time, for each of the cluster's threads."""

ANSWER = 10.0
"""Seconds in which the scheduler must answer."""

WORKERS = 30.0
"""Seconds the cluster may be without a worker, at the start or later."""

LOOK = 2.0
"""Seconds without an outcome after which the workers are counted."""


def outcomes(experiment: Experiment, pending: list[Pending], address: str) -> Generator[list[Outcome]]:
    """Yield outcomes as they come from the cluster. Workers get the data with each task, so only this machine needs
    the files.

    A worker that dies loses the tasks it was working on, and the scheduler gives them to another.

    Raises DataError when there is no scheduler at the address, and Unfinished when scheduler or workers are lost.
    """
    client = _connect(address)
    done: queue.Queue[Any] = queue.Queue()
    waiting = iter(pending)

    def hand_out(count: int) -> int:
        submitted = [_submit(client, experiment, task) for task in islice(waiting, count)]
        for future in submitted:
            future.add_done_callback(done.put)
        return len(submitted)

    try:
        under_way = hand_out(ATTENTIVE * _threads(client, address))
        while under_way:
            future = _next(done, client, address)
            yield _result(future, address)
            future.release()
            under_way += hand_out(1) - 1
    finally:
        with contextlib.suppress(OSError):  # the scheduler may be gone
            client.close(timeout=ANSWER)


def _connect(address: str) -> Any:
    if not address.strip():
        raise DataError(
            "The address of the Dask scheduler is empty", remedy="Write --dask tcp://10.0.0.1:8786"
        )
    try:
        from distributed import Client
    except ImportError as error:
        raise DataError(
            "Dask is not installed here", remedy='Install it with: pip install "rankviz[dask]"'
        ) from error
    missing = DataError(
        f"there is no Dask scheduler at {address[:200]}",
        remedy="Start one with dask scheduler, or check the address",
    )
    try:
        # A Client that fails to connect complains for twenty seconds when it is removed, so the scheduler is
        # checked first.
        if not address.startswith("inproc:") and _identity(address).get("type") != "Scheduler":
            raise missing
        return Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError, EOFError) as error:
        if isinstance(error, DataError):
            raise
        raise missing from error


def _identity(address: str) -> dict[str, Any]:
    """Return the identity of the server at an address. Raises OSError or ValueError."""
    from distributed.comm.core import connect
    from distributed.security import Security

    async def ask() -> Any:
        comm = await connect(address, timeout=ANSWER, **Security().get_connection_args("client"))
        try:
            await comm.write({"op": "identity", "reply": True})
            return await comm.read()
        finally:
            comm.abort()

    async def ask_in_time() -> Any:
        return await asyncio.wait_for(ask(), ANSWER)

    with ThreadPoolExecutor(1) as aside:  # this thread may have an event loop, as in a notebook
        found = aside.submit(asyncio.run, ask_in_time()).result()
    return found if isinstance(found, dict) else {}


def _threads(client: Any, address: str) -> int:
    """Return the number of the cluster's threads, at least one worker's. Raises Unfinished when no worker comes."""
    end = time.monotonic() + WORKERS
    while not (workers := _workers(client, address)):
        if time.monotonic() > end:
            raise _no_workers(address)
        time.sleep(min(LOOK, WORKERS) / 10)
    return max(sum(workers.values()), 1)


def _next(done: queue.Queue[Any], client: Any, address: str) -> Any:
    """Return the next future that is done. Raises Unfinished when the workers or the scheduler are gone for good."""
    seen = time.monotonic()
    while True:
        try:
            return done.get(timeout=LOOK)
        except queue.Empty:
            now = time.monotonic()
            if _workers(client, address):
                seen = now
            elif now - seen > WORKERS:
                raise _no_workers(address) from None


def _workers(client: Any, address: str) -> dict[str, int]:
    try:
        return dict(client.nthreads())
    except (OSError, CancelledError) as error:
        raise _lost(address) from error


def _result(future: Any, address: str) -> list[Outcome]:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except (CancelledError, OSError) as error:
        raise _lost(address) from error
    except KilledWorker as error:
        raise Unfinished(
            "A task ended several Dask workers, one after the other; they may lack memory",
            remedy="Give the workers more memory, or choose smaller tasks; the same command continues",
        ) from error
    except ImportError as error:
        raise Unfinished(
            f"The Dask workers cannot do the tasks: {error}",
            remedy="Install there the version of RankViz that runs here; the same command continues",
        ) from error


def _lost(address: str) -> Unfinished:
    return Unfinished(
        f"the connection to the Dask scheduler at {address} was lost",
        remedy="Start the scheduler and its workers again; the same command continues",
    )


def _no_workers(address: str) -> Unfinished:
    return Unfinished(
        f"the Dask scheduler at {address} has had no worker for {WORKERS:.0f} seconds",
        remedy=f"Start some with dask worker {address}; the same command continues",
    )


def _submit(client: Any, experiment: Experiment, pending: Pending) -> Any:
    task, problem = pending.task, None
    if not task.parts:
        with contextlib.suppress(DataError):  # the worker will report it, as a local one would
            problem = task.load(experiment.seed)
    return client.submit(parts, pending.restrict(experiment), task, problem, pure=False, retries=2)
