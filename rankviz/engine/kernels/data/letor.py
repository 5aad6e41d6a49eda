"""LETOR / svmlight text to arrays: one pass over the bytes, every number exactly as `float` reads it.

A number is read as whole digits times a power of ten. Up to 2⁵³ and 10²² one division is exact; beyond, the
quotient is computed to about 100 bits, and where even that leaves the last bit open the number is handed back
("hard") for Python to read. What does not fit the format is handed back with its place, for an error message.
"""

from fractions import Fraction

import numpy as np

from rankviz.engine.kernels.jit import kernel

GOOD, BAD, WIDER, ZERO, CROWDED, FULL = 0, 1, 2, 3, 4, 5
"""The reasons for the end of a parse: none; a line that does not fit; an index beyond X; index 0; too many hard
numbers; more rows than there is room for."""

TEXT = 2**62
"""Query ids from here on are hashes of texts; numbers are below."""
_PRIME = 2**53 - 111
_MOST = 45  # 5 to this power still fits two floats

POWERS = np.array([[float(10**k), float(10**k - Fraction(float(10**k)))] for k in range(_MOST + 1)])
"""10^k as the sum of two floats, exactly."""

_EXACT = 2**53
_SPLIT = 134217729.0  # 2²⁷ + 1 halves a float's digits


@kernel
def _product_error(a: float, b: float, p: float) -> float:
    """a b − p for p = fl(a b), exactly (Dekker 1971)."""
    c, d = _SPLIT * a, _SPLIT * b
    a_high, b_high = c - (c - a), d - (d - b)
    a_low, b_low = a - a_high, b - b_high
    return ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


@kernel
def scaled(digits: np.int64, power: np.int64, powers: np.ndarray) -> tuple[float, bool]:
    """(the float next to digits · 10^power, True if that is certain); 0 ≤ digits < 10¹⁸, powers is `POWERS`."""
    if digits == 0:
        return 0.0, True
    if digits <= _EXACT and -22 <= power <= 22:
        return (digits / powers[-power, 0] if power < 0 else digits * powers[power, 0]), True
    if power > 0 or power < -_MOST:
        return 0.0, False
    high = float(digits)
    low = float(digits - np.int64(high))
    under, rest = powers[-power, 0], powers[-power, 1]
    q = high / under
    p = q * under
    more = ((high - p) - _product_error(q, under, p) + low - q * rest) / under
    room = abs(q) * 2.0**-98
    found = q + (more - room)
    return found, found == q + (more + room)


@kernel
def _number(data: np.ndarray, at: int, end: int, powers: np.ndarray) -> tuple[float, int, int]:
    """(value, the place after it, 1 certain, 0 hard, −1 not a number) of the token that begins at `at`."""
    negative = False
    if at < end and (data[at] == 43 or data[at] == 45):  # + −
        negative = data[at] == 45
        at += 1
    begun = at
    while at < end and data[at] == 48:
        at += 1
    digits, power, points, most = np.int64(0), np.int64(0), 0, at + 18
    while at < end and at < most and 48 <= data[at] <= 57:
        digits = digits * 10 + np.int64(data[at] - 48)
        at += 1
    if at < end and data[at] == 46:  # .
        points = 1
        at += 1
        point = at
        while digits == 0 and at < end and data[at] == 48:
            at += 1
        most = at + 18 if digits == 0 else most + 1
        while at < end and at < most and 48 <= data[at] <= 57:
            digits = digits * 10 + np.int64(data[at] - 48)
            at += 1
        power = np.int64(point - at)
    crowded = at < end and at >= most and (48 <= data[at] <= 57 or (points == 0 and data[at] == 46))
    while crowded and at < end and (48 <= data[at] <= 57 or (points == 0 and data[at] == 46)):
        points += data[at] == 46
        at += 1
    if at - begun - points < 1:
        return 0.0, at, -1
    if at < end and (data[at] == 101 or data[at] == 69):  # e E
        at += 1
        sign = 1
        if at < end and (data[at] == 43 or data[at] == 45):
            sign = -1 if data[at] == 45 else 1
            at += 1
        exponent, begun = np.int64(0), at
        while at < end and 48 <= data[at] <= 57:
            if exponent < 100_000:
                exponent = exponent * 10 + np.int64(data[at] - 48)
            at += 1
        if at == begun:
            return 0.0, at, -1
        power += sign * exponent
    if crowded:
        return 0.0, at, 0
    value, sure = scaled(digits, power, powers)
    return (-value if negative else value), at, (1 if sure else 0)


