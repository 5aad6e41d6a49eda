"""The gap between learning from samples and the optimum of the law itself."""
