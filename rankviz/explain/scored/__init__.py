"""The equations of algorithms that are no boosting of weak rankers."""
