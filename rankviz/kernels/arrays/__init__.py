"""Kernels in NumPy, for where nothing compiles: each module stands for the one of its name, with the same functions.

What is added up is added one after another, by cumsum or bincount, as a loop adds it.
"""
