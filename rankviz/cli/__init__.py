"""The command line: the same engine without a browser.

Arguments come in; files, tables on the terminal and an exit code go out. Nothing imports this room.
"""
