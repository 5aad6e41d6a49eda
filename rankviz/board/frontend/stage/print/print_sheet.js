/** The sheet a picture is taken of: the stage built again at a fixed size, on white, in a font every system has. */

import { Cursor } from "../control/cursor.js";
import { html } from "../draw/dom.js";
import { Theme } from "../draw/theme.js";
import { algoName } from "../draw/algo_name.js";
/** @import { Run } from "../run/run.js" */
/** @import { Stage } from "../board/stage.js" */

/** What is drawn, px: one tile, the whole board. */
const TILE = { width: 720, height: 480 };
const BOARD = { width: 1440, height: 900 };
const PADDING = 24;
/** Canvases have so many pixels for each of the sheet: 3 are 288 to the inch. */
const DENSE = 3;

/**
 * What a caption says beside what the run knows.
 * @typedef {{parameters?: string, link?: string}} About
 */

/**
 * Build a sheet, make something of it, and take the sheet away again.
 * @template T
 * @param {Stage} stage @param {string | null} tile null for all
 * @param {About} about @param {(sheet: HTMLElement) => T} use @param {{width: number, height: number}} [board] its size, px @returns {T}
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
 * The stage's twin that lies on the sheet and does not move.
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

/** The algorithms that the picture shows. @param {Run} run @param {Element} shown */
function legend(run, shown) {
  const seen = run.algos.filter((a) => shown.querySelector(`.rv-k${a.slot}`));
  return html("div", { class: "rv-print-legend" }, ...seen.map(algoName));
}

/** @param {Run} run @param {number} t @param {string | null} query that the ranking is of @param {About} about */
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

/** The link with the round that is on the stage now. @param {string} link @param {number} t */
function atRound(link, t) {
  const url = new URL(link);
  url.searchParams.set("t", String(t));
  return url.href;
}

/** On paper there is no cursor: what stood at it belongs to a round. @param {Element} shown @param {number} t */
function name(shown, t) {
  for (const head of shown.querySelectorAll("thead th:first-child"))
    if (head.firstChild?.nodeValue === "at the cursor") head.firstChild.nodeValue = `round ${t}`;
}
