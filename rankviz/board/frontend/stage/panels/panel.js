/** The frame every panel has: title, "how to read this", tools, the save menu, a picture with alternative text. */

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
 * What a panel is given.
 * @template {Algo} [A=Algo]
 * @typedef {Object} Ctx
 * @property {Run<A>} run
 * @property {readonly Algo[]} ghosts the runs that others are tried in the place of; none while nothing is tried
 * @property {Theme} theme
 * @property {Cursor} cursor
 * @property {HoverState} hover
 * @property {View} view
 * @property {number} dense how many device pixels a pixel of the stage has
 * @property {() => number} shown the round that the tile shows
 * @property {() => void} redraw build all tiles again (after a change of the view)
 */

/**
 * A panel: `build` makes everything that holds for the whole run, `draw` only what belongs to round t.
 * @typedef {Object} Panel
 * @property {HTMLElement} el
 * @property {(width: number, height: number) => void} build for a box of exactly this size, px: nothing may stand out of it in any round, and what there is no room for is left out
 * @property {(t: number, beat: number) => void} draw round t; `beat`: the one of the round under way, 0 when rounds are whole
 * @property {(t: number, draw: () => void) => void} [move] draw round t as a beat brings it: with what moves
 * @property {readonly number[]} [about] beats that it is about beside those its tile always is
 * @property {(t: number) => void} [describe] alternative text and tooltips, once the reader rests
 * @property {(ctx: Ctx<any>) => void} [adopt] draw, from the next `draw` on, a run of the same algorithms in the place of the one it has: what stands is moved, and what holds for both stays. Without it the tile is made anew
 * @property {(run: Run) => boolean} [takes] whether it adopts this run; all, where it does not say
 * @property {(hover: Hover) => void} [hover]
 * @property {() => void} [retheme]
 */

/**
 * A tile: its head with the title, what tools it has, and its body. How to read it opens beside the tile, or above the body, on demand.
 * @param {string} id @param {string} title @param {string} how one line, terms in {braces}
 * @param {(Node | null)[]} tools controls in the head of the tile
 */
export function frame(id, title, how, tools = []) {
  const name = translate(title);
  const body = html("div", { class: "rv-body" });
  const text = html(
    "p",
    { class: "rv-how", hidden: true },
    html("b", {}, "How to read this: "),
    ...explain(how),
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
      title: "Enlarge, or all tiles again (F, double click)",
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
    html("summary", { title: `Save “${title}”, or the whole board, as a picture, or print it` }, "Save"),
    html("div", {}, row("This tile", false), row("The board", true)),
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

/** The choice of the query that the map and the bump chart show. @param {Ctx} ctx @returns {HTMLElement | null} null where there is only one */
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
