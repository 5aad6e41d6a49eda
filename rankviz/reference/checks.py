"""The tests that check several entries at once."""

from rankviz.reference.model import Check

PLAIN = "1e-6, relative"
"""The default tolerance of pytest.approx."""

APPROX = "pytest.approx("
SLACK = "SLACK = 1e-9"

TWIN = Check(
    "tests/algorithms/test_naive_agreement.py::test_every_round_is_the_twins",
    "1e-9, or 1e-7 relative",
    "atol: float = 1e-9, rtol: float = 1e-7",
    by="same",
)
POLICIES = Check(
    "tests/algorithms/test_naive_agreement.py::test_every_policy_is_the_twins",
    TWIN.tolerance,
    TWIN.written,
    by="same",
)
PRODUCT = Check(
    "tests/algorithms/test_identities.py::test_product_of_z_is_the_loss", "1e-9 in the logarithm", SLACK
)
BOUNDS = Check("tests/algorithms/test_identities.py::test_bounds_hold_every_round", "1e-9", SLACK)
ORDERED = Check("tests/algorithms/test_identities.py::test_losses_are_ordered", "1e-9", SLACK)
STEP = Check(
    "tests/algorithms/test_identities.py::test_alpha_beats_a_tenth_less_and_a_tenth_more", "1e-15", "1e-15"
)
REAL = Check(
    "tests/algorithms/test_real_rankers.py::test_18_lies_above_z_for_any_alpha_and_19_is_its_least_point",
    "1e-12 in the logarithm",
    "log_bound_18(shares, alpha) + 1e-12",
)
FIRST_ROUND = Check(
    "tests/algorithms/test_identities.py::test_first_round_of_rb_c_is_rankboost_plus",
    "1e-12, relative",
    "rel=1e-12",
)
SHARES = Check(
    "tests/algorithms/test_identities.py::test_weights_and_epsilons_are_distributions", "1e-12", "atol=1e-12"
)
SUMS = Check("tests/kernels/test_kernels.py::test_sums_by_item_are_sums_over_pairs", "1e-14", "atol=1e-14")
ALTERED = Check(
    "tests/theory/test_bounds.py::test_no_row_is_ever_violated",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)
