"""Markup from Jinja2 templates, which escape every text that is not markup already; browsers have none."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

__all__ = ["Markup", "render"]
PACKAGE = Path(__file__).parents[2]


def render(template: str, **values: object) -> Markup:
    """Return a template, named by its path in the package, with these values in it."""
    return Markup(_templates().get_template(template).render(values))


@cache
def _templates() -> Environment:
    folder = FileSystemLoader(PACKAGE)
    return Environment(loader=folder, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
