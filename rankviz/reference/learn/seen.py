"""Where an equation is seen: claims of the gallery and steps of lessons, by the entry's key."""

from __future__ import annotations

CLAIMS: dict[str, tuple[str, ...]] = {
    "3": ("cycles",),
    "5": ("driven-up",),
    "22": ("driven-up", "down-then-up"),
    "14": ("first-round",),
    "19": ("first-round",),
    "34": ("first-round", "corollary-1"),
    "38": ("first-round",),
    "proposition-1": ("proposition-1",),
    "proposition-3": ("proposition-3", "corollary-1"),
    "figure-4": ("early-stop",),
    "lemma-1": ("lemma-1",),
    "lemma-2": ("lemma-2",),
    "49": ("repair",),
    "lemma-3": ("lemma-3",),
    "theorem-1": ("lemma-1", "repair"),
    "observation-1": ("observation-2", "lemma-3"),
    "theorem-3": ("copies",),
    "descent": ("driven-up", "down-then-up"),
    "sm-3": ("margin-falls",),
    "section-3-2": ("copies",),
    "sm-6": ("margin-reached",),
    "sm-theorem-2": ("margin-theorem-2",),
    "sm-section-4-2": ("margin-missed", "margin-reached"),
    "sm-section-5": ("without-the-constant",),
    "sm-cor-1": ("skew-to-zero", "adaboost-ranks", "without-the-constant"),
}
"""Entries to names of claims."""

LESSONS: dict[str, tuple[tuple[str, int], ...]] = {
    "pair-score": (("boosting-by-pairs", 1),),
    "algorithm-1": (("boosting-by-pairs", 7),),
    "8": (("boosting-by-pairs", 2),),
    "3": (("why-ties-matter", 2),),
    "4": (("why-ties-matter", 2),),
    "13": (("boosting-by-pairs", 3),),
    "9": (("boosting-by-pairs", 4), ("three-ways-to-count-a-tie", 2)),
    "12": (("what-a-bound-buys", 1),),
    "11": (("what-a-bound-buys", 2),),
    "14": (("three-ways-to-count-a-tie", 1),),
    "19": (("three-ways-to-count-a-tie", 1),),
    "34": (("three-ways-to-count-a-tie", 1),),
    "25": (("three-ways-to-count-a-tie", 2),),
    "22": (("three-ways-to-count-a-tie", 4),),
    "descent": (("three-ways-to-count-a-tie", 6),),
    "proposition-1": (("why-ties-matter", 3),),
    "figure-4": (("when-theory-breaks", 2),),
    "lemma-1": (("when-theory-breaks", 4),),
    "lemma-2": (("when-theory-breaks", 5),),
    "lemma-3": (("when-theory-breaks", 6),),
    "theorem-1": (("what-a-bound-buys", 4), ("when-theory-breaks", 4)),
    "36": (("what-a-bound-buys", 5),),
    "held-out": (("what-a-bound-buys", 6), ("three-ways-to-count-a-tie", 7)),
}
"""Entries to steps of lessons: the lesson's name and the step's number."""
