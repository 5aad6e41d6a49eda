"""The common parts of all pages: styles and messages."""
