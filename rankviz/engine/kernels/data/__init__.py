"""Kernels that read files and make problems."""
