"""Moments worth seeing: each a whole state behind one link, what to look for in it, and a small picture."""
