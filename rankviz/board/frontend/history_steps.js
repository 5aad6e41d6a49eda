/**
 * Streamlit writes a step of history for a page and one more for the choices in the page's address, sometimes under the path of
 * the page before. One act of the reader is one step here: what follows from it changes that step.
 *
 * It stands in the document itself, so that it runs once and before Streamlit writes anything.
 */

// Changes of the address bar since the page was opened, without the reader, are no act.
let acted = false;
const SLIDER = "input[type=range], [role=slider]";
// The slider that keys move: all keys on it in a row are one act, so that Back does not go through its values.
/** @type {Element | null} */
let slider = null;
/** @param {Event} event */
const act = (event) => {
  const at =
    event.type === "keydown" && event.target instanceof Element ? event.target.closest(SLIDER) : null;
  acted = acted || at === null || at !== slider;
  slider = at;
};
for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, act, true);
const moved = () => {
  acted = false;
  slider = null;
};
window.addEventListener("popstate", moved, true);
const push = window.history.pushState.bind(window.history);
/** @param {unknown} state @param {string} unused @param {string | URL | null} [url] */
const once = (state, unused, url) => {
  if (acted) push(state, unused, url);
  else window.history.replaceState(state, unused, url);
  acted = false;
};
window.history.pushState = once;
