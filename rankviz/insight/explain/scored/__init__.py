"""The equations of algorithms that do not boost weak rankers."""
