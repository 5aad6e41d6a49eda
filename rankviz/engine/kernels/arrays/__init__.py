"""Kernels in NumPy, for where nothing compiles: each module stands for the one of its name, with the same functions.

Where they say no more, they add up one after another, by cumsum or bincount, as a loop does; `bipartite`, `cells` and
`hinge` add up blocks, which rounds otherwise.
"""
