"""QBRank's descent as a path in function space: how far it went, and what held-out data say along the way."""
