"""A run gone through once more: for the search as it stood before a round, and for what each round costs."""
