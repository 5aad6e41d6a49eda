/** Definitions of symbols by pointing, tapping or focus: each `abbr` of the stage has its meaning as its title. */

import { html, setText } from "../draw/dom.js";

/** @param {HTMLElement} root the stage @returns {{close: () => boolean}} */
export function definitions(root) {
  const box = html("div", { class: "rv-define", role: "tooltip", id: "rv-define", hidden: true });
  root.append(box);
  /** @type {HTMLElement | null} */
  let shown = null;

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  const termOf = (target) =>
    target instanceof Element ? target.closest("abbr[title], abbr[data-means]") : null;

  /** @param {HTMLElement} term */
  function open(term) {
    // The browser's own tip is slow, and missing on touch screens: remove it to avoid two.
    const text = term.getAttribute("title") ?? term.dataset.means ?? "";
    term.dataset.means = text;
    term.removeAttribute("title");
    shown = term;
    box.hidden = false;
    setText(box, text);
    const [at, stage] = [term.getBoundingClientRect(), root.getBoundingClientRect()];
    const scale = root.offsetWidth / stage.width;
    const left = Math.min((at.left - stage.left) * scale, root.offsetWidth - 320);
    box.style.left = `${Math.max(8, left)}px`;
    box.style.top = `${(at.bottom - stage.top) * scale + 6}px`;
    term.setAttribute("aria-describedby", box.id);
  }

  function close() {
    const was = !box.hidden;
    box.hidden = true;
    shown?.removeAttribute("aria-describedby");
    shown = null;
    return was;
  }

  for (const type of ["pointerover", "focusin", "click"])
    root.addEventListener(type, (event) => {
      const term = termOf(event.target);
      if (term) open(term);
      else if (type !== "pointerover" || shown) close();
    });
  return { close };
}
