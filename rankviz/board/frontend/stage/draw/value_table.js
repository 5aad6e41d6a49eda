/** Small tables of numbers: one row per algorithm, one column per measure. */

import { html, setAttr, setText } from "./dom.js";
import { shortLabel } from "./end_tags.js";
import { inFull, num } from "./format.js";
import { bothNames, iconName } from "./algo_name.js";
import { stateAt } from "../run/run.js";
/** @import { Algo } from "../run/run.js" */

/**
 * @param {string} corner @param {{text: string, title?: string}[]} heads
 * @param {{algo: Algo, cells: HTMLElement[]}[]} rows one per algorithm; `cells`: td elements
 */
export const valueTable = (corner, heads, rows) =>
  html(
    "div",
    { class: "rv-loss-table rv-value-table" },
    html(
      "table",
      {},
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("th", {}, corner),
          ...heads.map((h) => html("th", { scope: "col", title: h.title }, h.text)),
        ),
      ),
      html(
        "tbody",
        {},
        ...rows.map(({ algo, cells }) =>
          html(
            "tr",
            {},
            html(
              "th",
              { scope: "row", title: algo.label },
              algo.label.endsWith(")") ? iconName(algo, shortLabel(algo)) : bothNames(algo, shortLabel(algo)),
            ),
            ...cells,
          ),
        ),
      ),
    ),
  );

/** Heights in px; losses.css has the same. */
const ROW = { head: 26, plain: 30, held: 46, margin: 6 };

/** @param {number} rows @param {boolean} held whether values have held-out twins below them @returns {number} height of a table, px */
export const tableHeight = (rows, held) => ROW.head + ROW.margin + rows * (held ? ROW.held : ROW.plain);

/** Return whether a chart leaves room for a table below it: in a tall tile, or an enlarged one. @param {number} width @param {number} height px */
export const hasTable = (width, height) => height >= 420 || (width >= 700 && height >= 300);

/** Values of curves at the cursor, as cells. */
export class CurveValues {
  constructor() {
    /** @type {{algo: Algo, key: string, node: HTMLElement}[]} */
    this.cells = [];
  }

  /** Create the cell of a value. @param {Algo} algo @param {string} key */
  cell(algo, key) {
    const node = html("b");
    this.cells.push({ algo, key, node });
    return node;
  }

  /** @param {number} t */
  draw(t) {
    for (const c of this.cells) setText(c.node, num(valueAt(c, t)));
  }

  /** @param {number} t */
  describe(t) {
    for (const c of this.cells) setAttr(c.node, "title", inFull(valueAt(c, t)));
  }
}

/** @param {{algo: Algo, key: string}} cell @param {number} t */
const valueAt = ({ algo, key }, t) => algo.curves[key]?.[stateAt(algo, t)] ?? NaN;
