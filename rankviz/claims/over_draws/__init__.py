"""Claims that rest on many draws: of data sets, of held-out parts, of samples."""
