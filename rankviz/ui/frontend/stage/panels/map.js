/** Pair weights: what boosting is looking at. One map per algorithm on the same items in true order. */

import { html, setAttr } from "../draw/dom.js";
import { times } from "../draw/format.js";
import { mapCanvas } from "../draw/map_canvas.js";
import { movers } from "./movers.js";
import { pairFinder, queryRange, standing } from "../run/pairs.js";
import { algoName, columns, frame, picture, queryChooser, shown } from "./panel.js";
import { factorOf, stateAt } from "../run/run.js";
import { svg } from "../draw/svg.js";

/** @param {import("./panel.js").Ctx} ctx @returns {import("./panel.js").Panel} */
export function mapPanel(ctx) {
  const { run, theme } = ctx;
  const pairs = run.map.kind === "pairs";
  const { el, body } = frame(
    "map",
    "Pair weights",
    pairs
      ? "each square is one {critical pair}: its row is the item that should stand higher, its column the lower one, both in true order. Colour: its weight {D} against the {equal share}."
      : `${run.map.note} Rows should stand above columns. Colour: mean weight {D} against the {equal share}.`,
    pairs ? [queryChooser(ctx)] : [],
  );
  const shared = { find: pairFinder(run), standing: standing(run), reach: reachOf(run) };
  /** @type {{canvas: ReturnType<typeof mapCanvas>, movers: ReturnType<typeof movers>, pic: HTMLElement, algo: import("../run/run.js").Algo}[]} */
  let cols = [];

  return {
    el,
    build(width) {
      const grid = columns(width, run.algos.length, 250);
      const window_ = windowOf(ctx, grid.width);
      const table = theme.weightTable(shared.reach);
      const { algos, tabs } = shown(ctx, grid);
      cols = algos.map((algo) => {
        const canvas = mapCanvas(ctx, algo, grid.width, window_, table, shared);
        return { algo, canvas, movers: movers(ctx, algo, grid.width), pic: picture(canvas.el) };
      });
      const only =
        window_[1] - window_[0] < run.map.rows.length && pairs
          ? html("p", { class: "rv-note" }, `Shown: the pairs of query ${run.queries[ctx.view.query] ?? ""}.`)
          : null;
      body.replaceChildren(
        ...(tabs ? [tabs] : []),
        legend(),
        ...(only ? [only] : []),
        html(
          "div",
          { class: "rv-columns", style: grid.style },
          ...cols.map((c) =>
            html("div", {}, html("div", { class: "rv-column-head" }, algoName(c.algo)), c.pic, c.movers.el),
          ),
        ),
      );
    },
    draw(t) {
      for (const c of cols) {
        c.canvas.draw(t);
        c.movers.draw(t);
      }
    },
    describe(t) {
      for (const c of cols) {
        c.movers.describe(t);
        setAttr(
          c.pic,
          "aria-label",
          `Map of pair weights, ${c.algo.label}, after ${stateAt(c.algo, t)} of ${run.rounds}. ${c.movers.text(t)}`,
        );
      }
    },
    hover(h) {
      for (const c of cols) {
        c.canvas.hover(h);
        c.movers.hover(h);
      }
    },
    retheme() {
      const table = theme.weightTable(shared.reach);
      for (const c of cols) c.canvas.retheme(table);
      el.querySelector(".rv-map-legend")?.replaceWith(legend());
    },
  };

  function legend() {
    const bar = svg("svg", { width: 168, height: 14, "aria-hidden": "true" });
    for (let i = 0; i < 42; i++)
      bar.append(svg("rect", { x: i * 4, width: 4.2, height: 14, fill: theme.weight((i / 41) * 2 - 1) }));
    /** @param {string} d @param {string} text */
    const mark = (d, text) => {
      const s = svg("svg", { width: 14, height: 14, "aria-hidden": "true" });
      s.append(
        svg("rect", { width: 14, height: 14, fill: theme.weight(0) }),
        svg("path", { d, class: "rv-map-ink" }),
      );
      return html("span", {}, s, text);
    };
    const zero = svg("svg", { width: 14, height: 14, "aria-hidden": "true" });
    zero.append(svg("rect", { x: 0.5, y: 0.5, width: 13, height: 13, class: "rv-hollow" }));
    const end = factorOf(128 + 16 * shared.reach);
    return html(
      "div",
      { class: "rv-map-legend" },
      html("span", {}, `×1/${end}`, bar, `×${end}`, html("small", {}, "(middle: equal share)")),
      html("span", {}, zero, "weight 0"),
      html(
        "span",
        { class: "rv-group" },
        html("i", {}, "the chosen ranker:"),
        mark("", "orders it correctly"),
        mark("M5 5H9V9H5Z", "ties it"),
        mark("M2.5 2.5L11.5 11.5M11.5 2.5L2.5 11.5", "reverses it"),
      ),
      pairs ? null : html("small", {}, "(what it does to most pairs of the square)"),
    );
  }
}

/**
 * The part of the true order that is drawn: everything, or one query when everything would be too small to see.
 * @param {import("./panel.js").Ctx} ctx @param {number} width @returns {[number, number]}
 */
function windowOf({ run, view }, width) {
  const all = run.map.rows.length;
  if (run.map.kind === "pairs" && run.queries.length > 1 && width / all < 12)
    return queryRange(run, view.query);
  return [0, all];
}

/** How far the colours reach, log2: what nearly all weights of the run need, on a round number. @param {import("../run/run.js").Run} run */
function reachOf(run) {
  /** @type {number[]} */
  const seen = [];
  for (const a of run.algos) {
    const step = Math.max(1, Math.floor(a.rounds / 12));
    const skip = Math.max(1, Math.floor(run.cells / 150));
    for (let s = step; s <= a.rounds; s += step)
      for (let p = 0; p < run.cells; p += skip)
        if (a.weight[s * run.cells + p] > 0) seen.push(Math.abs(a.weight[s * run.cells + p] - 128) / 16);
  }
  seen.sort((a, b) => a - b);
  const need = seen[Math.floor(seen.length * 0.96)] ?? 1;
  return [1, 2, 3, 4, 5].find((r) => need <= r * 1.1) ?? 6;
}

/** @param {import("../run/run.js").Run} run @param {import("../run/run.js").Algo} a @param {number} t @param {number} cell */
export function cellText(run, a, t, cell) {
  const s = stateAt(a, t);
  const weight = `weight ${times(factorOf(a.weight[s * run.cells + cell]))}`;
  if (s === 0 || !a.cellCorrect || !a.cellReversed) return weight;
  const at = (s - 1) * run.cells + cell;
  return `${weight}, ${Math.round(a.cellCorrect[at] / 2.55)} % correct, ${Math.round(a.cellReversed[at] / 2.55)} % reversed`;
}
