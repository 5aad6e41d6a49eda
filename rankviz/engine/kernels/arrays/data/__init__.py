"""Kernels that read and list data, in NumPy."""
