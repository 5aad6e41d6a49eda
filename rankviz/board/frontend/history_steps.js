/**
 * Make one entry in the browser's history per act of the reader. Streamlit adds one for the page and another for the choices in
 * the address, sometimes under the previous page's path; here the later ones replace the first.
 *
 * The script is inline in the document, so that it runs once and before Streamlit writes anything.
 */

// Changes of the address without an act of the reader, since the page was opened, add no entry.
let acted = false;
const SLIDER = "input[type=range], [role=slider]";
// The slider that keys move: consecutive keys on it are one act, so that Back does not go through its values.
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
