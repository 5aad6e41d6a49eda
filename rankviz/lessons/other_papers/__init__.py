"""Lessons on the three other papers: margins and AdaBoost, QBRank, kernel gradient descent."""
