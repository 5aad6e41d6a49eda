"""MovieLens: one task per user, in each of the published formats."""

import gzip
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.refused import refused

from rankviz.engine.data import movielens
from rankviz.engine.data.movielens import reader
from rankviz.engine.data.sources import load

# user 1 rated movies 10, 20, 30, 40; user 2 three of them, user 3 two, user 4 one.
RATINGS = {
    1: {10: 5, 20: 3, 30: 3.5, 40: 1},
    2: {10: 4, 20: 2, 30: 1, 50: 5},
    3: {40: 2, 10: 3},
    4: {20: 4},
}
ROWS = [(user, movie, stars) for user, rated in RATINGS.items() for movie, stars in rated.items()]


def u_data() -> str:
    return "".join(f"{user}\t{movie}\t{int(stars)}\t881250949\n" for user, movie, stars in ROWS)


def ratings_csv() -> str:
    return "userId,movieId,rating,timestamp\n" + "".join(
        f"{u},{m},{float(s)},964982703\n" for u, m, s in ROWS
    )


def error(text: str | bytes, user: int | str = 1) -> str:
    data = text.encode() if isinstance(text, str) else text
    return refused(movielens.read, data, user=user, name="ratings")


def test_the_task_of_one_user():
    problem = movielens.read(ratings_csv().encode(), user=1)
    assert problem.item_ids == ("10", "20", "30", "40")
    assert problem.grades.tolist() == [5, 3, 3.5, 1]
    assert problem.feature_names == ("user 2", "user 3")  # user 4 misses three of four
    np.testing.assert_array_equal(problem.X, [[4, 3], [2, np.nan], [1, np.nan], [np.nan, 2]])
    assert problem.n_pairs == 6


def test_every_format_reads_the_same():
    whole = {key: {movie: int(stars) for movie, stars in rated.items()} for key, rated in RATINGS.items()}
    rows = [(u, m, s) for u, rated in whole.items() for m, s in rated.items()]
    csv = "userId,movieId,rating,timestamp\r\n" + "".join(f"{u},{m},{s},1\r\n" for u, m, s in rows)
    dat = "".join(f"{u}::{m}::{s}::1\n" for u, m, s in rows)
    tabs = movielens.read(u_data().encode(), user=1)
    for other in (csv.encode(), dat.encode(), gzip.compress(u_data().encode())):
        problem = movielens.read(other, user="1")
        np.testing.assert_array_equal(problem.X, tabs.X)
        assert problem.grades.tolist() == tabs.grades.tolist()


def test_titles_beside_the_ratings(tmp_path):
    (tmp_path / "u.data").write_text(u_data())
    (tmp_path / "u.item").write_bytes("10|Amélie (2001)|x\n20|Toy Story (1995)|y\n".encode("latin-1"))
    problem = movielens.read(tmp_path / "u.data", user=1)
    assert problem.item_labels == ("Amélie (2001)", "Toy Story (1995)", "movie 30", "movie 40")
    (tmp_path / "ratings.csv").write_text(ratings_csv())
    (tmp_path / "movies.csv").write_text('movieId,title,genres\n10,"Usual Suspects, The (1995)",Crime\n')
    assert movielens.read(tmp_path / "ratings.csv", user=1).item_labels[0] == "Usual Suspects, The (1995)"
    uploaded = movielens.read(u_data().encode(), user=1, titles=b"20|Heat|z\n")
    assert uploaded.item_labels[1] == "Heat"


def test_users_with_many_ratings_come_first(monkeypatch):
    monkeypatch.setattr("rankviz.engine.data.movielens.reader.MANY", 2)
    table = movielens.users(ratings_csv().encode())
    assert table["user"].tolist() == [3, 1, 2, 4]
    assert table["ratings"].tolist() == [2, 4, 4, 1]
    assert table["pairs"].tolist() == [1, 6, 6, 0]


