"""The page Workbench."""
