"""Arguments of every kind: what is right runs, anything else ends in one sentence, and never in numpy's words."""

import datetime
import decimal
import json
import math
import re
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from helpers.refused import refused
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.sparse import eye_array

import rankviz
from rankviz.cli import main
from rankviz.engine.arguments import MAX_SEED, seed_of_32_bits
from rankviz.engine.errors import as_given, shown
from rankviz.engine.runs import export, forks
from rankviz.estimators import RankBoost
from rankviz.insight import claims
from rankviz.lab.experiments import conventions, definition, quality

X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 3.0], [3.0, 1.0], [4.0, 2.0], [5.0, 0.0]])
GRADES = np.array([0.0, 1.0, 0.0, 2.0, 1.0, 2.0])
PROBLEM = rankviz.Problem.from_arrays(X, GRADES)

WILD = st.one_of(
    st.sampled_from(
        [
            *(
                None,
                True,
                False,
                "",
                "x",
                "1",
                "a\nb",
                b"x",
                [],
                [1],
                [None],
                {},
                {1: 2},
                set(),
                object(),
                int,
                len,
            ),
            *(-1, 0, 1, 7, 2**31, 2**32, 2**63, 2**64, 2**70, 2**128, 10**400, 10**5000, -(10**5000)),
            *(0.5, -0.5, 1e300, math.nan, math.inf, -math.inf, 1j, decimal.Decimal("0.3"), pd.NA, pd.NaT),
            *(
                np.int64(3),
                np.uint8(2),
                np.float32(0.5),
                np.float64(math.nan),
                np.bool_(True),
                np.str_("rb-d"),
            ),
            *(np.array(2), np.array([1, 2]), np.array([[1.5], [2]]), np.array(["a", 1], dtype=object)),
            *(
                datetime.date(2020, 1, 1),
                np.datetime64("2020-01-01"),
                range(3),
                eye_array(3),
                pd.DataFrame({"a": [1]}),
            ),
            *([[1, 2], [3]], [[[1.0]]], ["rb-d"], ["rb-d", 3], [["rb-d"]], rankviz.Fork("rb-d", 1, ranker=0)),
        ]
    ),
    st.integers(),
    st.floats(),
    st.text(max_size=40),
)


def sentence(call: object) -> None:
    """Call it: it runs, or raises a DataError of one line that is short enough to read."""
    try:
        call()
    except rankviz.DataError as error:
        assert "\n" not in str(error) and len(str(error)) < 400 and str(error).endswith("."), str(error)


def trace(**given: object) -> rankviz.Trace:
    return rankviz.trace(**{"problem": PROBLEM, "algorithms": "rb-d", "rounds": 1, **given})


NAMES = ["problem", "algorithms", "rounds", "holdout", "seed", "progress", "measured", "forks", "positive"]


@settings(max_examples=300)
@given(st.sampled_from([*NAMES, "cap", "undefined", "negative_alpha", "frobnicate"]), WILD)
@pytest.mark.slow
def test_trace_takes_anything_or_says_why_not(name: str, value: object) -> None:
    assume(
        name not in ("progress", "measured") or not callable(value)
    )  # a caller's function may raise anything
    if name == "rounds" and isinstance(value, (int, np.integer)) and value > 50:
        value = 50
    sentence(lambda: trace(**{name: value}))


@settings(max_examples=150)
@given(st.sampled_from(["leaves", "w", "tau_by", "labels", "eta"]), WILD)
@pytest.mark.slow
def test_parameters_of_the_tree_learner(name: str, value: object) -> None:
    sentence(lambda: trace(algorithms="qbrank", **{name: value}))


@settings(max_examples=150)
@given(st.sampled_from(["round", "ranker", "alpha", "undefined", "algorithm"]), WILD)
def test_any_value_in_a_fork_is_taken_or_refused_in_a_sentence(name: str, value: object) -> None:
    fork = {"algorithm": "rb-d", "round": 1, "ranker": 0, "alpha": None, "undefined": None}
    sentence(lambda: trace(forks=[rankviz.Fork(**{**fork, name: value})]))


@settings(max_examples=100)
@given(st.sampled_from(["spec", "seed"]), WILD)
def test_any_argument_of_load_is_taken_or_refused_in_a_sentence(name: str, value: object) -> None:
    sentence(lambda: rankviz.load(**{"spec": "synthetic:linear?n=8", name: value}))


ARRAYS = ["X", "grades", "qid", "pairs", "feature_names", "item_ids", "item_labels", "query_ids"]


@settings(max_examples=300)
@given(st.sampled_from(ARRAYS), WILD, st.booleans())
def test_any_argument_of_from_arrays_is_taken_or_refused_in_a_sentence(
    name: str, value: object, both: bool
) -> None:
    more = {"qid": [0] * len(X), "query_ids": ["q"]} if both else {}
    sentence(lambda: rankviz.Problem.from_arrays(**{"X": X, "grades": GRADES, **more, name: value}))


