"""Lessons that drive the stage: prose whose every number is read from the run it speaks of."""
