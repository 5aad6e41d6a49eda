"""A class in a room: it follows its presenter's round, and votes. The server's side and Python's side."""
