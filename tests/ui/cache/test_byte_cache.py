"""The cache bounded in bytes: what it counts, what goes first, and that many who ask at once wait for one answer."""

import sys
import threading
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from rankviz import DataError
from rankviz.ui.cache.byte_cache import ByteCache, cached
from rankviz.ui.cache.weighing import parts_of
from rankviz.ui.serving.limits import megabytes

MB = 2**20


def weight(value: object) -> int:
    return sum(parts_of(value).values())


def block(megabytes: int) -> np.ndarray:
    return np.zeros(megabytes * MB, dtype=np.uint8)


def test_the_least_recently_used_go_until_the_bytes_fit() -> None:
    cache = ByteCache(10 * MB)
    for name in "abc":
        cache.get(name, lambda: block(3))
    cache.get("a", lambda: pytest.fail("a is here"))
    cache.get("d", lambda: block(3))
    assert ["a" in cache, "b" in cache, "c" in cache, "d" in cache] == [True, False, True, True]
    assert 9 * MB < cache.bytes < 10 * MB
    cache.get("large", lambda: block(30))
    assert "large" in cache and len(cache) == 1
    cache.clear()
    assert cache.bytes == 0 and len(cache) == 0


def test_an_array_that_entries_share_counts_once() -> None:
    cache, shared = ByteCache(100 * MB), block(20)
    for number in range(30):
        cache.put(number, {"all": shared, "some": shared[1 : number + 2], "own": block(1)})
    assert 50 * MB < cache.bytes < 51 * MB and len(cache) == 30
    cache.limit = 40 * MB
    cache.put("more", block(1))
    assert cache.bytes <= 40 * MB and len(cache) == 19  # 20 MB of all, 19 times 1 MB, and a little beside
    cache.put("more", block(39))
    assert "more" in cache and len(cache) == 1 and cache.bytes < 40 * MB


@dataclass
class Grows:
    array: np.ndarray


def test_an_entry_that_grew_is_weighed_again() -> None:
    cache, grows = ByteCache(50 * MB), Grows(block(2))
    cache.put("grows", grows)
    grows.array = block(45)
    cache.put("next", block(2))
    assert 47 * MB < cache.bytes < 48 * MB
    cache.put("last", block(5))
    assert "grows" not in cache and 7 * MB <= cache.bytes < 8 * MB


def test_everything_a_value_holds_is_weighed() -> None:
    array = block(5)
    held = [
        (array, array[10:]),
        {"a": [array]},
        Grows(array),
        partial(len, array),
        lambda: array,
        array.sum,
        np.array([array, None], dtype=object),
    ]
    for value in held:
        assert 5 * MB <= weight(value) < 5.01 * MB, value
    names = tuple(f"item {number}" for number in range(100_000))
    exact = sum(map(len, names)) + 49 * len(names)
    assert exact * 0.9 < weight(names) < exact * 1.3


def asked_at_once(cache: ByteCache, times: int, answer: Callable[[], object]) -> tuple[list[object], int]:
    """What so many get who ask for x while the first one's answer is made, and how often it was made."""
    found, made = [], []
    begun, go = threading.Event(), threading.Event()

    def make() -> object:
        made.append(1)
        begun.set()
        go.wait(20)
        return answer()

    def ask() -> None:
        try:
            found.append(cache.get("x", make))
        except DataError as error:
            found.append(error)

    threads = [threading.Thread(target=ask) for _ in range(times)]
    for thread in threads:
        thread.start()
    assert begun.wait(20)
    go.set()
    for thread in threads:
        thread.join(20)
    assert len(found) == times
    return found, len(made)


def test_many_who_ask_at_once_wait_for_one_answer() -> None:
    found, made = asked_at_once(ByteCache(MB), 8, lambda: [7])
    assert made == 1 and found[0] == [7] and all(one is found[0] for one in found)


def test_an_error_reaches_all_who_wait_and_is_not_kept() -> None:
    def refuse() -> None:
        raise DataError("no")

    cache = ByteCache(MB)
    found, _ = asked_at_once(cache, 3, refuse)
    assert all(isinstance(each, DataError) for each in found) and "x" not in cache
    assert cache.get("x", lambda: 5) == 5


class Left(BaseException):
    """What ends the script of a visitor who has left."""


def test_a_value_is_computed_by_a_waiting_thread_when_the_first_leaves() -> None:
    cache, found = ByteCache(MB), []
    begun, leave = threading.Event(), threading.Event()

    def first() -> None:
        def make() -> None:
            begun.set()
            leave.wait(20)
            raise Left

        with pytest.raises(Left):
            cache.get("x", make)

    one = threading.Thread(target=first)
    two = threading.Thread(target=lambda: found.append(cache.get("x", lambda: 3)))
    one.start()
    assert begun.wait(20)
    two.start()
    leave.set()
    one.join(20)
    two.join(20)
    assert found == [3]


def test_cached_functions_tell_arguments_apart_by_identity() -> None:
    made = []

    @dataclass(eq=False)
    class Data:
        identity: str

    @cached
    def view(data: Data, t: int) -> str:
        made.append(data.identity)
        return f"{data.identity} {t}"

    assert view(Data("mine"), 1) == "mine 1"
    assert view(Data("yours"), 1) == "yours 1"
    assert view(Data("mine"), 1) == "mine 1"
    assert made == ["mine", "yours"]


def test_a_limit_is_a_whole_number_and_has_a_default(monkeypatch) -> None:
    for text in ("lots", "-5", "0", "1.5", "9" * 30, "²"):
        monkeypatch.setenv("RANKVIZ_CACHE_MB", text)
        with pytest.raises(DataError, match="Set it to a whole number from 1"):
            megabytes("RANKVIZ_CACHE_MB", 1000)
    monkeypatch.setenv("RANKVIZ_CACHE_MB", " 30 ")
    assert megabytes("RANKVIZ_CACHE_MB", 1000) == 30 * MB
    monkeypatch.delenv("RANKVIZ_CACHE_MB")
    assert megabytes("RANKVIZ_CACHE_MB", 1000) == 1000 * MB


def test_weighing_works_while_another_thread_loads_pandas(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", types.ModuleType("pandas"))  # there, and nothing in it yet
    assert weight((block(1), object())) >= MB
