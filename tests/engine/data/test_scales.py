"""Words with an order and ratings: what is read as what, and that no scale contradicts another one."""

import itertools

import numpy as np
import pytest
from helpers.refused import refused

from rankviz.engine.data import tables
from rankviz.engine.data.tables import ratings, scales


@pytest.mark.parametrize(
    "written",
    [
        "Strongly disagree < Somewhat disagree < Neither agree nor disagree < Somewhat agree < Strongly agree",
        "Strongly disagree < Disagree < Agree < Strongly agree",
        "Extremely dissatisfied < Somewhat dissatisfied < Neither satisfied nor dissatisfied < Somewhat satisfied"
        " < Extremely satisfied",
        "Not at all satisfied < Slightly satisfied < Moderately satisfied < Very satisfied < Extremely satisfied",
        "Extremely unlikely < Somewhat unlikely < Neither likely nor unlikely < Somewhat likely < Extremely likely",
        "Definitely not < Probably not < Might or might not < Probably yes < Definitely yes",
        "Never < Sometimes < About half the time < Most of the time < Always",
        "Far below average < Somewhat below average < Average < Somewhat above average < Far above average",
        "Stimme überhaupt nicht zu < Stimme eher nicht zu < Teils/teils < Stimme eher zu < Stimme voll und ganz zu",
        "Trifft gar nicht zu < Trifft eher nicht zu < Trifft eher zu < Trifft voll zu",
        "Sehr unzufrieden < Eher unzufrieden < Weder zufrieden noch unzufrieden < Eher zufrieden < Sehr zufrieden",
        "Sehr unwahrscheinlich < Unwahrscheinlich < Wahrscheinlich < Sehr wahrscheinlich",
        "Nie < Selten < Manchmal < Häufig < Immer",
        "Ungenügend < Mangelhaft < Ausreichend < Befriedigend < Gut < Sehr gut",
        "5 - mangelhaft < 2 - gut < 1 - sehr gut",
        "1 = Strongly disagree < 2 = Disagree < 3 = Agree",
    ],
)
def test_scales_of_surveys_are_known_in_any_order(written) -> None:
    expected = tuple(word.strip() for word in written.split("<"))
    assert scales.order(sorted(expected)) == expected


def test_no_two_scales_contradict_each_other() -> None:
    for one, two in itertools.combinations(scales.SCALES, 2):
        shared = set(one) & set(two)
        assert [word for word in one if word in shared] == [word for word in two if word in shared]
    assert all(len(set(scale)) == len(scale) for scale in scales.SCALES)


def test_words_of_no_scale_have_no_order() -> None:
    for words in (("good", "often"), ("agree",), ("cat", "dog"), ("agree", "Agree ")):
        assert scales.order(words) == ()


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["★★★", "★", "★★★★"], [3, 1, 4]),
        (["★★★☆☆", "★★½", "☆☆"], [3, 2.5, 0]),
        (["⭐️⭐️", "⭐️"], [2, 1]),
        (["4/5", "2 / 5", "3,5/5"], [4, 2, 3.5]),
        (["4 von 5", "2 of 5"], [4, 2]),
        (["Level 3", "Level 1"], [3, 1]),
        (["3 - fair", "very good (5)"], [3, 5]),
    ],
)
def test_ratings_are_read(cells, values) -> None:
    assert ratings.ratings(cells)[0].tolist() == values


def test_what_is_no_rating_is_none() -> None:
    cells = ["6/5", "1st", "a-1", "x", "", "-", "++", "★a", "1 2 3"]
    assert np.isnan(ratings.ratings(cells)[0]).all()
    assert not ratings.are_plain(["4/5", "3/10"]) and not ratings.are_plain(["★", "♥"])
    assert not ratings.are_plain(["Level 3", "Level 1"]) and ratings.are_numbered(["Level 3", "Level 1"])
    assert not ratings.are_numbered(["a 1", "b 1"])


def read(written: str, **options: str):
    rows = "".join(f"i{i},{i % 5},{cell}\n" for i, cell in enumerate(written.split("|")))
    return tables.read(f"item,x,rating\n{rows}".encode(), grade="rating", **options)


def test_a_column_of_stars_or_of_n_of_m_is_the_number() -> None:
    assert read("★★★|★|★★★★").grades.tolist() == [3, 1, 4]
    assert read("4/5|2/5|5/5").grades.tolist() == [4, 2, 5]
    assert read("Level 3|Level 1|Level 2").grades.tolist() == [3, 1, 2]
    assert read("5 - mangelhaft|1 - sehr gut|2 - gut").grades.tolist() == [0, 2, 1]
    words = refused(read, "4/5|3/10|1/5", cells="rating:rating")
    assert "line 3" in words and '"3/10" is not out of 5' in words


def test_the_remedy_for_unknown_words_cannot_run_as_it_stands() -> None:
    words = refused(read, "foo|bar|baz")
    assert "cells=rating:HIGHEST>…>LOWEST" in words
    assert "leaves words out" in refused(read, "foo|bar|baz", cells="rating:HIGHEST>…>LOWEST")
    assert read("foo|bar|baz", cells="rating:baz>foo>bar").grades.tolist() == [1, 0, 2]


def test_truth_values_of_excel_in_german_are_read() -> None:
    problem = tables.read(b"item,x,grade\na,WAHR,1\nb,FALSCH,2\n")
    assert problem.X[:, 0].tolist() == [1, 0]
