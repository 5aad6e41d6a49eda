"""F1 and F2 over the weights of two rankers: of all there are, or of a larger pool with the others held."""
