"""The theorems about the algorithms of the margin paper (SM: Rudin et al. 2005)."""

from rankviz.insight.theory.margins import adaboost, smooth_margin

THEOREMS = {"smooth-margin": smooth_margin.THEOREMS, "adaboost": adaboost.THEOREMS}
"""The theorems about each of the two."""
