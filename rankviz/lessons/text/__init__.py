"""Lessons and challenges as text that a teacher writes; docs/lessons.md has the format."""
