"""The quantities that prose may use, by what they are of: the data, a weak ranker or item of them, or a run."""
