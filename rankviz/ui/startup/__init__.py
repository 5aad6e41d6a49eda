"""Getting the engine ready while the browser loads the page."""
