"""What stands for pandas and pyarrow in a browser: as much of them as the readers of tables ask, over lists and NumPy.

The archive has them under the names of those packages, so the readers are the same there and here; a file that needs
more, such as Parquet, is refused by a sentence.
"""
