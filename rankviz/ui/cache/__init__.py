"""The cache of computed values, bounded in bytes."""
