"""General boosting in function space: the norm of a run's path, and the effect of a tolerance."""
