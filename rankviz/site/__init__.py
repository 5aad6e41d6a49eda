"""The app's pages that need no server, as the files of a static site."""
