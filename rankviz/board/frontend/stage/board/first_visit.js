/** A first visit: a board that grows with the story, and two further links beside Step. */

import { wantsMotion } from "../beats/motion.js";
import { translate } from "../draw/translate.js";
import { html, setClass, setText } from "../draw/dom.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { View } from "../control/view.js" */
/** @import { Banner } from "./banner.js" */

const VISITED_KEY = "rankviz-been"; // sidebar_fits.js reads it before anything is drawn
/** Number of a story's rounds that go beat by beat. */
const SEEN_FROM_INSIDE = 2;

/**
 * Tiles by round: each entry applies from its round on.
 * @typedef {readonly (readonly [number, readonly string[]])[]} Story
 */

/** Return the tiles of a story at round t. @param {Story} story @param {number} t @returns {readonly string[]} */
export const tilesAt = (story, t) => story.filter(([from]) => from <= t).at(-1)?.[1] ?? [];

/**
 * Return whether this is not the first visit; reloading the first does not count.
 * @returns {boolean}
 */
export function isReturning() {
  try {
    if (sessionStorage.getItem(VISITED_KEY)) return false;
    const before = localStorage.getItem(VISITED_KEY) !== null;
    if (!before) sessionStorage.setItem(VISITED_KEY, "1");
    localStorage.setItem(VISITED_KEY, "1");
    return before;
  } catch {
    return false; // a sandboxed frame has no storage
  }
}

export class FirstVisit {
  /**
   * @param {HTMLElement} root the stage @param {Cursor} cursor @param {View} view
   * @param {() => void} everything called to show the whole board
   */
  constructor(root, cursor, view, everything) {
    this.root = root;
    this.cursor = cursor;
    this.view = view;
    this.address = "";
    // Not an anchor: that would have to precede the page's own skip link in the same tree.
    this.learn = html("button", {
      type: "button",
      class: "rv-button rv-learn",
      hidden: true,
      onclick: () => window.location.assign(this.address),
      onauxclick: () => window.open(this.address),
    });
    const all = html(
      "button",
      { type: "button", class: "rv-everything", onclick: everything },
      translate("Show everything"),
    );
    /** The links beside Step while the board grows. */
    this.el = html("div", { class: "rv-opening" }, this.learn, all);
  }

  /** @param {Banner | null} banner with whether the board grows, and the first lesson's address */
  load(banner) {
    const [words, address] = banner?.learn ?? ["", ""];
    this.learn.hidden = words === "";
    setText(this.learn, words);
    this.address = address;
    this.view.grows = Boolean(banner?.grows);
    this.draw();
  }

  /** Hide everything else while the board grows. */
  draw() {
    setClass(this.root, "rv-story", this.view.growing);
    setClass(this.root, "rv-opens", this.view.growing && this.cursor.t === 0);
  }

  /** Move one round forward; a story's first rounds go beat by beat. */
  step() {
    const { cursor, view } = this;
    if (view.growing && cursor.beats && !cursor.isInside && cursor.t < SEEN_FROM_INSIDE && wantsMotion())
      cursor.playRound();
    else cursor.step(1);
  }

  /** Leave the story for some tiles. @param {readonly string[]} tiles */
  end(tiles) {
    this.view.story = false;
    this.view.tiles = [...tiles];
    this.draw();
  }
}
