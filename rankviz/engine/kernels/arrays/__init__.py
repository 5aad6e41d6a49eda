"""NumPy versions of the kernels, for where nothing compiles: each module has the name and functions of its kernel.

Unless a docstring says otherwise, they add one after another, by cumsum or bincount, as a loop does; `bipartite`,
`cells` and `hinge` add up blocks, which rounds differently.
"""
