"""RankNet and LambdaMART: the λ of a pair, the tree that follows it, and which theorems do not speak of it."""

from rankviz.reference.formulas import lambdas as formulas
from rankviz.reference.model import Check, Entry, Symbol

GROUP = "λ-gradients"

SYMBOLS = (
    Symbol(
        "λₓ",
        "λ of an item",
        "How hard its pairs pull an item up, less how hard they pull it down: the slope of what they cost.",
        ("Pair weights",),
        ("lambda-item",),
    ),
)

TESTS = "tests/algorithms/test_lambdarank.py::"
TWIN = Check(TESTS + "test_the_twin_has_the_same_lambdas", "1e-12, relative", "rtol=1e-12")
SLOPES = Check(
    TESTS + "test_the_lambdas_are_the_slopes_of_the_cost_while_the_weights_stand",
    "1e-4, differences",
    "rel=1e-4",
)
ROUNDS = Check(TESTS + "test_the_twin_takes_the_same_rounds", "1e-9", "atol=1e-9")
MONITORED = Check(
    TESTS + "test_what_holds_and_which_theorems_do_not_speak_of_it",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)

ENTRIES = (
    Entry(
        keys=("lambda-pair", "burges-2010"),
        group=GROUP,
        source="Burges 2010",
        title="What a pair costs, and its λ",
        latex=(
            formulas.COST.tex,
            formulas.LAMBDA.tex,
        ),
        says="RankNet has w = 1. LambdaMART has w = |ΔNDCG|, what NDCG would change by if the two items changed "
        "places, so pairs near the top weigh most; truncation drops pairs without an item in the first k places.",
        code=("rankviz.algorithms.lambdarank.lambdas:Lambdas.evaluate",),
        checks=(TWIN, SLOPES, MONITORED),
        symbols=("D", "h"),
        theorems=("error-cost",),
    ),
    Entry(
        keys=("lambda-item",),
        group=GROUP,
        source="Burges 2010, 2.1 and 7",
        title="An item's λ, and the tree that follows it",
        latex=(
            formulas.ITEM_LAMBDA.tex,
            formulas.ITEM_SCORE.tex,
            formulas.LEAF.tex,
        ),
        says="W is the second derivative of what an item's pairs cost, so that a leaf takes Newton's step.",
        code=(
            "rankviz.algorithms.lambdarank.lambdas:LambdaValues.target",
            "rankviz.algorithms.lambdarank.lambdamart:fit_lambdamart",
        ),
        checks=(ROUNDS, MONITORED),
        symbols=("λₓ", "η"),
        theorems=("counter-pulls",),
    ),
    Entry(
        keys=("lambda-theorems",),
        group=GROUP,
        source="QB (6)",
        title="What the papers' theorems say of it",
        latex=(r"C(h + \eta g) \le R_k(\eta g)",),
        says="RankNet's loss is convex, so general boosting's quadratic lies above it. LambdaMART's weights change "
        "with the ranks: no loss has these slopes, and neither this nor any other theorem of the four papers holds.",
        code=("rankviz.algorithms.qbrank.loop:quadratic_bound",),
        checks=(MONITORED,),
        symbols=("η",),
        theorems=("quadratic-cost", "cost-falls", "theorem-1-2", "margin", "rate", "norm"),
    ),
)
