"""The tie audit: what equal scores do to the numbers of a run."""
