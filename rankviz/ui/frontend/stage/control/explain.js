/** Numbers that explain themselves: a click opens the equation behind them, in the drawer or below the stage. */

import { html } from "../draw/dom.js";
/** @import { Algo } from "../run/run.js" */

const PATIENCE = 10_000;
/** So long an equation is followed as others above it are written, ms. */
const SETTLING = 1500;

/**
 * A number one can choose. Its `data-explain` says which: the run and the number's key.
 * @param {Algo} algo @param {string} key @param {Node[]} children
 */
export const number = (algo, key, ...children) =>
  html(
    "button",
    {
      type: "button",
      class: "rv-number",
      tabindex: -1,
      "data-explain": `${algo.id}:${key}`,
      "aria-description": "opens its equation",
    },
    ...children,
  );

/** @param {string} key @returns {string} the class of the place where it is explained */
const place = (key) => `.st-key-explained-${key.replace(/[^a-z0-9]+/g, "-")}`;

let latest = 0;

/**
 * Bring what explains `key` into view and give it the focus, as soon as the server has written it.
 * @param {string} key
 */
export function follow(key) {
  const mine = ++latest;
  const end = performance.now() + PATIENCE;
  const look = () => {
    if (mine !== latest) return;
    const found = /** @type {HTMLElement | null} */ (document.querySelector(place(key)));
    if (!found || found.offsetHeight === 0) {
      if (performance.now() < end) window.setTimeout(look, 60);
      return;
    }
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    found.tabIndex = -1;
    found.style.scrollMargin = "72px 0 16px";
    found.focus({ preventScroll: true });
    // No further than it takes to read it: the round it explains stays in sight as far as it can.
    const show = () => {
      const fits = found.offsetHeight < window.innerHeight - 88;
      found.scrollIntoView({ behavior: still ? "auto" : "smooth", block: fits ? "nearest" : "start" });
    };
    show();
    // Equations above it come late and push it away: it is shown again where it has moved in what scrolls.
    let at = placeIn(found);
    const settled = performance.now() + SETTLING;
    const stay = () => {
      if (mine !== latest || !found.isConnected || performance.now() > settled) return;
      const now = placeIn(found);
      if (Math.abs(now - at) > 1) show();
      at = now;
      window.setTimeout(stay, 80);
    };
    stay();
  };
  look();
}

/** How far an element is below the top of all that is to be scrolled. @param {HTMLElement} element */
function placeIn(element) {
  let sum = element.getBoundingClientRect().top;
  for (let above = element.parentElement; above; above = above.parentElement) sum += above.scrollTop;
  return sum;
}
