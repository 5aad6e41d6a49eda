"""Computed runs, shared by everybody who makes the same choices."""
