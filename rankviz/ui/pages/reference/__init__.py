"""The reference on the page: its contents, the papers, the symbols, and a card for each equation."""
