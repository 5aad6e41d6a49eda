"""The page Arena."""
