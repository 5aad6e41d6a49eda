"""Wings: parts of the app that it also runs without. Only this list knows them, and imports each when it is used."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wing:
    """The places of what a wing adds, "module" or "module:name" (see `pkgutil.resolve_name`); "" where it adds none.

    `server` is a module with `routes(base)`, `find_pack(digest)` for the packed runs that it shows, and `running()`, a
    context. `feature` is its feature of the stage; `view` shows its part of the drawer, `part` in a link. `figure` is a
    `DrawerFigure`.
    """

    server: str = ""
    feature: str = ""
    part: str = ""
    title: str = ""
    view: str = ""
    figure: str = ""


WINGS = (
    Wing(
        server="rankviz.ui.rooms.routes",
        feature="rankviz.ui.rooms.leading:feature",
        part="class",
        title="Class",
        view="rankviz.ui.rooms.class_panel:class_part",
    ),
    Wing(figure="rankviz.ui.pages.ties:FIGURE"),
)
