"""Learning on a fold: a contender's model, and its scores there."""
