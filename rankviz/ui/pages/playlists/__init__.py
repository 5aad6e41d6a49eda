"""The page Playlists: those there are at once, the visitor's own, and playing one."""
