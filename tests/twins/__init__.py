"""Slow twins of every algorithm, typed from the papers' equations; nothing here imports the package."""
