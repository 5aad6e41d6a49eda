"""Preparation of the engine while the browser loads the page."""
