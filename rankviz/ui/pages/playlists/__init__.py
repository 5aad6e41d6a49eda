"""The page Playlists: bundled playlists, the visitor's playlist, and playing one."""
