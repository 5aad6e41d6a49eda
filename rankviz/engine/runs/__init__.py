"""A run: how one is asked for, computed, measured, kept, forked, replayed and exported."""
