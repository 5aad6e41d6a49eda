"""An experiment as a report: its texts, tables and the papers' printed values."""
