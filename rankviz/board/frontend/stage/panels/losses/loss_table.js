/** The numbers at the cursor; the rows are also the legend of line styles, and switch the curves. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { numberLink } from "../../draw/explained_number.js";
import { hasValues } from "../../control/has_values.js";
import { LONG, shortLabel, fullText, valueText } from "../../draw/end_tags.js";
import { NONE } from "../../draw/format.js";
import { meaning } from "../../draw/glossary.js";
import { markerIcon, svg } from "../../draw/svg.js";
import { symbolOf } from "../../run/run.js";
import { drawnFor, isLog, omittedBounds } from "./loss_lines.js";
import { drawnStyle, panelsOf } from "./loss_panels.js";
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Measure } from "./loss_lines.js" */

/** Heights in px; losses.css has the same. */
const ROW = { head: 48, names: 46, plain: 30, more: 16 };
const SWITCHES = { line: 28, margin: 8 };
/** From this width on measures are side by side, px. */
const ACROSS = 520;
/** With more algorithms than this each has one line, or a marker instead of a name. */
const FEW = 4;
/** A name may have so many characters where measures are side by side. */
const WIDE = 16;
/** Width of the switches in one line, px. */
const ONE_LINE = 340;

/** Measures with an equation. */
const EXPLAINED = new Set(["r1", "r2", "e1", "e2", "bound"]);

/** Return why there is no number. @param {Algo} a @param {string} key */
function missing(a, key) {
  if (key === "bound")
    return `${a.label} has no bound here, because its theorem needs a defined α in every round`;
  if (key.includes("holdout")) return "no data was held out";
  return "this algorithm does not have this value";
}

/** @param {string} cls @returns {SVGSVGElement} a sample of the line style; only its space if there is none */
const sample = (cls) => {
  const s = svg("svg", { width: 30, height: 12, class: `rv-curve rv-sample ${cls}`, "aria-hidden": "true" });
  if (cls) s.append(svg("path", { d: "M1 6H29", class: "rv-stroke" }));
  return s;
};

