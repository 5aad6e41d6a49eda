"""Kernel gradient descent for bipartite ranking."""
