"""The estimators, one file a family, over what all of them do (base)."""
