"""Columns of text found in a block of bytes, and comparisons of the texts: equality and order.

Text i is data[begin[i] : begin[i] + size[i]]; its order is that of its bytes, which in UTF-8 is by characters. Query q
has the rows start[q] to start[q + 1].
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel

NEWLINE, CARRIAGE, SPACE, HASH = 10, 13, 32, 35
PRIME = np.uint64(1099511628211)
"""The prime of the hash of Fowler, Noll and Vo, 64 bits. It starts from a `seed` unknown to whoever writes a file,
because texts that all fall on one slot would take hours."""


@kernel
def _blank(byte: int) -> bool:
    return byte == SPACE or 9 <= byte <= CARRIAGE


@kernel
def columns(
    data: np.ndarray, at: int, count: int, most: int, wanted: np.ndarray, begin: np.ndarray, size: np.ndarray
) -> tuple[int, int, int, int, int]:
    """Find the wanted columns, rising, of the lines from byte `at` on, into begin and size (wanted, rows).

    Columns are separated by blanks; empty lines and those that begin with # hold no row. Returns the number of rows,
    the byte after the last line read, the number of columns of the first line outside `count` to `most`, which begins
    at that byte, 0 when there is none; how many lines begin with #, and how many rows have more than `count` columns.
    """
    rows, end, comments, longer = 0, len(data), 0, 0
    while at < end and rows < begin.shape[1]:
        line, found, place = at, 0, 0
        while at < end and data[at] != NEWLINE and data[at] != CARRIAGE:
            if _blank(data[at]):
                at += 1
                continue
            if not found and data[at] == HASH:
                comments += 1
                while at < end and data[at] != NEWLINE and data[at] != CARRIAGE:
                    at += 1
                continue
            first = at
            while at < end and not _blank(data[at]):
                at += 1
            if place < len(wanted) and wanted[place] == found:
                begin[place, rows], size[place, rows] = first, at - first
                place += 1
            found += 1
        if found and not count <= found <= most:
            return rows, line, found, comments, longer
        at += 1
        rows += found > 0
        longer += found > count
    return rows, min(at, end), 0, comments, longer


@kernel
def _equal(
    data: np.ndarray, begin: int, size: int, other: np.ndarray, other_begin: int, other_size: int
) -> bool:
    if size != other_size:
        return False
    i = 0
    while i < size and data[begin + i] == other[other_begin + i]:
        i += 1
    return i == size


@kernel
def _below(data: np.ndarray, begin: np.ndarray, size: np.ndarray, i: int, j: int) -> bool:
    for k in range(min(size[i], size[j])):
        a, b = data[begin[i] + k], data[begin[j] + k]
        if a != b:
            return a < b
    return size[i] < size[j]


@kernel
def _slot(data: np.ndarray, begin: int, size: int, seed: int) -> int:
    found = np.uint64(seed)
    for i in range(begin, begin + size):
        found = (found ^ np.uint64(data[i])) * PRIME
    return int((found ^ (found >> np.uint64(32))) & np.uint64(0x7FFFFFFF))


@kernel
def changes(data: np.ndarray, begin: np.ndarray, size: np.ndarray, rows: np.ndarray) -> int:
    """Set rows to those whose text differs from that of the row before; return how many."""
    count = 0
    for i in range(len(begin)):
        if i == 0 or not _equal(data, begin[i - 1], size[i - 1], data, begin[i], size[i]):
            rows[count] = i
            count += 1
    return count


@kernel
def gather(
    data: np.ndarray, begin: np.ndarray, size: np.ndarray, out: np.ndarray, offsets: np.ndarray
) -> None:
    """Set out to the texts one after the other, text i from offsets[i] to offsets[i + 1]."""
    at = 0
    for i in range(len(begin)):
        offsets[i] = at
        for j in range(size[i]):
            out[at + j] = data[begin[i] + j]
        at += size[i]
    offsets[len(begin)] = at


@kernel
def _room(start: np.ndarray) -> int:
    most, room = 1, 4
    for q in range(len(start) - 1):
        most = max(most, start[q + 1] - start[q])
    while room < 2 * most:
        room *= 2
    return room


@kernel
def _mask(rows: int) -> int:
    room = 4
    while room < 2 * rows:
        room *= 2
    return room - 1


@kernel
def repeated(
    data: np.ndarray, begin: np.ndarray, size: np.ndarray, start: np.ndarray, seed: int, first: np.ndarray
) -> int:
    """Set first[i] to the first row of row i's query with the same text; return how many rows repeat one."""
    table, count = np.empty(_room(start), dtype=np.int32), 0
    for q in range(len(start) - 1):
        mask = _mask(start[q + 1] - start[q])
        table[: mask + 1] = -1
        for i in range(start[q], start[q + 1]):
            slot = _slot(data, begin[i], size[i], seed) & mask
            while table[slot] >= 0 and not _equal(
                data, begin[table[slot]], size[table[slot]], data, begin[i], size[i]
            ):
                slot = (slot + 1) & mask
            if table[slot] < 0:
                table[slot] = i
            else:
                count += 1
            first[i] = table[slot]
    return count


