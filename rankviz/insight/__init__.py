"""The meaning of a run: theorems, equations with its numbers, sentences, the Reference and the claims of the Gallery.

A Trace comes in; verdicts, worked equations and sentences go out. Nothing is drawn here.
"""
