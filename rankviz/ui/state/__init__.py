"""The choices of a visitor and their link."""
