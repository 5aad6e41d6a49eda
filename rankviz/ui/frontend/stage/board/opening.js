/** The first visit: a board that grows with the story, and the two ways on beside Step. */

import { html, setText } from "../draw/dom.js";

const BEEN = "rankviz-been";

/**
 * Tiles by round: each entry from its round on.
 * @typedef {readonly (readonly [number, readonly string[]])[]} Story
 */

/** The tiles of a story at round t. @param {Story} story @param {number} t @returns {readonly string[]} */
export const tilesAt = (story, t) => story.filter(([from]) => from <= t).at(-1)?.[1] ?? [];

/**
 * Whether this visit is not the first: a reload of the first one is none.
 * @returns {boolean}
 */
export function hasBeen() {
  try {
    if (sessionStorage.getItem(BEEN)) return false;
    const before = localStorage.getItem(BEEN) !== null;
    if (!before) sessionStorage.setItem(BEEN, "1");
    localStorage.setItem(BEEN, "1");
    return before;
  } catch {
    return false; // a sandboxed frame remembers nothing
  }
}

/** What stands beside Step while the board grows. @param {() => void} everything shows the whole board */
export function opening(everything) {
  let address = "";
  // No anchor: the page's own link past its menus would have to stand before it in the same tree.
  const learn = html("button", {
    type: "button",
    class: "rv-button rv-learn",
    hidden: true,
    onclick: () => window.location.assign(address),
    onauxclick: () => window.open(address),
  });
  const all = html("button", { type: "button", class: "rv-everything", onclick: everything }, "Show everything");
  return {
    el: html("div", { class: "rv-opening" }, learn, all),
    /** @param {[string, string] | null | undefined} link words and address of the first lesson */
    load(link) {
      learn.hidden = !link;
      setText(learn, link?.[0] ?? "");
      address = link?.[1] ?? "";
    },
  };
}
