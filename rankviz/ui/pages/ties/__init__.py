"""The page Ties in a run."""
