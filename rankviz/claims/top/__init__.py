"""Claims about what stands at the top of a list, and how it is counted."""