def test_without_a_user_the_first_is_taken_and_said(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(ratings_csv())
    problem = load(f"movielens:{path}")
    assert problem.title == "MovieLens, user 1" and any("No user was named" in note for note in problem.notes)
    assert problem.source == f"movielens:{path}?user=1"


def test_a_changed_file_is_read_again(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(ratings_csv())
    assert movielens.read(path, user=1).n_items == 4
    path.write_text(ratings_csv() + "1,50,2.0,1\n")
    assert movielens.read(path, user=1).n_items == 5


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("1\t20\t3\t", "1\t20\tthree\t", ['line 2, column "rating"', '"three"']),
        ("1\t20\t3\t", "1\t20\tnan\t", ['line 2, column "rating"', '"nan"']),
        ("1\t20\t3\t", "1\t20\tinf\t", ['line 2, column "rating"', '"inf"']),
        ("1\t20\t3\t", "1\t20\t\t", ['line 2, column "rating"']),
        ("1\t20\t3\t", "one\t20\t3\t", ['line 2, column "user"', '"one"']),
        ("1\t20\t3\t", "1\t2.5\t3\t", ['line 2, column "movie"', '"2.5"']),
        ("1\t20\t3\t881250949", "1\t20", ["line 2", "2 values"]),
        ("1\t20\t3\t", "1\t10\t3\t", ["user 1 rates movie 10 twice"]),
        ("1\t20\t3\t", "1e999\t20\t3\t", ['line 2, column "user"', '"1e999"']),
        ("1\t20\t3\t", "-1\t20\t3\t", ['line 2, column "user"', '"-1"']),
        ("1\t20\t3\t", "1\t99999999999999999999\t3\t", ['line 2, column "movie"']),
    ],
)
def test_one_bad_cell_is_named_with_its_line(old, new, words):
    message = error(u_data().replace(old, new, 1))
    for word in words:
        assert word in message


def test_errors_of_the_newer_format():
    assert 'line 3, column "rating"' in error(ratings_csv().replace("1,20,3.0", "1,20,x"))
    assert "line 12" in error(ratings_csv()[:-14])
    assert "line 12: there are 3 values" in error(ratings_csv()[:-11])
    assert "there are no ratings" in error("userId,movieId,rating,timestamp\n")
    assert "UTF-16" in error(u_data().encode("utf-16"))
    assert "not a MovieLens" in error("a,b,c\n1,2,3\n")


def test_users_that_make_no_task():
    assert '"9"' in error(u_data(), user=9) and "take 4" in error(u_data(), user=9)
    assert '"x"' in error(u_data(), user="x")
    assert "no critical pair" in error(u_data(), user=4)
    assert "no other user" in error("1\t1\t5\t0\n1\t2\t3\t0\n2\t9\t1\t0\n")


@pytest.fixture
def real() -> Path:
    path = Path(os.environ.get("RANKVIZ_DATA_DIR", ".")) / "ml-100k-u.data"
    if not path.is_file():
        pytest.skip("needs RANKVIZ_DATA_DIR with ml-100k-u.data")
    return path


def test_user_222_as_in_the_papers_rule(real):
    problem = movielens.read(real, user=222)
    assert (problem.n_items, problem.n_features, problem.n_pairs) == (387, 27, 57_894)
    stumps = 0
    for column in problem.X.T:
        known = np.unique(column[~np.isnan(column)])
        stumps += len(known) - 1 + int(np.isnan(column).any())
    assert stumps == 133
    assert np.isnan(problem.X).mean(axis=0).max() <= 0.5
    assert problem.item_labels[0] == "Toy Story (1995)"
    assert "Misérables, Les (1995)" in load("movielens:ml-100k-u.data?user=83").item_labels


def test_a_task_against_a_plain_pivot(real):
    frame = pd.read_csv(real, sep="\t", header=None, names=["user", "movie", "rating", "time"])
    pivot = frame.pivot(index="movie", columns="user", values="rating")
    mine = pivot[276].dropna()
    others = pivot.loc[mine.index].drop(columns=276)
    others = others.loc[:, others.isna().mean() <= 0.5]
    problem = movielens.read(real, user=276)
    np.testing.assert_array_equal(problem.X, others.to_numpy())
    np.testing.assert_array_equal(problem.grades, mine.to_numpy())
    assert problem.feature_names == tuple(f"user {user}" for user in others.columns)


def test_users_of_the_real_file(real, monkeypatch):
    table = movielens.users(real)
    assert len(table) == 943 and table["ratings"].sum() == 100_000
    assert (table["ratings"] >= 100).sum() == 364 and (table["ratings"][:364] >= 100).all()
    assert table.set_index("user").loc[222, "pairs"] == 57_894
    monkeypatch.setattr(reader, "parse_ratings", None)  # parsed once, then kept
    assert movielens.read(real, user=222).n_items == 387
