"""MovieLens ratings, one ranking task per user: RankBoost+ paper (Connamacher et al. 2019), section 5.

Reads `u.data` (tabs), `ratings.dat` (`::`) and the newer `ratings.csv` (header, half stars). A task's
items are the user's movies, its grades the user's stars, its features the other users who rated at
least half of these movies.
"""

import hashlib
import os
import re
import threading
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pandas as pd

from rankviz.engine.data import other_formats
from rankviz.engine.data.movielens.files import parse_ratings, titles_beside, titles_in
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import Readable, build, check_shape, content
from rankviz.engine.errors import DataError, shown

MANY = 100
"""Users with at least this many ratings are offered first, as in the paper."""
MOST_MISSING = 0.5

_CACHE: OrderedDict[tuple[object, ...], pd.DataFrame] = OrderedDict()  # the last few parsed files
_LOCK = threading.Lock()


def read(
    source: Readable,
    *,
    user: int | str = "",
    name: str | None = None,
    titles: Readable | None = None,
    spec: str = "",
) -> Problem:
    """Return the ranking task of one user.

    Parameters
    ----------
    user : the user's number; when empty the first one of :func:`users`, and a note says so.
    titles : `u.item`, `movies.dat` or `movies.csv`; looked for next to `source` when that is a path.
    spec : the SOURCE to note in the problem.

    Raises DataError for a file without ratings, for an unknown user, and when no other user rated
    half of this one's movies.
    """
    ratings, name = _ratings(source, name)
    notes = []
    if str(user).strip() == "":
        user = int(users(source, name=name)["user"].iloc[0])
        notes.append(f"No user was named; this is user {user}, the first of those with many ratings.")
    key = _known_user(str(user).strip(), ratings, name)
    mine = ratings[ratings["user"] == key].sort_values("movie")
    movies = mine["movie"].to_numpy()
    check_shape(len(movies), 1, name)
    others = ratings[ratings["movie"].isin(movies) & (ratings["user"] != key)]
    rated = others.groupby("user").size()
    features = rated.index[rated >= (1 - MOST_MISSING) * len(movies)].to_numpy()
    if len(features) == 0:
        raise DataError(
            f"no other user rated half of the {len(movies)} movies of user {key}, so there are no features",
            file=name,
            remedy="Choose a user with fewer ratings",
        )
    check_shape(len(movies), len(features), name)
    X = np.full((len(movies), len(features)), np.nan)
    others = others[others["user"].isin(features)]
    X[np.searchsorted(movies, others["movie"]), np.searchsorted(features, others["user"])] = others["rating"]
    called = titles_in(titles if titles is not None else titles_beside(source), set(movies.tolist()))
    return build(
        name,
        X,
        mine["rating"].to_numpy(),
        feature_names=[f"user {other}" for other in features],
        item_ids=[str(movie) for movie in movies],
        item_labels=[called.get(int(movie), f"movie {movie}") for movie in movies],
        query_ids=[f"user {key}"],
        source=spec,
        title=f"MovieLens, user {key}",
        notes=notes,
    )


def users(source: Readable, *, name: str | None = None) -> pd.DataFrame:
    """Return every user's task: user, ratings, pairs. Those with `MANY` ratings first, then the rest."""
    ratings, _ = _ratings(source, name)
    count = ratings.groupby("user").size()
    same = ratings.groupby(["user", "rating"]).size().pow(2).groupby("user").sum()
    table = (
        pd.DataFrame({"ratings": count, "pairs": (count**2 - same) // 2}).rename_axis("user").reset_index()
    )
    few = table["ratings"] < MANY
    rank = np.where(few, -table["ratings"], table["ratings"])
    return table.iloc[np.lexsort((table["user"], rank, few))].reset_index(drop=True)


def _known_user(text: str, ratings: pd.DataFrame, name: str) -> int:
    known = np.sort(ratings["user"].unique())
    number = int(text) if re.fullmatch(r"\d{1,18}", text, re.ASCII) else known[0]
    nearest = known[np.argmin(np.abs(known - number))]
    if str(nearest) == text.lstrip("0"):
        return int(nearest)
    raise DataError(
        f"there is no user {shown(text)}",
        file=name,
        remedy=f"Users run from {known[0]} to {known[-1]}; take {nearest}, for example",
    )


def _ratings(source: Readable, name: str | None) -> tuple[pd.DataFrame, str]:
    """Return columns user, movie (int64) and rating (float64); cached for the next call on the same file."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        name = name or path.name
        try:
            found = path.stat()
            key: tuple[object, ...] = (str(path.resolve()), found.st_mtime_ns, found.st_size)
        except (OSError, ValueError):
            key = ()
        data = None
    else:
        data, name = content(source, name)
        key = (hashlib.blake2b(data).hexdigest(),)
    with _LOCK:
        if key in _CACHE:
            _CACHE.move_to_end(key)
            return _CACHE[key], name
    data = content(source, name)[0] if data is None else data
    other_formats.check(data, name)
    ratings = parse_ratings(data, name)
    with _LOCK:
        _CACHE[key] = ratings
        while len(_CACHE) > 3:
            _CACHE.popitem(last=False)
    return ratings, name
