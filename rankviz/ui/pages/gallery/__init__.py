"""The page Gallery."""
