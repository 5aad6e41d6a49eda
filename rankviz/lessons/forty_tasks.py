"""What the three ways with ties come to on many data sets: the comparison that the page Experiments opens with."""

from rankviz.algorithms.registry import ALGORITHMS

SOURCE = "synthetic:coarse?features=12&levels=4&n=80&noise=1.5&seeds=40"
"""As in ratings, features have few levels: many pairs stay tied. Done in seconds."""
MEANS = {"rb-d": "0.3735", "rb-c": "0.3631", "rb-plus": "0.3526"}
"""Test R̂2, mean over the 40 tasks; tests/lessons/test_forty_tasks.py does the experiment again."""
RANKS = {"rb-d": "2.425", "rb-c": "2.075", "rb-plus": "1.500"}
"""Mean rank by test R̂2, 1 is the best."""
DIFFERENCE = "0.524"
"""Nemenyi's critical difference of mean ranks at 5 %."""
SENTENCE = (
    "One data set decides nothing. On 40 others with many ties RankBoost+ has the least mean test error R̂2, and its "
    "mean rank is ahead of RB-D's and RB-C's by more than the critical difference."
)
TABLE = (
    ("40 tasks", "mean test R̂2", "mean rank, 1 is best"),
    *((ALGORITHMS[name].label, MEANS[name], RANKS[name]) for name in MEANS),
    ("critical difference", "", DIFFERENCE),
)
"""The numbers that the sentence is about."""
