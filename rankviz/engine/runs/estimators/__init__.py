"""The estimators, one file per family, on top of what all of them share (base)."""
