"""Smooth Margin Ranking, and AdaBoost as a ranking algorithm."""
