"""Playlists: moments of runs in an order, each with a note, as a text that a person can write, compare and mail."""
