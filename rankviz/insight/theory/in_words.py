"""What a theorem claims, in a sentence for readers who do not know its symbols; by the theorem's key."""

_PRODUCT = "The loss is the product of all rounds' factors Z so far."
_FALLS = "The α chosen in this round does not raise the loss."
_BEST = "A slightly smaller or larger α would not have lowered it further."
_NO_SLOPE = "Where no ranker can lower the loss any more, the slope δ of every ranker is 0."
_DISTANCE = "No weights give a loss below the minimum; the slack shows how far the run still is from it."
_REACHED = "The run's last loss is the lowest that any weights can give."
_U1 = "The larger the rounds' edges (weight ordered correctly minus weight reversed), the smaller is U1."

SENTENCES = {
    "theorem-1": f"The share of pairs that are wrong or tied is at most the bound U1. {_U1}",
    "theorem-1-for-rb-c": f"The share of pairs that are wrong or tied is at most the bound U1. {_U1}",
    "theorem-1-proof": "The loss Ê1 is at most the bound U1, too; the theorem follows from this.",
    "theorem-2": "The share of wrong pairs, with a tie as half, is at most the bound U2. "
    "The steeper the rounds' slopes δ, the smaller is U2.",
    "theorem-2-proof": "The loss Ê2 is at most the bound U2, too; the theorem follows from this.",
    "theorem-2-rate": "With |δ| at least 2γ in every round, the error falls exponentially with the number T of rounds.",
    "product-e1": _PRODUCT,
    "product-e2": _PRODUCT,
    "product-push": _PRODUCT,
    "e1-falls": _FALLS,
    "e2-falls": _FALLS,
    "push-falls": _FALLS,
    "best-step": f"Z is what this round multiplies the loss by. {_BEST}",
    "best-step-bound": f"The right side of equation (18) is a bound on Z, which RB-C's α minimises. {_BEST}",
    "best-step-push": _BEST,
    "z-slope": "What this round multiplies the loss by depends only on the slope δ of its ranker.",
    "theorem-3-no-slope": _NO_SLOPE,
    "observation-1-no-slope": _NO_SLOPE,
    "rb-c-no-slope": _NO_SLOPE,
    "push-no-slope": _NO_SLOPE,
    "f1-distance": f"F1 is the loss Ê1 as a function of the weights. {_DISTANCE}",
    "f2-distance": f"F2 is the loss Ê2 as a function of the weights. {_DISTANCE}",
    "theorem-3-minimum": _REACHED,
    "observation-1-minimum": _REACHED,
    "rb-c-minimum": _REACHED,
    "sm-corollary-1-minimum": _REACHED,
    "error-product": "The share of pairs that are wrong or tied is at most the product of all rounds' factors Z.",
    "product-bound": "The product of all rounds' factors Z is at most RB-C's bound; r is a round's edge.",
    "z-bound": "What this round multiplies the loss by is at most this quantity, which RB-C's α minimises.",
    "push-bound": "The push loss Rₚ is at most a bound that is the smaller, the steeper the rounds' slopes δ.",
    "heights": "The push loss limits how many higher items each lower item is placed above or level with (its Height).",
    "highest": "So it limits the worst of these Heights.",
    "proposition-2": "The share of wrong pairs, with a tie as half, is at most the loss Ê2.",
    "error-loss": "The share of pairs that are wrong or tied is at most the loss Ê1.",
    "errors": "R̂2 counts a tie as half an error, R̂1 as a whole one.",
    "losses": "The two losses differ only where a ranker ties a pair: it multiplies that pair's cost by cosh η in Ê2, "
    "and by 1 in Ê1.",
    "margins": "The smooth margin never exceeds the smallest margin, so raising it is safe.",
    "z": "Z is the sum of the pairs' weights after the step: correctly ordered, reversed and tied.",
    "epsilons": "The weights of the pairs that the ranker orders correctly, ties and reverses add up to 1.",
}
