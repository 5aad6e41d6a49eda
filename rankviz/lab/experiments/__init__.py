"""Cross-validated experiments: many tasks, several algorithms, and the papers' tables and figures from them."""
