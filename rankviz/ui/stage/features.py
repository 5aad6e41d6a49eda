"""The features of Watch and the other pages with a stage, from the app and its wings."""

from pkgutil import resolve_name

from rankviz.ui.stage import changes, visitors_view
from rankviz.ui.stage.feature import Feature
from rankviz.ui.wings import WINGS

FEATURES: tuple[Feature, ...] = (
    visitors_view.drawer,
    visitors_view.about,
    changes.remedy,
    changes.branch,
    changes.tie,
    changes.flip,
    *(resolve_name(wing.feature) for wing in WINGS if wing.feature),
)