@kernel
def _ends_token(c: int) -> bool:
    """Return whether a byte is white space, or the # that begins a comment."""
    return c == 32 or 9 <= c <= 13 or c == 35


@kernel
def _past_space(data: np.ndarray, at: int, end: int) -> int:
    while at < end and (data[at] == 32 or 9 <= data[at] <= 13):
        at += 1
    return at


@kernel
def _is_null(data: np.ndarray, at: int) -> bool:
    return data[at + 1] | 32 == 117 and data[at + 2] | 32 == 108 and data[at + 3] | 32 == 108


@kernel
def _comment(data: np.ndarray, at: int, end: int) -> tuple[int, int, bool]:
    """(start, end) of the docid in a comment, −1 without one, and whether the comment holds a "="."""
    equals = False
    first = -1
    for p in range(at, end):
        equals |= data[p] == 61
        if first < 0 and p + 5 <= end:
            # Letters of both cases differ in one bit.
            d, o, c = data[p] | 32, data[p + 1] | 32, data[p + 2] | 32
            if d == 100 and o == 111 and c == 99 and data[p + 3] | 32 == 105 and data[p + 4] | 32 == 100:
                a = _past_space(data, p + 5, end)
                if a < end and data[a] == 61:
                    a = _past_space(data, a + 1, end)
                    if a < end:
                        first = a
    last = first
    while first >= 0 and last < end and not (data[last] == 32 or 9 <= data[last] <= 13):
        last += 1
    return first, last, equals


@kernel
def _largest_index(data: np.ndarray, at: int, end: int) -> np.int64:
    """Return the largest number before a colon, between two places."""
    largest, run = np.int64(0), np.int64(0)
    for p in range(at, end):
        if data[p] == 35:
            break
        if 48 <= data[p] <= 57:
            if run < 10**9:
                run = run * 10 + np.int64(data[p] - 48)
        else:
            if data[p] == 58 and run > largest:
                largest = run
            run = np.int64(0)
    return largest


@kernel
def query_id(data: np.ndarray, at: int, end: int) -> tuple[int, np.int64, int]:
    """(True if there is a query id, its number, the place after it or −1 where it is empty).

    An id that is not a whole number of up to 18 digits is `TEXT` plus a hash of its bytes.
    """
    number = np.int64(0)
    if at + 4 > end or data[at] != 113 or data[at + 1] != 105 or data[at + 2] != 100 or data[at + 3] != 58:
        return 0, number, at
    at += 4
    negative = at < end and data[at] == 45
    at += negative
    begun = at
    while at < end and at - begun < 18 and 48 <= data[at] <= 57:
        number = number * 10 + np.int64(data[at] - 48)
        at += 1
    if at > begun and (at == end or _ends_token(data[at])):
        return 1, (-number if negative else number), at
    at = begun - negative
    hashed, begun = np.int64(0), at
    while at < end and not _ends_token(data[at]):
        hashed = (hashed * 257 + np.int64(data[at]) + 1) % _PRIME
        at += 1
    return (1, TEXT + hashed, at) if at > begun else (0, number, -1)


