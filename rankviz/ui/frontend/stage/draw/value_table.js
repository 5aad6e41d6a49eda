/** Small tables of numbers: a row an algorithm, a column a measure. */

import { html, setAttr, setText } from "./dom.js";
import { full, num } from "./format.js";
import { algoName } from "../panels/panel.js";
import { stateAt } from "../run/run.js";

/**
 * @param {string} corner @param {{text: string, title?: string}[]} heads
 * @param {{algo: import("../run/run.js").Algo, cells: HTMLElement[]}[]} rows its cells, td elements
 */
export const valueTable = (corner, heads, rows) =>
  html(
    "div",
    { class: "rv-loss-table" },
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
          html("tr", {}, html("th", { scope: "row" }, algoName(algo)), ...cells),
        ),
      ),
    ),
  );

/** Values of curves at the cursor. */
export class CurveValues {
  constructor() {
    /** @type {{algo: import("../run/run.js").Algo, key: string, node: HTMLElement}[]} */
    this.cells = [];
  }

  /** Where one is written. @param {import("../run/run.js").Algo} algo @param {string} key */
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
    for (const c of this.cells) setAttr(c.node, "title", full(valueAt(c, t)));
  }
}

/** @param {{algo: import("../run/run.js").Algo, key: string}} cell @param {number} t */
const valueAt = ({ algo, key }, t) => algo.curves[key]?.[stateAt(algo, t)] ?? NaN;
