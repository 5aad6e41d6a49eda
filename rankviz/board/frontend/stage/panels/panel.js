/** The frame of every panel: title, "How to read this", tools, the save menu, and a picture with alternative text. */

import { html, setAttr } from "../draw/dom.js";
import { explain } from "../draw/glossary.js";
import { saveEvent, KINDS } from "../control/save_request.js";
import { translate } from "../draw/translate.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { View } from "../control/view.js" */
/** @import { Hover, HoverState } from "../draw/hover.js" */
/** @import { Theme } from "../draw/theme.js" */
/** @import { Kind } from "../control/save_request.js" */
/** @import { Algo, Run } from "../run/run.js" */

/**
 * The context of a panel.
 * @template {Algo} [A=Algo]
 * @typedef {Object} Ctx
 * @property {Run<A>} run
 * @property {readonly Algo[]} ghosts the runs that a trial replaces; none without a trial
 * @property {Theme} theme
 * @property {Cursor} cursor
 * @property {HoverState} hover
 * @property {View} view
 * @property {number} dense device pixels per pixel of the stage
 * @property {() => number} shown returns the round that the tile shows
 * @property {() => void} redraw rebuilds all tiles (after a change of the view)
 */

/**
 * A panel: `build` creates what is the same in every round, `draw` only what belongs to round t.
 * @typedef {Object} Panel
 * @property {HTMLElement} el
 * @property {(width: number, height: number) => void} build builds for a box of exactly this size, px: nothing may exceed it in any round, and what does not fit is omitted
 * @property {(t: number, beat: number) => void} draw draws round t; `beat`: of the round under way, 0 for a whole round
 * @property {(t: number, draw: () => void) => void} [move] draws round t with the motion of a beat
 * @property {boolean} [first] whether it is drawn before the others: text on a canvas forces the layout of all that was changed before
 * @property {readonly number[]} [about] beats that it is about, besides those of its tile
 * @property {(t: number) => void} [describe] writes alternative text and tooltips, once the reader rests
 * @property {(ctx: Ctx<any>) => void} [adopt] takes over a run of the same algorithms, to be shown from the next `draw` on, by moving what exists. Without it the tile is rebuilt
 * @property {(run: Run) => boolean} [takes] whether it adopts this run; all by default
 * @property {(hover: Hover) => void} [hover]
 * @property {() => void} [retheme]
 */

/** Mark the sentence about enlarging; a story, whose tiles have no such button, hides it. @param {string} how */
const helpOf = (how) =>
  how
    .split(/(Enlarge the tile[^.]*\.)/)
    .flatMap((part, i) =>
      i % 2 ? html("span", { class: "rv-when-grows" }, ...explain(part)) : explain(part),
    );

/**
 * Build a tile: its head with title and tools, and its body. The help opens beside the tile, or above the body, on demand.
 * @param {string} id @param {string} title @param {string} how one line, terms in {braces}
 * @param {(Node | null)[]} tools controls in the tile's head
 */
export function frame(id, title, how, tools = []) {
  const name = translate(title);
  const body = html("div", { class: "rv-body" });
  const text = html(
    "p",
    { class: "rv-how", hidden: true },
    html("b", {}, "How to read this: "),
    ...helpOf(how),
  );
  const asks = html(
    "button",
    {
      type: "button",
      class: "rv-icon",
      tabindex: -1,
      "aria-label": `How to read “${name}”`,
      "aria-expanded": "false",
      title: "How to read this",
      onclick: () => toggle(text.hidden),
    },
    "?",
  );
  const grow = html(
    "button",
    {
      type: "button",
      class: "rv-icon rv-grow",
      tabindex: -1,
      "aria-label": `Enlarge “${name}”`,
      title: "Enlarge this tile, or show all tiles again (F, double click)",
      onclick: () => el.dispatchEvent(new CustomEvent("rv-enlarge", { bubbles: true })),
    },
    "⤢",
  );
  /** @param {boolean} open */
  function toggle(open) {
    text.hidden = !open;
    setAttr(asks, "aria-expanded", String(open));
    el.dispatchEvent(new CustomEvent("rv-help", { bubbles: true }));
  }
  /** @type {HTMLElement} */
  const el = html(
    "section",
    { class: `rv-panel rv-panel-${id}`, "aria-label": name },
    html(
      "header",
      { class: "rv-head" },
      html("h3", {}, name),
      html("div", { class: "rv-tools" }, ...tools, saveMenu(name), asks, grow),
    ),
    text,
    body,
  );
  el.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !text.hidden) {
      toggle(false);
      event.stopPropagation();
    }
  });
  return { el, body };
}

/** @param {string} title @returns {HTMLElement} */
function saveMenu(title) {
  /** @param {string} kind @param {string} words @param {boolean} all */
  const button = (kind, words, all) =>
    html(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.open = false;
          menu.dispatchEvent(saveEvent(/** @type {Kind} */ (kind), all));
        },
      },
      words,
    );
  /** @param {string} name @param {boolean} all */
  const row = (name, all) =>
    html(
      "div",
      { class: "rv-save", role: "group", "aria-label": name },
      html("span", { "aria-hidden": "true" }, name),
      ...Object.entries(KINDS).map(([kind, words]) => button(kind, words, all)),
    );
  const menu = html(
    "details",
    { class: "rv-menu" },
    html("summary", { title: `Save “${title}”, or all tiles, as a picture, or print it` }, "Save"),
    html("div", {}, row("This tile", false), row("All tiles", true)),
  );
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) menu.open = false;
  });
  return menu;
}

/** @param {Node[]} children @returns {HTMLElement} a drawing with alternative text */
export function tilePicture(...children) {
  return html("div", { class: "rv-picture", role: "img" }, ...children);
}

/** Return the choice of the query shown by the map and the bump chart. @param {Ctx} ctx @returns {HTMLElement | null} null if there is only one */
export function queryChooser({ run, view, redraw }) {
  if (run.queries.length < 2) return null;
  const select = html(
    "select",
    {
      "aria-label": "Query",
      title: "Query",
      tabindex: -1,
      onchange: () => {
        view.query = Number(select.value);
        redraw();
      },
    },
    ...run.queries.map((q, i) => html("option", { value: i, selected: i === view.query }, q)),
  );
  return html("span", { class: "rv-query" }, select);
}
