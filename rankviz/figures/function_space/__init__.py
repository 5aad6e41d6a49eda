"""General boosting in function space: how far a run went, and what a tolerance of its weak learner does."""
