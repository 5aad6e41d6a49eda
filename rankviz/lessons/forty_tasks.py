"""What the three ways with ties come to on many data sets: the comparison that the page Experiments opens with."""

from rankviz.engine.algorithms.registry import ALGORITHMS

SOURCE = "synthetic:coarse?features=12&levels=4&n=80&noise=1.5&seeds=40"
"""As in ratings, features have few levels: many pairs stay tied. Done in seconds."""
ROUNDS = 40
"""With which the page opens."""
MEANS = {"rb-d": "0.3751", "rb-c": "0.3612", "rb-plus": "0.3541"}
"""Test R̂2, mean over the 40 tasks; tests/lessons/test_forty_tasks.py does the experiment again."""
RANKS = {"rb-d": "2.475", "rb-c": "1.975", "rb-plus": "1.550"}
"""Mean rank by test R̂2, 1 is the best."""
DIFFERENCE = "0.524"
"""Nemenyi's critical difference of mean ranks at 5 %."""
DRAWS, AHEAD_OF = 8, {"rb-d": 7, "rb-c": 2}
"""Of so many draws of the folds (seeds from 0): those in which RankBoost+'s mean rank is ahead by more than that."""
TABLE = (
    ("40 tasks", "mean test R̂2", "mean rank, 1 is best"),
    *((ALGORITHMS[name].label, MEANS[name], RANKS[name]) for name in MEANS),
    ("critical difference", "", DIFFERENCE),
)
"""The first draw, which the page shows; lessons 2 and 3 say what the others give."""
