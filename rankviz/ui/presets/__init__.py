"""Moments worth seeing: whole states behind one link, what to look for in each, and a small picture."""