@kernel
def _features(
    data: np.ndarray,
    at: int,
    end: int,
    first: int,
    powers: np.ndarray,
    row: int,
    X: np.ndarray,
    hard: np.ndarray,
    crowd: int,
) -> tuple[int, int, int, int]:
    """Read the features of one line into X[row]: (outcome, the place after it or of the one that failed, how many, hard
    numbers so far)."""
    count, width = 0, X.shape[1]
    for j in range(width):
        X[row, j] = -np.inf  # none so far: no number is read as this
    while True:
        at = _past_space(data, at, end)
        if at == end or data[at] == 35:
            for j in range(width):
                if X[row, j] == -np.inf:
                    X[row, j] = 0.0
            return GOOD, at, count, crowd
        begun, index = at, np.int64(0)
        while at < end and 48 <= data[at] <= 57 and at - begun < 10:
            index = index * 10 + np.int64(data[at] - 48)
            at += 1
        if not 1 <= at - begun <= 9 or at == end or data[at] != 58:
            return BAD, begun, count, crowd
        if index < first:
            return ZERO, begun, count, crowd
        if index - first >= width:
            return WIDER, begun, count, crowd
        if X[row, index - first] != -np.inf:
            return BAD, begun, count, crowd
        at += 1
        if at + 4 <= end and data[at] | 32 == 110 and _is_null(data, at):
            value, behind, sure = np.nan, at + 4, 1
        elif at + 3 <= end and data[at] | 32 == 110 and data[at + 1] | 32 == 97 and data[at + 2] | 32 == 110:
            value, behind, sure = np.nan, at + 3, 1
        else:
            value, behind, sure = _number(data, at, end, powers)
        if sure < 0 or (behind < end and not _ends_token(data[behind])):
            return BAD, begun, count, crowd
        if sure == 0:
            if crowd == len(hard):
                return CROWDED, begun, count, crowd
            hard[crowd, 0], hard[crowd, 1], hard[crowd, 2], hard[crowd, 3] = row, index - first, at, behind
            crowd += 1
        X[row, index - first] = value
        at, count = behind, count + 1


@kernel
def parse(
    data: np.ndarray,
    first: int,
    wanted: np.ndarray,
    store: bool,
    powers: np.ndarray,
    X: np.ndarray,
    grades: np.ndarray,
    query: np.ndarray,
    marks: np.ndarray,
    docid: np.ndarray,
    hard: np.ndarray,
) -> tuple[int, int, int, int, int | np.int64]:
    """Read whole lines of text, data (bytes,) uint8, into one row each of the arrays that follow.

    X (≥ rows, width) gets feature j in column j − first; grades (≥ rows,); query (≥ rows,) int64, 0 where there is
    none; marks (≥ rows, 4) int64: line from 0, whether there is a query id, tokens with a colon, whether the
    comment has a "="; docid (≥ rows, 2) int64 where it stands in data, −1 for none; hard (k, 4) int64: row, column
    (−1 is the grade), start and end of numbers to be read by Python. Rows of queries other than `wanted`, if any are,
    are skipped; without `store` features are, too.

    Returns (outcome, rows, lines, hard numbers, where), `where` the start of a bad line, or the largest index of one
    that has too large an index.
    """
    rows, line, crowd = 0, 0, 0
    n, at = len(data), 0
    while at < n:
        start, end = at, at
        while end < n and data[end] != 10 and data[end] != 13:
            end += 1
        at = _past_space(data, at, end)
        if at < end and data[at] != 35:
            value, behind, sure = _number(data, at, end, powers)
            if sure < 0 or (behind < end and not _ends_token(data[behind])):
                return BAD, rows, line, crowd, start
            begun, at = at, _past_space(data, behind, end)
            has, number, at = query_id(data, at, end)
            if at < 0:
                return BAD, rows, line, crowd, start
            keep = len(wanted) == 0
            for k in range(len(wanted)):
                keep |= has == 1 and wanted[k] == number
            if keep:
                if rows == len(grades):
                    return FULL, rows, line, crowd, start
                if sure == 0:
                    if crowd == len(hard):
                        return CROWDED, rows, line, crowd, start
                    hard[crowd, 0], hard[crowd, 1], hard[crowd, 2], hard[crowd, 3] = rows, -1, begun, behind
                    crowd += 1
                count = 0
                if store:
                    outcome, at, count, crowd = _features(data, at, end, first, powers, rows, X, hard, crowd)
                    if outcome != GOOD:
                        where = _largest_index(data, at, end) if outcome == WIDER else np.int64(start)
                        return outcome, rows, line, crowd, where
                while at < end and data[at] != 35:
                    at += 1
                docid[rows, 0], docid[rows, 1], equals = _comment(data, min(at + 1, end), end)
                marks[rows, 0], marks[rows, 1], marks[rows, 2], marks[rows, 3] = (
                    line,
                    has,
                    has + count,
                    equals,
                )
                grades[rows], query[rows] = value, number
                rows += 1
        line += 1
        at = end + 1
        if end < n and data[end] == 13 and at < n and data[at] == 10:
            at += 1
    return GOOD, rows, line, crowd, 0