@settings(max_examples=150)
@given(st.sampled_from([*RankBoost().get_params(), "pairs", "qid"]), WILD)
def test_estimators_raise_value_errors(name: str, value: object) -> None:
    """scikit-learn's own sentences, too, are ValueErrors; a table of another kind may be its TypeError."""
    if name == "n_rounds" and isinstance(value, (int, np.integer)) and value > 50:
        value = 50
    if name in ("pairs", "qid"):
        call = lambda: RankBoost(n_rounds=1).fit(X, GRADES, **{name: value})  # noqa: E731
    else:
        call = lambda: RankBoost(**{"n_rounds": 1, name: value}).fit(X, GRADES)  # noqa: E731
    try:
        call()
    except ValueError as error:
        assert "\n" not in str(error) and len(str(error)) < 400
    except TypeError as error:
        assert name == "qid" and re.search("array-like|dimension", str(error))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"positive": "x"}, 'positive is "x"'),
        ({"positive": math.nan}, "positive is nan"),
        ({"positive": True}, "positive is True"),
        ({"holdout": "x"}, 'share is "x"'),
        ({"holdout": None}, "share is None"),
        ({"holdout": True}, "share is True"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"seed": True}, "seed is True"),
        ({"seed": None}, "seed is None"),
        ({"seed": math.nan}, "seed is nan"),
        ({"seed": 2**128}, "below 2**128"),
        ({"seed": 10**5000}, "thousands of digits"),
        ({"algorithms": 3}, "algorithms are 3"),
        ({"algorithms": [3]}, "An algorithm is 3"),
        ({"forks": 3}, "forks are 3"),
        ({"progress": 3}, "progress is 3"),
        ({"problem": None}, "problem is None"),
        ({"algorithms": "qbrank", "leaves": 5.5}, "leaves is 5.5. Choose a whole number from 2 to 200"),
    ],
)
def test_bad_arguments_of_trace_are_told_apart(given: dict, told: str) -> None:
    assert told in refused(trace, **given)


@pytest.mark.parametrize("seed", [-1, 1.5, True, None, math.nan, "x", 2**31, 2**128])
def test_a_bad_seed_of_load_is_named(seed: object) -> None:
    with pytest.raises(rankviz.DataError, match="seed"):
        rankviz.load("synthetic:linear", seed=seed)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"X": "x"}, "features are not all numbers"),
        ({"X": [[1.0], [2.0, 3.0]]}, "differ in length"),
        ({"X": X + 0j}, "complex"),
        ({"grades": ["a"] * 6}, "grades are not all numbers"),
        ({"qid": [0, 1, "a", None, 2, 3]}, "query ids cannot be told apart"),
        ({"qid": [0.0, 1, math.nan, 0, 0, 0]}, "query id of row 3 is missing"),
        ({"qid": ["a"] * 6, "query_ids": ["q"]}, "is not a query index"),
        ({"pairs": [[0.7, 3.2]]}, "0.7 is not a row index"),
        ({"pairs": [[True, False]]}, "True is not a row index"),
        ({"pairs": [[math.nan, 1]]}, "nan is not a row index"),
        ({"pairs": [["a", "b"]]}, '"a" is not a row index'),
        ({"pairs": [[2**70, 1]]}, "is not a row index"),
        ({"pairs": [[0, 1, 2], [3, 4, 5]]}, "two by two"),
        ({"pairs": [[0, 1], [2]]}, "two by two"),
        ({"pairs": 5}, "two by two"),
        ({"item_ids": ["a\nb"] * 6}, "more than once"),
        ({"feature_names": 5}, "feature names are 5"),
    ],
)
def test_bad_arrays_are_told_apart(given: dict, told: str) -> None:
    with pytest.raises(rankviz.DataError) as error:
        rankviz.Problem.from_arrays(**{"X": X, "grades": GRADES, **given})
    assert told in str(error.value) and "\n" not in str(error.value)


def test_whole_floats_and_frames_are_row_indices() -> None:
    expected = [[3, 0], [5, 2]]
    for pairs in (
        expected,
        np.array(expected, dtype=float),
        pd.DataFrame(expected),
        np.array(expected, np.uint64),
    ):
        assert rankviz.Problem.from_arrays(X, pairs=pairs).pairs.tolist() == expected


# ---------------------------------------------------------------- numbers of numpy, and large seeds


def test_numbers_of_numpy_are_numbers() -> None:
    plain = trace(
        seed=3, holdout=0.25, rounds=4, cap=2.0, undefined="cap", negative_alpha=False, positive=1.0
    )
    numpy = trace(
        seed=np.int64(3),
        holdout=np.float32(0.25),
        rounds=np.uint8(4),
        cap=np.float32(2.0),
        undefined=np.str_("cap"),
        negative_alpha=np.bool_(False),
        positive=np.int32(1),
    )
    assert export.to_json(numpy) == export.to_json(plain)
    trees = [
        trace(algorithms="gbt", leaves=leaves, rounds=3) for leaves in (4, 4.0, np.int64(4), np.float32(4))
    ]
    assert len({export.to_json(each) for each in trees}) == 1


