"""Table 1 of the QBRank paper: as printed, and the verdict on its order at every K."""

import numpy as np
import pytest

from rankviz.lab.experiments.qbrank_table_1 import PERCENTS, PRINTED, came_out, verdict

ROWS = {name: np.array(values) for name, values in PRINTED.items()}


def test_the_printed_table_falls_as_k_grows() -> None:
    assert all(
        len(values) == len(PERCENTS) and sorted(values, reverse=True) == list(values)
        for values in PRINTED.values()
    )
    assert all(q > g > r for q, g, r in zip(*PRINTED.values(), strict=True))


def test_the_printed_table_has_its_own_order() -> None:
    assert (
        verdict(ROWS)
        == "The paper's Table 1 has QBRank above GBT above RankSVM at every K, and the same holds here."
    )


def test_each_k_has_a_verdict_of_its_own() -> None:
    """The run the page opens with had RankSVM ahead up to 40 %: at 100 % alone the order came out."""
    svm = np.where(PERCENTS <= 40, 0.99, ROWS["RankSVM"])
    found = {**ROWS, "RankSVM": svm}
    assert came_out(found).tolist() == [False] * 4 + [True] * 6
    assert verdict(found) == (
        "The paper's Table 1 has QBRank above GBT above RankSVM at every K; here that holds at 50 to 100 %, not at "
        "10 to 40 %."
    )
    some = np.isin(PERCENTS, (20, 50, 60))
    odd = {**ROWS, "GBT": np.where(some, 0.99, ROWS["GBT"])}
    assert verdict(odd).endswith("here that holds at 10, 30 to 40 and 70 to 100 %, not at 20 and 50 to 60 %.")


@pytest.mark.parametrize("change", [0.0, -1.0])
def test_equal_or_smaller_is_not_above(change: float) -> None:
    found = {"QBRank": ROWS["GBT"] + change, "GBT": ROWS["GBT"]}
    assert verdict(found) == "The paper's Table 1 has QBRank above GBT at every K; here that holds at none."


def test_one_method_has_no_order() -> None:
    assert came_out({"GBT": ROWS["GBT"], "RB-C": ROWS["GBT"]}) is None and verdict({}) == ""