@kernel
def join(
    data: np.ndarray,
    begin: np.ndarray,
    size: np.ndarray,
    start: np.ndarray,
    other: np.ndarray,
    other_begin: np.ndarray,
    other_size: np.ndarray,
    other_start: np.ndarray,
    value: np.ndarray,
    seed: int,
    out: np.ndarray,
) -> None:
    """Set out[i] to the value of the other side's row with row i's text in its query; without one, keep it."""
    table = np.empty(_room(other_start), dtype=np.int32)
    for q in range(len(start) - 1):
        mask = _mask(other_start[q + 1] - other_start[q])
        table[: mask + 1] = -1
        for j in range(other_start[q], other_start[q + 1]):
            slot = _slot(other, other_begin[j], other_size[j], seed) & mask
            while table[slot] >= 0:
                slot = (slot + 1) & mask
            table[slot] = j
        for i in range(start[q], start[q + 1]):
            slot = _slot(data, begin[i], size[i], seed) & mask
            while table[slot] >= 0:
                j = table[slot]
                if _equal(data, begin[i], size[i], other, other_begin[j], other_size[j]):
                    out[i] = value[j]
                    break
                slot = (slot + 1) & mask


@kernel
def by_text(
    data: np.ndarray,
    begin: np.ndarray,
    size: np.ndarray,
    scores: np.ndarray,
    start: np.ndarray,
    order: np.ndarray,
) -> None:
    """Bring equal scores of `order`, row numbers by falling score within each query, by falling text."""
    room = np.empty(_room(start), dtype=np.int64)
    for q in range(len(start) - 1):
        a, end = start[q], start[q + 1]
        while a < end:
            b = a + 1
            while b < end and scores[order[b]] == scores[order[a]]:
                b += 1
            if b - a > 1:
                _falling(data, begin, size, order[a:b], room)
            a = b


@kernel
def _falling(
    data: np.ndarray, begin: np.ndarray, size: np.ndarray, rows: np.ndarray, room: np.ndarray
) -> None:
    """Sort rows by falling text: merged from runs of 1, 2, 4, …"""
    n, width = len(rows), 1
    while width < n:
        for low in range(0, n - width, 2 * width):
            middle, high = low + width, min(low + 2 * width, n)
            if not _below(data, begin, size, rows[middle - 1], rows[middle]):
                continue
            room[low:middle] = rows[low:middle]
            i, j, k = low, middle, low
            while i < middle and j < high:
                if _below(data, begin, size, room[i], rows[j]):
                    rows[k] = rows[j]
                    j += 1
                else:
                    rows[k] = room[i]
                    i += 1
                k += 1
            while i < middle:
                rows[k] = room[i]
                i, k = i + 1, k + 1
        width *= 2
