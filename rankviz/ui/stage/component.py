"""The stage as a Streamlit component: a short loader; the stage itself arrives over HTTP under its hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.ui.serving import frontend

# Streamlit calls the default export again for every change of data or theme, with the same element. Modules
# load asynchronously: only the newest call may reach the stage, and none after the element is gone.
LOADER = """
const modules = new Map();
export default function (component) {
  const { parentElement, data } = component;
  const here = (parentElement.__rankviz ??= {});
  here.component = component;
  here.gone = false;
  const address = new URL(data.stage_url, document.baseURI).href;
  if (!modules.has(address)) modules.set(address, import(address));
  modules.get(address).then(
    (module) => {
      if (here.gone || here.component !== component) return;
      here.close = module.default(component) ?? here.close;
    },
    (error) => {
      modules.delete(address);
      if (here.gone) return;
      const line = document.createElement("p");
      line.setAttribute("role", "alert");
      line.textContent = "The stage could not be loaded. Reload the page to try again. (" + error + ")";
      parentElement.replaceChildren(line);
    },
  );
  return () => {
    here.gone = true;
    if (here.close) here.close();
    here.close = undefined;
  };
}
"""

_mount = st.components.v2.component("rankviz_stage", js=LOADER)


def stage(
    *,
    run_url: str,
    stage_url: str,
    round: int,
    settings: dict[str, object],
    key: str,
    on_round: Callable[[], None],
    on_missing: Callable[[], None],
    on_explain: Callable[[], None] | None = None,
    layout: str = "watch",
) -> object:
    """Mount the stage. It fetches `run_url` once and steps by itself.

    `on_round` is called when the viewer has rested on a round (read it as `.round` of the component's state),
    `on_missing` when the server no longer has the run, `on_explain` when a number was chosen (`.explain`);
    without it numbers cannot be chosen. `layout` says which panels stand on it (see layouts.js).
    """
    more: dict[str, Any] = {} if on_explain is None else {"on_explain_change": on_explain}
    return _mount(
        key=key,
        data={
            "run_url": run_url,
            "stage_url": stage_url,
            "server": frontend.NAME,
            "round": round,
            "settings": settings,
            "layout": layout,
            "explains": on_explain is not None,
        },
        on_round_change=on_round,
        on_missing_change=on_missing,
        **more,
    )
