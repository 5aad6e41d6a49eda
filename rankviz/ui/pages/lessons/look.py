"""Pointing at a panel of the stage: it is framed, and a button brings it into view."""

from __future__ import annotations

import streamlit as st

# The stage lives in a shadow tree and rebuilds its panels; a style sheet of that tree outlasts them.
LOOK = """
const root = () => {
  const trees = [document];
  while (trees.length) {
    const tree = trees.pop();
    const stage = tree.querySelector(".rv-stage");
    if (stage) return stage.getRootNode();
    for (const el of tree.querySelectorAll("*")) if (el.shadowRoot) trees.push(el.shadowRoot);
  }
  return null;
};
export default function ({ parentElement, data }) {
  const here = (parentElement.__look ??= { sheet: new CSSStyleSheet() });
  clearInterval(here.timer);
  const panel = () => root()?.querySelector(`.rv-panel-${data.panel}`);
  const show = (wanted) => {
    const el = panel();
    if (!el) return;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Beside the words a panel that fits is shown with as little scrolling as can be.
    const fits = el.getBoundingClientRect().height < window.innerHeight - 220;
    if (wanted || matchMedia("(min-width: 1100px)").matches)
      el.scrollIntoView({ block: wanted || !fits ? "start" : "nearest", behavior: smooth ? "smooth" : "instant" });
  };
  const frame = (wanted) => {
    const tree = root();
    if (!tree || !panel()) return false;
    if (!tree.adoptedStyleSheets.includes(here.sheet))
      tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, here.sheet];
    here.sheet.replaceSync(
      `.rv-panel-${data.panel} { outline: 3px solid var(--rv-accent); outline-offset: 2px;
        scroll-margin: 190px 0 24px; }`,
    );
    show(wanted);
    return true;
  };
  if (!here.button) {
    here.button = document.createElement("button");
    here.button.type = "button";
    here.button.style.cssText =
      "font: inherit; font-weight: 600; min-height: 40px; padding: 0 14px; cursor: pointer; background: none;" +
      "color: var(--st-primary-color); border: 1px solid var(--st-primary-color);" +
      "border-radius: var(--st-button-radius, 8px);";
    parentElement.append(here.button);
  }
  here.button.textContent = `Show me: ${data.title}`;
  here.button.onclick = () => show(true);
  if (here.shown !== data.step) {
    here.shown = data.step;
    let tries = 0;
    here.timer = setInterval(() => {
      if (frame(false) || ++tries > 100) clearInterval(here.timer);
    }, 150);
  }
  return () => {
    clearInterval(here.timer);
    here.sheet.replaceSync("");
    here.shown = undefined;
  };
}
"""

_mount = st.components.v2.component("rankviz_look", js=LOOK)


def look(panel: str, title: str, step: str, key: str) -> None:
    """Frame `panel` of the stage and bring it into view once a `step`; the button does it again."""
    _mount(key=key, data={"panel": panel, "title": title, "step": step}, height="content")
