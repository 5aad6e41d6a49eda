"""Lessons, challenges, moments and playlists: prose that drives the stage, and whose numbers are read from a run.

Texts of `rankviz/content` and a Trace come in; sentences with their numbers, tasks and verdicts go out.
"""
