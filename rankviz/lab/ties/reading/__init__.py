"""Runs and judgements from files: TREC, ranx' JSON and Parquet, CSV, and scores beside a LETOR file."""
