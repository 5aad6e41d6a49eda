"""Plotly figures of an experiment."""
