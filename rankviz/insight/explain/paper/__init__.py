"""A round of a run as it can stand in a paper."""
