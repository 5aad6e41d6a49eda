/** The frame every panel has: title, "how to read this", tools, the save menu, a picture with alternative text. */

import { html } from "../draw/dom.js";
import { savePanel } from "../draw/export.js";
import { rich } from "../draw/glossary.js";
import { markerIcon } from "../draw/svg.js";

/** @typedef {import("../run/run.js").Algo} Algo */

/**
 * What a panel is given.
 * @template {Algo} [A=Algo]
 * @typedef {Object} Ctx
 * @property {import("../run/run.js").Run<A>} run
 * @property {import("../draw/theme.js").Theme} theme
 * @property {import("../control/cursor.js").Cursor} cursor
 * @property {import("../draw/hover.js").HoverState} hover
 * @property {import("../control/view.js").View} view
 * @property {() => void} redraw build all panels again (after a change of the view)
 */

/**
 * A panel: `build` makes everything that holds for the whole run, `draw` only what belongs to round t.
 * @typedef {Object} Panel
 * @property {HTMLElement} el
 * @property {(width: number, spare?: number) => void} build width of the panel's inside and height to spare beside its neighbours, px
 * @property {(t: number) => void} draw
 * @property {(t: number) => void} [describe] alternative text and tooltips, once the reader rests
 * @property {(hover: import("../draw/hover.js").Hover) => void} [hover]
 * @property {() => void} [retheme]
 */

/**
 * @param {string} id @param {string} title @param {string} how one line, terms in {braces}
 * @param {(Node | null)[]} tools controls in the head of the panel
 */
export function frame(id, title, how, tools = []) {
  const body = html("div", { class: "rv-body" });
  /** @type {HTMLElement} */
  const el = html(
    "section",
    { class: `rv-panel rv-panel-${id}` },
    html(
      "header",
      { class: "rv-head" },
      html("h3", {}, title),
      html("div", { class: "rv-tools" }, ...tools, saveMenu(title)),
    ),
    html("p", { class: "rv-how" }, html("b", {}, "How to read this: "), ...rich(how)),
    body,
  );
  return { el, body };
}

/** @param {string} title @returns {HTMLElement} */
function saveMenu(title) {
  /** @param {"svg" | "png"} kind @param {string} text */
  const button = (kind, text) =>
    html(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.open = false;
          const panel = /** @type {HTMLElement | null} */ (menu.closest(".rv-panel"));
          if (panel) void savePanel(panel, title, kind);
        },
      },
      text,
    );
  const menu = html(
    "details",
    { class: "rv-menu" },
    html("summary", { title: `Save “${title}” as a picture` }, "Save"),
    html("div", {}, button("svg", "SVG"), button("png", "PNG")),
  );
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) menu.open = false;
  });
  return menu;
}

/** @param {Node[]} children @returns {HTMLElement} a drawing with alternative text */
export function picture(...children) {
  return html("div", { class: "rv-picture", role: "img" }, ...children);
}

/** @param {import("../run/run.js").Algo} algo @returns {HTMLElement} marker and name */
export function algoName(algo) {
  return html("span", { class: "rv-algo" }, markerIcon(algo.slot), html("b", {}, algo.label));
}

/**
 * Which algorithms a panel of columns shows: all, or on a phone one at a time, chosen above.
 * @template {Algo} A
 * @param {Ctx<A>} ctx @param {{count: number}} grid @returns {{algos: A[], tabs: HTMLElement | null}}
 */
export function shown(ctx, grid) {
  const { run, view } = ctx;
  if (grid.count > 1 || run.algos.length === 1) return { algos: run.algos, tabs: null };
  const now = Math.max(0, run.algos.findIndex((a) => a.id === view.algo));
  const tabs = html(
    "div",
    { class: "rv-tabs rv-algo-tabs", role: "group" },
    ...run.algos.map((a, k) =>
      html(
        "button",
        {
          type: "button",
          "aria-pressed": String(k === now),
          onclick: () => {
            view.algo = a.id;
            ctx.redraw();
          },
        },
        markerIcon(a.slot),
        " ",
        a.label,
      ),
    ),
  );
  return { algos: [run.algos[now]], tabs };
}

/** Chooses the query that the map and the ladder show. @param {Ctx} ctx @returns {HTMLElement | null} null where there is only one */
export function queryChooser({ run, view, redraw }) {
  if (run.queries.length < 2) return null;
  const select = html(
    "select",
    {
      "aria-label": "Query",
      onchange: () => {
        view.query = Number(select.value);
        redraw();
      },
    },
    ...run.queries.map((q, i) => html("option", { value: i, selected: i === view.query }, q)),
  );
  return html("label", { class: "rv-inline" }, html("span", { "aria-hidden": "true" }, "Query"), select);
}

/**
 * One column per algorithm, as many side by side as are readable.
 * @param {number} width @param {number} count @param {number} least narrowest column, px
 */
export function columns(width, count, least) {
  const gap = 20;
  const room = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
  const side = Math.ceil(count / Math.ceil(count / room)); // rows of equal length: 2 + 2, not 3 + 1
  return {
    count: side,
    width: Math.floor((width - gap * (side - 1)) / side),
    style: `grid-template-columns:repeat(${side},minmax(0,1fr))`,
  };
}

/** A picture and what is read from it: side by side, or the words above. @param {boolean} side @param {HTMLElement} pic @param {HTMLElement} read */
export const strip = (side, pic, read) =>
  html("div", { class: side ? "rv-strip rv-strip-side" : "rv-strip" }, ...(side ? [pic, read] : [read, pic]));
