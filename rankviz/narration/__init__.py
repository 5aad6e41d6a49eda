"""A round in words, family by family."""
