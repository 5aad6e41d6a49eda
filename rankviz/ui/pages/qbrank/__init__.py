"""The page QBRank."""