@pytest.mark.parametrize("algorithm", ["qbrank", "gbt", "ranksvm", "rb-d", "kernel-gd"])
def test_seeds_of_128_bits_are_taken_and_repeat(algorithm: str) -> None:
    """Any 128 bits are a seed, the same one every time, and it is told as it was given."""
    two = rankviz.Problem.from_arrays(X, GRADES > 0)
    for seed in (2**31, 2**32 - 1, 2**32, 2**70, MAX_SEED):
        runs = [rankviz.trace(two, algorithm, rounds=3, seed=seed) for _ in range(2)]
        assert runs[0].settings["seed"] == seed
        assert json.loads(export.to_json(runs[0])) == json.loads(export.to_json(runs[1]))


def test_seeds_of_32_bits_stay_and_larger_ones_differ() -> None:
    assert [seed_of_32_bits(seed) for seed in (0, 7, 2**32 - 1)] == [0, 7, 2**32 - 1]
    large = [seed_of_32_bits(seed) for seed in (2**32, 2**32 + 1, 2**64, 2**96, MAX_SEED)]
    assert len(set(large)) == len(large) and all(0 <= seed < 2**32 for seed in large)
    assert large[0] == np.random.SeedSequence(2**32).generate_state(1)[0]


def test_the_estimator_takes_numpys_numbers() -> None:
    model = RankBoost("rb-d", np.int64(5), np.bool_(True), np.str_("cap"), np.float32(4), np.int64(2)).fit(
        X, GRADES
    )
    plain = RankBoost("rb-d", 5, True, "cap", 4.0, 2).fit(X, GRADES)
    assert_array_equal(model.predict(X), plain.predict(X))


# ---------------------------------------------------------------- how a sentence quotes


def test_quotes_are_short_and_printable() -> None:
    assert shown("a\nb\t\x1b[31m") == '"a\ufffdb\ufffd\ufffd[31m"'
    assert shown("x" * 100) == '"' + "x" * 30 + '…"'
    assert as_given(-3) == "-3" and as_given("-3") == '"-3"' and as_given(None) == "None"
    assert as_given(list(range(100))) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9,…"
    assert "\n" not in as_given(np.zeros((9, 9))) and as_given(10**5000) == "a number of thousands of digits"


def command(arguments: list[str]) -> int:
    return main._command(arguments, None, None, None)


EVIL = "a\nb\t\x1b[31m" + "x" * 5000


@pytest.mark.parametrize(
    "call",
    [
        lambda: forks.read(EVIL),
        lambda: forks.read(f"rb-c:1:{EVIL}=1"),
        lambda: rankviz.trace(PROBLEM, "rb-c", forks=[forks.read(f"{EVIL}:1:alpha=0.5")]),
        lambda: rankviz.trace(PROBLEM, "rb-c", forks=[rankviz.Fork("rb-c", 1, undefined=EVIL)]),
        lambda: rankviz.trace(PROBLEM, EVIL),
        lambda: trace(undefined=EVIL),
        lambda: rankviz.load(EVIL),
        lambda: rankviz.load(10**5000),
        lambda: rankviz.load({EVIL: [10**5000]}),
        lambda: rankviz.load(f"{EVIL}:x"),
        lambda: rankviz.load(f"synthetic:{EVIL}"),
        lambda: quality.find(EVIL),
        lambda: conventions.read(EVIL),
        lambda: conventions.read(f"ties={EVIL}"),
        lambda: conventions.read(f"relevant={EVIL}"),
        lambda: definition.define("bundled:wine", ["rb-c", f"rb-d:{EVIL}=1"]),
        lambda: definition.define("bundled:wine", ["rb-c", "rb-d"], metrics=[EVIL]),
        lambda: definition.define("bundled:wine", ["rb-c", "rb-d"], rounds=EVIL),
        lambda: claims.find(EVIL),
        lambda: command([EVIL]),
        lambda: command(["trace", "bundled:wine", "--rounds", EVIL]),
        lambda: command(["trace", "bundled:wine", "--undefined", EVIL]),
        lambda: command(["trace", "bundled:wine", "--fork", EVIL]),
        lambda: command(["trace", "bundled:wine", f"--{EVIL}"]),
        lambda: command(["trace", "bundled:wine", "--out", EVIL]),
        lambda: trace().run(EVIL),
    ],
)
def test_a_refused_value_is_quoted_short_and_on_one_line(call: Callable[[], object]) -> None:
    with pytest.raises(rankviz.DataError) as error:
        call()
    assert str(error.value).isprintable() and len(str(error.value)) < 700, str(error.value)