/** @param {Ctx} ctx @param {Measure[]} measures */
export function lossTable(ctx, measures) {
  const { run, view } = ctx;
  const el = html("div", { class: "rv-loss-table" });
  /** @type {{algo: Algo, key: string, node: HTMLElement}[]} */
  let cells = [];
  const hasHeld = measures.some((m) => m.held && run.algos.some((a) => hasValues(a.curves[m.held])));
  const heldOnly = hasHeld && Boolean(view.chart?.unseen);
  // A figure of a sentence that speaks of training alone has no held-out values.
  const showsHeld = hasHeld && !heldOnly && (!view.only || view.heldout);
  const hasFresh = measures.some((m) => m.fresh && run.algos.some((a) => hasValues(a.curves[m.fresh])));
  const losses = measures.some((m) => m.chart === "loss");
  const panels = panelsOf(run, view, view.tab);

  /** @param {string} text @param {"all" | "some" | "none"} on @param {(on: boolean) => void} set @param {string} title */
  function check(text, on, set, title = "") {
    const input = html("input", {
      type: "checkbox",
      tabindex: -1,
      "aria-label": text,
      checked: on === "all",
      onchange: () => {
        set(input.checked);
        ctx.redraw();
      },
    });
    input.indeterminate = on === "some";
    return html("label", { class: "rv-check", title }, input, html("span", {}, text));
  }

  /** The measures drawn for all algorithms, which the first choice starts from. */
  const chosen = () =>
    view.curves ?? new Set(measures.filter((m) => drawnFor(run, view, m.key) === "all").map((m) => m.key));

  /** @param {Measure} m @param {boolean} row whether it heads a row */
  function measureHead(m, row) {
    const label = run.curveLabels[m.key] ?? { symbol: m.key, text: "" };
    const symbol = m.key === "bound" ? "bound" : label.symbol;
    /** @param {boolean} on */
    const set = (on) => {
      const next = new Set(chosen());
      if (on) next.add(m.key);
      else next.delete(m.key);
      view.curves = next;
    };
    const name =
      m.chart === "ndcg" || view.only
        ? html("span", {}, symbol, heldOnly && m.held ? ", held out" : "")
        : check(symbol, drawnFor(run, view, m.key), set, meaning(symbol) ?? label.text);
    return html(
      "th",
      { scope: row ? "row" : "col" },
      html("div", { class: "rv-measure" }, name, sample(drawnStyle(panels, m.key))),
    );
  }

  /** @param {Algo} a @param {Measure} m */
  function valueCell(a, m) {
    const node = html("b");
    const key = (heldOnly && m.held) || m.key;
    cells.push({ algo: a, key, node });
    const td = html("td", {}, a.boosted && EXPLAINED.has(key) ? numberLink(a, key, node) : node);
    if (m.held && showsHeld && hasValues(a.curves[m.held])) {
      const small = html("span");
      td.append(html("span", { class: "rv-heldout", title: "held-out" }, "(", small, ")"));
      cells.push({ algo: a, key: m.held, node: small });
    }
    if (m.fresh && hasValues(a.curves[m.fresh])) {
      const small = html("span");
      td.append(html("span", { class: "rv-heldout", title: "of the population" }, "[", small, "]"));
      cells.push({ algo: a, key: m.fresh, node: small });
    }
    return td;
  }

  /** Return the height of a row of values. @param {Measure[]} those in the row */
  const rowHeight = (those) => {
    const more = those.map((m) => Number(showsHeld && m.held !== "") + Number(hasFresh && m.fresh !== ""));
    return ROW.plain + ROW.more * Math.max(0, ...more);
  };

  /** @param {number} width with enough width measures are side by side, else one below the other @returns {number} height, px */
  function build(width) {
    cells = [];
    const across = width >= ACROSS;
    const many = run.algos.length > FEW;
    setClass(el, "rv-many-runs", many);
    /** @param {number} height @param {(Node | null)[]} children */
    const tr = (height, ...children) => html("tr", { style: `height:${height}px` }, ...children);
    /** @param {Algo} a @param {string} scope */
    const name = (a, scope) => {
      return html(
        "th",
        { scope, title: a.label },
        html(
          "span",
          { class: "rv-algo" },
          markerIcon(a),
          html("b", { class: many && !across ? "rv-hidden" : null }, shortLabel(a, across ? WIDE : LONG)),
        ),
      );
    };
    const head = across ? measures.map((m) => measureHead(m, false)) : run.algos.map((a) => name(a, "col"));
    const top = across ? ROW.head : ROW.names;
    const heights = across
      ? run.algos.map(() => (many ? ROW.plain : rowHeight(measures)))
      : measures.map((m) => Math.max(rowHeight([m]), 40));
    const rows = across
      ? run.algos.map((a, i) => tr(heights[i], name(a, "row"), ...measures.map((m) => valueCell(a, m))))
      : measures.map((m, i) =>
          tr(heights[i], measureHead(m, true), ...run.algos.map((a) => valueCell(a, m))),
        );
    const corner = html(
      "th",
      {},
      "at the cursor",
      showsHeld ? html("small", {}, "(held-out)") : null,
      hasFresh ? html("small", {}, "[population]") : null,
    );
    const lines = (width < ONE_LINE ? 2 : 1) + (losses ? 1 : 0);
    el.replaceChildren(
      html(
        "table",
        { class: across ? null : "rv-upright" },
        html("thead", {}, tr(top, corner, ...head)),
        html("tbody", {}, ...rows),
      ),
      switches(lines * SWITCHES.line),
    );
    return heights.reduce((sum, px) => sum + px, top) + lines * SWITCHES.line + SWITCHES.margin;
  }

  /** @param {number} height px */
  function switches(height) {
    const usual = view.curves === null ? "all" : "none";
    return html(
      "div",
      { class: "rv-switches", style: `height:${height}px` },
      losses && !view.only
        ? check(
            "each algorithm’s own loss",
            usual,
            (on) => (view.curves = on ? null : new Set(chosen())),
            "For each algorithm the loss that it lowers, its bound, and the test error",
          )
        : null,
      hasHeld && !heldOnly
        ? check(
            "held-out curves",
            view.heldout ? "all" : "none",
            (on) => (view.heldout = on),
            meaning("held-out"),
          )
        : null,
      losses
        ? check(
            "log scale",
            isLog(run, view) ? "all" : "none",
            (on) => (view.log = on),
            "Each factor of ten takes up the same height",
          )
        : null,
      losses ? html("span", { class: "rv-left-out" }, whyLeftOut()) : null,
    );
  }

  /** Why a chosen bound is not drawn. */
  function whyLeftOut() {
    const [first, ...more] = omittedBounds(run, view);
    if (!first) return "";
    const symbol = symbolOf(run, first.loss);
    const same = [first, ...more.filter((a) => a.loss === first.loss)].map((a) => a.label).join(", ");
    return `No bound for ${same}, because it limits ${symbol}, which is not drawn.`;
  }

  return {
    el,
    build,
    /** @param {Run} next */
    adopt(next) {
      for (const c of cells) c.algo = next.algos[c.algo.index];
    },
    /** @param {number} t */
    draw(t) {
      for (const c of cells) setText(c.node, valueText(c.algo, c.key, t));
    },
    /** @param {number} t */
    describe(t) {
      for (const c of cells) {
        const none = c.node.textContent === NONE;
        const all = fullText(c.algo, c.key, t);
        setAttr(
          c.node,
          "title",
          none ? missing(c.algo, c.key) : c.key === "bound" ? `${all} = ${c.algo.boundLabel}` : all,
        );
      }
    },
  };
}
