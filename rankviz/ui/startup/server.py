"""The server's own routes besides Streamlit's: packed runs and the stage's modules, each under its hash."""

import gzip
import os
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from pkgutil import resolve_name
from urllib.parse import quote

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from streamlit.runtime.pages_manager import PagesManager

from rankviz.ui.serving import frontend
from rankviz.ui.serving.address import base_path
from rankviz.ui.serving.encodings import RefusedEncodings, accepted
from rankviz.ui.serving.first_document import FirstDocument
from rankviz.ui.serving.first_picture import FIRST_PICTURE
from rankviz.ui.serving.half_sent import close_half_sent
from rankviz.ui.serving.store import STORE
from rankviz.ui.serving.upload_guard import UploadGuard
from rankviz.ui.serving.visitors import VisitorCookie
from rankviz.ui.startup import left_page, theme
from rankviz.ui.startup.warm_up import WARM_UP
from rankviz.ui.wings import WINGS

# Set before numpy is loaded: one visitor's linear algebra does not take the cores of the others. OpenBLAS's threads
# wait by spinning, and on matrices of a few hundred items a second one saves no time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

FOREVER = "private, max-age=31536000, immutable"
PLAIN = {"X-Content-Type-Options": "nosniff"}
SERVED = [resolve_name(wing.server) for wing in WINGS if wing.server]


async def send_run(request: Request) -> Response:
    """Send a packed run, gzipped; 404 when this process does not have it, and the page then packs it again."""
    digest = request.path_params["digest"]
    FIRST_PICTURE.fetched()
    packed, private = STORE.get(digest), not STORE.shareable(digest)
    if packed is None:
        elsewhere = [await wing.find_pack(digest) for wing in SERVED]
        packed, private = next(filter(None, elsewhere), (None, True))
    if packed is None:
        return PlainTextResponse("No such run here.", 404, {**PLAIN, "Cache-Control": "no-store"})
    caching = "private, no-store" if private else FOREVER
    headers = {**PLAIN, "Cache-Control": caching, "ETag": f'"{digest}"', "Vary": "Accept-Encoding"}
    if digest in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if accepted(request.headers.get("accept-encoding", ""), "gzip"):
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type="application/octet-stream", headers=headers)


async def send_stage(request: Request) -> Response:
    """Send one file of the stage or of the workbench, under the hash of all in its folder."""
    name = request.path_params["name"]
    content = frontend.file(request.path_params["digest"], name)
    if content is None:
        return PlainTextResponse("No such file here.", 404, {**PLAIN, "Cache-Control": "no-store"})
    headers = {**PLAIN, "Cache-Control": FOREVER}
    return Response(content, media_type=frontend.KINDS[Path(name).suffix], headers=headers)


def send_answer(request: Request) -> Response:
    """Answer a question of the stage's drawer as JSON; 404 when this process has no such run (any more)."""
    from rankviz.ui.details import answers  # the engine

    found = answers.answer(request.path_params["run"], request.path_params["what"], request.query_params)
    headers = {**PLAIN, "Cache-Control": "no-store"}
    if found is None:
        return PlainTextResponse("No such run here.", 404, headers)
    return JSONResponse(found, headers=headers)


async def send_name(request: Request) -> Response:
    """Send the name of this process: a page that came from another one must be loaded again."""
    return PlainTextResponse(frontend.NAME, headers={**PLAIN, "Cache-Control": "no-store"})


async def send_to_watch(request: Request) -> Response:
    """Redirect from /watch?… to the app's own address with the same query, where Watch is.

    Streamlit does not find its first page by name. The address is relative: a proxy may have put the app in a
    folder.
    """
    up = "../" if request.scope["path"].endswith("/") else "./"
    query = quote(request.scope["query_string"], safe="%!$&'()*+,-./:;=?@_~[]")
    return RedirectResponse(f"{up}?{query}" if query else up, 307, {**PLAIN, "Cache-Control": "no-store"})


def _routes(base: str) -> tuple[Route, ...]:
    return (
        Route(f"{base}/api/server", send_name),
        Route(f"{base}/api/run/{{digest}}", send_run),
        Route(f"{base}/api/drawer/{{run}}/{{what}}", send_answer),
        Route(f"{base}/api/stage/{{digest}}/{{name:path}}", send_stage),
        Route(f"{base}/watch", send_to_watch),
        Route(f"{base}/watch/", send_to_watch),
        *(route for wing in SERVED for route in wing.routes(base)),
    )


ROUTES = _routes("")


def routes() -> tuple[Route, ...]:
    """Return the app's routes, under `server.baseUrlPath` too when that is set."""
    base = base_path()
    return (*ROUTES, *_routes(base)) if base else ROUTES


MIDDLEWARE = tuple(Middleware(kind) for kind in (RefusedEncodings, VisitorCookie, UploadGuard, FirstDocument))


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Warm up the engine while the browser loads the page."""
    # Until st.navigation has run once in a process, Streamlit reads a folder named pages as its older kind of
    # pages, and would answer a first visit to /data without app.py.
    PagesManager.uses_pages_directory = False
    if warning := _raise_limit():
        print(warning, file=sys.stderr, flush=True)
    theme.read_once()
    left_page.ignore_reruns()
    WARM_UP.start()
    undo = close_half_sent()
    try:
        with ExitStack() as running:
            for wing in SERVED:
                running.enter_context(wing.running())
            yield
    finally:
        undo()


FILES_NEEDED = 1024
"""Files needed: Streamlit holds three for each of the last 128 visitors, and a browser opens six at once."""
FILES_WANTED = 65_536
FILES_ON_MAC_OS = 10_240
"""The limit of macOS for a process, though it reports its limit as infinite."""


def _raise_limit() -> str:
    """Raise RLIMIT_NOFILE's soft limit towards its hard limit; return a warning when it stays low, else ""."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (FILES_WANTED, FILES_ON_MAC_OS, FILES_NEEDED):
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue
        break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY or soft >= FILES_NEEDED:
        return ""
    return (
        f"RankViz may open only {soft:,} files and connections, too few for a class. Run `ulimit -n {FILES_NEEDED}` "
        "before you start it."
    )
