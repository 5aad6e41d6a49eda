"""The tie audit: the effect of equal scores on the numbers of a run."""
