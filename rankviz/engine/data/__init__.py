"""From a SOURCE to a Problem: formats and their readers, generated data, files and folders."""
