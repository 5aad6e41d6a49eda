"""Where problems come from: one file a source, each reading its format as published."""
