"""What is asked inside the page, in JavaScript."""

from __future__ import annotations

# Text of the page and of every shadow tree in it, of SVG, and what is read aloud.
TEXT = """() => {
  const parts = [document.body.innerText];
  const walk = (root) => {
    for (const el of root.querySelectorAll("*")) {
      if (el.getAttribute("aria-label")) parts.push(el.getAttribute("aria-label"));
      if (el.tagName === "text" && el.ownerSVGElement) parts.push(el.textContent);
      if (!el.shadowRoot) continue;
      for (const child of el.shadowRoot.children) {
        const silent = ["STYLE", "SCRIPT", "LINK"].includes(child.tagName);
        if (child instanceof HTMLElement && !silent) parts.push(child.innerText);
      }
      walk(el.shadowRoot);
    }
  };
  walk(document);
  return parts.join("\\n");
}"""

# All that is drawn on the stage, to the pixel: the tree of nodes and every canvas. What is hidden is left out, and
# so are the descriptions that follow when the reader rests.
PICTURE = """(step) => {
  const stage = step.getRootNode() instanceof ShadowRoot ? step.getRootNode() : document.querySelector("main");
  const boxes = [...stage.querySelectorAll("section, article")].map((el) => {
    const copy = el.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[hidden], [visibility="hidden"], title')) hidden.remove();
    for (const node of copy.querySelectorAll("[title], [aria-label]")) {
      node.removeAttribute("title");
      node.removeAttribute("aria-label");
    }
    for (const node of copy.querySelectorAll("[class]")) {
      const names = (node.getAttribute("class") ?? "").split(/\\s+/).filter(Boolean);
      if (names.length) node.setAttribute("class", names.sort().join(" "));
      else node.removeAttribute("class");
    }
    return copy.outerHTML;
  });
  return [...boxes, ...[...stage.querySelectorAll("canvas")].map((c) => c.toDataURL())];
}"""

# Press a button many times as fast as a quick reader does.
PRESS = """async (button, times) => {
  for (let i = 0; i < times; i++) {
    button.click();
    await new Promise((after) => setTimeout(after, 50));
  }
}"""

# The rounds the stage says, one entry a change.
RECORD = """(where) => {
  window.saidRounds = [];
  const round = () => Number(where.textContent.match(/Round (\\d+) of/)?.[1]);
  const say = () => window.saidRounds.push([round(), performance.now()]);
  new MutationObserver(say).observe(where, { childList: true, characterData: true, subtree: true });
}"""

# The element that has the focus, shadow trees included: its role-giving tag and its name.
FOCUSED = """() => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
  if (!el) return ["", "", false];
  const style = getComputedStyle(el);
  const ring = style.outlineStyle !== "none" || style.boxShadow !== "none" || el.matches("input[type=range]");
  return [el.tagName.toLowerCase(), el.getAttribute("aria-label") ?? el.innerText ?? "", ring];
}"""
# What is wider than the screen, by its own doing: not inside something that scrolls by itself.
TOO_WIDE = """() => {
  const wide = [];
  const scrolls = (el) => /auto|scroll|hidden|clip/.test(getComputedStyle(el).overflowX);
  const walk = (root, clipped) => {
    for (const el of root.children) {
      const box = el.getBoundingClientRect();
      const shown = box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden";
      const out = box.left < innerWidth && box.right > innerWidth + 1;
      if (!clipped && shown && out) wide.push(`${el.tagName}.${el.className}: ${box.right}`);
      const inside = clipped || (scrolls(el) && !["HTML", "BODY", "MAIN", "SECTION"].includes(el.tagName));
      if (!(el instanceof SVGElement)) walk(el.shadowRoot ?? el, inside);
    }
  };
  walk(document, false);
  const main = document.querySelector("[data-testid=stMain]");
  const whole = document.scrollingElement.scrollWidth;
  if (whole > innerWidth) wide.push(`the page: ${whole}`);
  if (main && main.scrollWidth > main.clientWidth + 1) wide.push(`the main part: ${main.scrollWidth}`);
  return wide;
}"""
