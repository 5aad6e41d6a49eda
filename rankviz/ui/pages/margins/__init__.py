"""The page Margins."""
