"""The contents of single pages."""
