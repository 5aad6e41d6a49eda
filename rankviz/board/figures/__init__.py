"""Plotly figures to study, zoom and export: a Trace and a round in, a figure out, no state.

Pictures that a tile of the stage draws have no figure here.
"""
