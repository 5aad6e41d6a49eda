/** The numbers at the cursor; its rows are also the legend of line styles and the switches of the curves. */

import { html, setAttr, setText } from "../draw/dom.js";
import { number } from "../control/explain.js";
import { isLog, some } from "../control/scale.js";
import { fromLog10, full, NONE, num } from "../draw/format.js";
import { TERMS } from "../draw/glossary.js";
import { stateAt } from "../run/run.js";
import { algoName } from "./panel.js";
import { svg } from "../draw/svg.js";

/** @param {import("../run/run.js").Algo} a @param {string} key @param {number} t @returns {string} */
export function valueText(a, key, t) {
  const s = stateAt(a, t);
  const v = a.curves[key]?.[s] ?? NaN;
  if (Number.isFinite(v) && v !== 0) return num(v);
  const l = a.curves[`log10_${key}`]?.[s] ?? NaN;
  return Number.isFinite(l) ? fromLog10(l) : num(v);
}

/** Measures with an equation of their own. */
const EXPLAINED = new Set(["r1", "r2", "e1", "e2", "bound"]);

/** Why there is no number. @param {import("../run/run.js").Algo} a @param {string} key */
function missing(a, key) {
  if (key === "bound")
    return `${a.label} has no bound here: its theorem needs an α that is defined in every round`;
  if (key.includes("holdout")) return "no data was held out";
  return "this algorithm does not have this value";
}

/** @param {string} cls @returns {SVGSVGElement} a sample of the line style */
const sample = (cls) => {
  const s = svg("svg", { width: 30, height: 12, class: `rv-curve rv-sample ${cls}`, "aria-hidden": "true" });
  s.append(svg("path", { d: "M1 6H29", class: "rv-stroke" }));
  return s;
};

/**
 * @param {import("./panel.js").Ctx} ctx @param {import("./losses.js").Measure[]} measures @param {() => void} changed
 */
export function lossTable(ctx, measures, changed) {
  const { run, view } = ctx;
  const el = html("div", { class: "rv-loss-table" });
  /** @type {{algo: import("../run/run.js").Algo, key: string, node: HTMLElement}[]} */
  let cells = [];
  const hasHeld = measures.some((m) => m.held && run.algos.some((a) => some(a.curves[m.held])));

  /** @param {string} text @param {boolean} on @param {(on: boolean) => void} set @param {string} title */
  function check(text, on, set, title = "") {
    const input = html("input", {
      type: "checkbox",
      checked: on,
      onchange: () => {
        set(input.checked);
        changed();
        ctx.cursor.onRound(ctx.cursor.t, ctx.cursor);
      },
    });
    return html("label", { class: "rv-check", title }, input, html("span", {}, text));
  }

  /** @param {import("./losses.js").Measure} m @param {boolean} row heads a row */
  function measureHead(m, row) {
    const label = run.curveLabels[m.key] ?? { symbol: m.key, text: "" };
    const symbol = m.key === "bound" ? "bound" : label.symbol;
    const name =
      m.chart === "ndcg"
        ? html("span", {}, symbol)
        : check(
            symbol,
            view.curves.has(m.key),
            (on) => (on ? view.curves.add(m.key) : view.curves.delete(m.key)),
            TERMS[symbol] ?? label.text,
          );
    return html(
      "th",
      { scope: row ? "row" : "col" },
      html("div", { class: "rv-measure" }, name, sample(m.cls)),
    );
  }

  /** @param {import("../run/run.js").Algo} a @param {import("./losses.js").Measure} m */
  function valueCell(a, m) {
    const node = html("b");
    cells.push({ algo: a, key: m.key, node });
    const td = html("td", {}, a.boosted && EXPLAINED.has(m.key) ? number(a, m.key, node) : node);
    if (m.held && some(a.curves[m.held])) {
      const small = html("span");
      td.append(html("span", { class: "rv-heldout", title: "held-out" }, "(", small, ")"));
      cells.push({ algo: a, key: m.held, node: small });
    }
    return td;
  }

  /** @param {number} width measures side by side where there is room, else one below the other */
  function build(width) {
    const tree = el.getRootNode();
    const active = tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
    const index = [...el.querySelectorAll("input")].findIndex((i) => i === active);
    cells = [];
    /** @param {import("../run/run.js").Algo} a @param {string} scope */
    const name = (a, scope) => html("th", { scope }, algoName(a));
    const across = width >= 520;
    const head = across ? measures.map((m) => measureHead(m, false)) : run.algos.map((a) => name(a, "col"));
    const rows = across
      ? run.algos.map((a) => html("tr", {}, name(a, "row"), ...measures.map((m) => valueCell(a, m))))
      : measures.map((m) => html("tr", {}, measureHead(m, true), ...run.algos.map((a) => valueCell(a, m))));
    const switches = html(
      "div",
      { class: "rv-switches" },
      hasHeld ? check("held-out curves", view.heldout, (on) => (view.heldout = on), TERMS["held-out"]) : null,
      measures.some((m) => m.chart === "loss")
        ? check("log scale", isLog(ctx), (on) => (view.log = on), "Every tenfold takes the same height")
        : null,
    );
    el.replaceChildren(
      html(
        "table",
        {},
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            html("th", {}, "at the cursor", hasHeld ? html("small", {}, "(held-out)") : null),
            ...head,
          ),
        ),
        html("tbody", {}, ...rows),
      ),
      switches,
    );
    if (index >= 0) el.querySelectorAll("input")[index]?.focus();
  }

  return {
    el,
    build,
    /** @param {number} t */
    draw(t) {
      for (const c of cells) setText(c.node, valueText(c.algo, c.key, t));
    },
    /** @param {number} t */
    describe(t) {
      for (const c of cells) {
        const v = c.algo.curves[c.key]?.[stateAt(c.algo, t)] ?? NaN;
        const none = c.node.textContent === NONE;
        setAttr(
          c.node,
          "title",
          none
            ? missing(c.algo, c.key)
            : c.key === "bound"
              ? `${full(v)} = ${c.algo.boundLabel}`
              : Number.isFinite(v)
                ? full(v)
                : (c.node.textContent ?? ""),
        );
      }
    },
  };
}
