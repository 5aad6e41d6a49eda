"""Plotly figures to study, zoom and export: a Trace and a round in, a figure out, no state.

What a tile of the stage draws has no figure here.
"""
