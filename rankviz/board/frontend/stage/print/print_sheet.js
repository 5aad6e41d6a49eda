/** The sheet for a picture: the stage built again at a fixed size, on white, in a font that every system has. */

import { Cursor } from "../control/cursor.js";
import { html } from "../draw/dom.js";
import { Theme } from "../draw/theme.js";
import { algoName } from "../draw/algo_name.js";
/** @import { Run } from "../run/run.js" */
/** @import { Stage } from "../board/stage.js" */

/** Sizes of the drawing, px: one tile, the whole board. */
const TILE = { width: 720, height: 480 };
const BOARD = { width: 1440, height: 900 };
const PADDING = 24;
/** Canvas pixels per pixel of the sheet: 3 are 288 per inch. */
const DENSE = 3;

/**
 * The caption's contents that the run does not know.
 * @typedef {{parameters?: string, link?: string}} About
 */

/**
 * Build a sheet, call a function with it, and remove it.
 * @template T
 * @param {Stage} stage @param {string | null} tile null for all tiles
 * @param {About} about @param {(sheet: HTMLElement) => T} use @param {{width: number, height: number}} [board] size, px @returns {T}
 */
export function withSheet(stage, tile, about, use, board = BOARD) {
  const { run, view } = stage;
  const t = stage.cursor.t;
  const size = tile ? TILE : board;
  const sheet = html("div", { class: "rv-stage rv-print", style: `width:${size.width + 2 * PADDING}px` });
  const place = stage.el.closest(".rv-stage")?.parentNode ?? document.body;
  place.append(sheet);
  const copy = copyStage(stage, sheet, tile, size);
  try {
    sheet.append(copy.el);
    copy.draw();
    name(copy.el, t);
    const query = copy.el.querySelector(".rv-query") ? run.queries[view.query] : null;
    sheet.append(legend(run, copy.el), caption(run, t, query, about));
    return use(sheet);
  } finally {
    copy.stop();
    sheet.remove();
  }
}

/**
 * Build a copy of the stage on the sheet, without motion.
 * @param {Stage} stage @param {HTMLElement} sheet @param {string | null} tile @param {{width: number, height: number}} size
 */
function copyStage(stage, sheet, tile, size) {
  const theme = new Theme(sheet);
  theme.read();
  const cursor = new Cursor(
    () => {},
    () => {},
  );
  cursor.load(stage.run.rounds, stage.cursor.t);
  return stage.copyFor(theme, cursor, tile, { ...size, phone: false, fixed: false, dense: DENSE });
}

/** Return the legend of the algorithms shown. @param {Run} run @param {Element} shown */
function legend(run, shown) {
  const seen = run.algos.filter((a) => shown.querySelector(`.rv-k${a.slot}`));
  return html("div", { class: "rv-print-legend" }, ...seen.map(algoName));
}

/** @param {Run} run @param {number} t @param {string | null} query of the ranking @param {About} about */
function caption(run, t, query, { parameters, link }) {
  const parts = [run.title, query && `query ${query}`, `Round ${t} of ${run.rounds}`, parameters].filter(
    Boolean,
  );
  return html(
    "div",
    { class: "rv-print-caption" },
    html("p", {}, parts.join(" · ")),
    link ? html("p", {}, atRound(link, t)) : null,
  );
}

/** Return the link with the stage's current round. @param {string} link @param {number} t */
function atRound(link, t) {
  const url = new URL(link);
  url.searchParams.set("t", String(t));
  return url.href;
}

/** Label the cursor with its round, because paper has no cursor. @param {Element} shown @param {number} t */
function name(shown, t) {
  for (const head of shown.querySelectorAll("thead th:first-child"))
    if (head.firstChild?.nodeValue === "at the cursor") head.firstChild.nodeValue = `round ${t}`;
}
