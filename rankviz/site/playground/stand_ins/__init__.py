"""Replacements for pandas and pyarrow in a browser: only what the readers of tables use, over lists and NumPy.

The archive has them under the names of those packages, so the readers are the same in both places; a file that needs
more, such as Parquet, is refused with a sentence.
"""
