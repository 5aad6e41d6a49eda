"""Boosting for any loss by quadratic upper bounds (QB, Algorithm 1), and the learners made with it."""
