"""The limit of open files and connections of the server: a class needs more than 256."""

NEEDED = 1024
"""Files needed: Streamlit holds three for each of the last 128 visitors, and a browser opens six at once."""
WANTED = 65_536
MAC_OS = 10_240
"""The limit of macOS for a process, though it reports its limit as infinite."""


def raise_limit() -> str:
    """Raise RLIMIT_NOFILE's soft limit towards its hard limit; return a warning when it stays low, else ""."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (WANTED, MAC_OS, NEEDED):
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue
        break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY or soft >= NEEDED:
        return ""
    return (
        f"RankViz may open only {soft:,} files and connections, too few for a class. Run `ulimit -n {NEEDED}` before "
        "you start it."
    )
