/** Pair weights: what boosting focuses on. One map per algorithm, with the same rows, columns and colours. */

import { crossfade } from "../../beats/motion.js";
import { html, setAttr } from "../../draw/dom.js";
import { measurer, textWidth } from "../../draw/fit_text.js";
import { mapCanvas } from "./map_canvas.js";
import { GAP, mapPlan, usedAxes } from "./map_layout.js";
import { rowNames } from "./map_names.js";
import { markerIcon } from "../../draw/svg.js";
import { shortNames } from "../../draw/short_names.js";
import { pairFinder, queryRange, trueHeights } from "../../run/pairs.js";
import { moversOf } from "../../run/movers.js";
import { stateAt } from "../../run/run.js";
import { columnHeads } from "../column_head.js";
import { blockName, heaviestPair } from "./heaviest_pair.js";
import { mapLegend } from "./map_legend.js";
import { moverList } from "./movers.js";
import { frame, tilePicture, queryChooser } from "../panel.js";
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */
/** @import { Shared } from "./map_canvas.js" */
/** @import { MapPlan } from "./map_layout.js" */

/** Maximum width of row and column names, px. */
const MAX_NAME = 120;
/** Width of the marker and the heaviest weight in the head of a low map, px. */
const LOW_HEAD = 68;
/** One map shows all queries if its cells are at least this large, px. */
const ALL_QUERIES = 12;

/**
 * @typedef {Object} Column
 * @property {Algo} algo
 * @property {ReturnType<typeof mapCanvas>} canvas
 * @property {ReturnType<typeof heaviestPair>} most
 * @property {ReturnType<typeof moverList> | null} moved
 * @property {HTMLElement} pic
 */

/** @param {Ctx} ctx @returns {Panel} */
export function mapPanel(ctx) {
  const { theme } = ctx;
  let given = ctx;
  let { run } = ctx;
  const pairs = run.map.kind === "pairs";
  const { el, body } = frame(
    "map",
    "Pair weights",
    pairs
      ? "each square is one {critical pair}: its row is the item that should rank higher, its column the lower one, both in true order. Colour: its weight {D} relative to the {equal share}. A dot: this round's ranker ties the pair; a cross: it reverses the pair. Coloured edges: the items' grades. Below each map is its heaviest pair."
      : `${run.map.note} Rows should rank above columns. Colour: mean weight {D} relative to the {equal share}. A dot: this round's ranker ties most of the pairs; a cross: it reverses most.`,
    pairs ? [queryChooser(ctx)] : [],
  );
  let find = pairFinder(run);
  const reach = reachOf(run);
  /** @type {Column[]} */
  let cols = [];
  let [width, height] = [0, 0];
  /** @type {Shared | null} */
  let shared = null;
  /** @type {HTMLElement} */
  let legend = html("div");

  /** Return what all maps share. @param {number} wide @param {number} tall px @returns {Shared} */
  function sharedIn(wide, tall) {
    const measure = measurer(`13px ${theme.font}`);
    const within = (/** @type {[number, number]} */ range) => {
      const axes = usedAxes(run, range);
      const rows = axes.rows.map((at) => blockName(run.map.rows[at]));
      const columns = axes.columns.map((at) => blockName(run.map.cols[at]));
      const widest = (/** @type {string[]} */ texts) =>
        Math.max(0, ...shortNames(texts, MAX_NAME, measure).map(measure));
      const plan = mapPlan({
        width: wide,
        height: tall,
        count: run.algos.length,
        rows: rows.length,
        columns: columns.length,
        names: { row: widest(rows) + 4, column: widest(columns) },
        blocks: !pairs,
      });
      return {
        axes,
        plan,
        find,
        standing: trueHeights(run),
        rowNames: plan.named ? shortNames(rows, plan.left - 4, measure) : [],
        columnNames: plan.titled
          ? shortNames(columns, plan.level ? plan.cellWidth : plan.top - 4, measure)
          : [],
      };
    };
    const all = within([0, run.map.rows.length]);
    const one =
      pairs && run.queries.length > 1 && Math.min(all.plan.cellWidth, all.plan.cellHeight) < ALL_QUERIES;
    return one ? within(queryRange(run, ctx.view.query)) : all;
  }

  /** Draw the names of the rows. @param {Shared} its */
  const besideRows = (its) => html("div", { class: "rv-map-rows" }, rowNames(its, run.map.rows));

  /** Take over other pairs, if the maps' layout is unchanged; otherwise rebuild. */
  function rearrange() {
    const before = shared;
    const now = sharedIn(width, height);
    if (!before || !fits(before, now)) return panel.build(width, height);
    shared = now;
    cols.forEach((c, i) => {
      c.algo = run.algos[i];
      for (const part of [c.canvas, c.most, c.moved]) part?.adopt(c.algo, { ctx: given, shared: now });
    });
    for (const names of body.querySelectorAll(".rv-map-rows")) names.replaceWith(besideRows(now));
  }

  /** @param {number} wide px */
  const legendOf = (wide) => mapLegend(given, reach, wide, pairs && !shared?.plan.named);

  /** @type {Panel} */
  const panel = {
    el,
    build(wide, tall) {
      [width, height] = [wide, tall];
      const all = sharedIn(wide, tall);
      shared = all;
      legend = legendOf(wide);
      const { plan, axes } = all;
      if (axes.index.length === 0) {
        cols = [];
        body.replaceChildren(html("p", { class: "rv-note" }, "No pairs in this query."));
        return;
      }
      const table = theme.weightTable(reach);
      cols = run.algos.map((algo) => {
        const canvas = mapCanvas(given, algo, table, all);
        const most = heaviestPair(given, algo, all);
        const moved = plan.movers ? moverList(given, algo, plan.moverWidth, plan.movers) : null;
        return { algo, canvas, most, moved, pic: tilePicture(canvas.el) };
      });
      const head = columnHeads(given, plan.width);
      /** @param {Column} c @param {number} i */
      const block = (c, i) => [
        plan.named && i % plan.columns === 0 && besideRows(all),
        html("div", {}, plan.low ? lowHead(c, plan.width) : head(c.algo), c.pic, c.most.el),
      ];
      const names = plan.named ? `${plan.left}px ` : "";
      body.replaceChildren(
        html(
          "div",
          {
            class: "rv-maps",
            style: `height:${plan.room}px;grid-template-columns:${names}repeat(${plan.columns},${plan.width}px)`,
          },
          ...cols.flatMap(block),
        ),
        legend,
        ...(plan.movers ? [moversGrid(plan)] : []),
      );
    },
    takes: (next) => next.map.kind === run.map.kind,
    adopt(next) {
      const alike = next.run.cellRow === run.cellRow && next.run.grades === run.grades;
      [given, run] = [next, next.run];
      if (!alike) {
        find = pairFinder(run);
        return rearrange();
      }
      cols.forEach((c, i) => {
        c.algo = run.algos[i];
        for (const part of [c.canvas, c.most, c.moved]) part?.adopt(c.algo);
      });
    },
    draw(t) {
      for (const c of cols) {
        c.canvas.draw(t);
        c.most.draw(t);
        c.moved?.draw(t);
      }
    },
    move(t, draw) {
      const moving = cols.filter((c) => t <= c.algo.rounds);
      crossfade(
        moving.map((c) => c.canvas.canvas),
        0,
      );
      draw();
      if (!pairs) return;
      for (const c of moving)
        for (const m of moversOf(run, c.algo, t)) c.canvas.swell(m.pair, m.after > m.before);
    },
    describe(t) {
      for (const c of cols) {
        c.most.describe(t);
        c.moved?.describe(t);
        setAttr(
          c.pic,
          "aria-label",
          `Map of pair weights, ${c.algo.label}, after ${stateAt(c.algo, t)} of ${run.rounds}. ${c.most.text(t)} ${c.moved?.text(t) ?? ""}`.trim(),
        );
      }
    },
    hover(h) {
      for (const c of cols) {
        c.canvas.hover(h);
        c.most.hover(h);
        c.moved?.hover(h);
      }
    },
    retheme() {
      const table = theme.weightTable(reach);
      for (const c of cols) c.canvas.retheme(table);
      legend.replaceWith((legend = legendOf(width)));
    },
  };
  return panel;

  /** @param {Column} c @param {number} width px */
  function lowHead(c, width) {
    const short = c.algo.short;
    const free = width - LOW_HEAD - textWidth(`700 12px ${theme.font}`, short);
    const name = free >= 0 ? html("b", {}, short) : html("span", { class: "rv-hidden" }, c.algo.label);
    return html(
      "div",
      { class: "rv-tile-head", title: c.algo.label },
      html("span", { class: "rv-algo" }, markerIcon(c.algo), name, c.most.factor),
    );
  }

  /** @param {MapPlan} plan */
  function moversGrid(plan) {
    const head = columnHeads(given, plan.moverWidth);
    return html(
      "div",
      {
        class: "rv-movers-grid",
        style: `gap:${GAP}px;grid-template-columns:repeat(${plan.moverColumns},${plan.moverWidth}px)`,
      },
      ...cols.map((c) => html("div", {}, head(c.algo), c.moved?.el)),
    );
  }
}

/** Return whether maps of other pairs have the same layout. @param {Shared} a @param {Shared} b */
const fits = (a, b) =>
  a.axes.index.length > 0 &&
  b.axes.index.length > 0 &&
  a.axes.rows.length === b.axes.rows.length &&
  a.axes.columns.length === b.axes.columns.length &&
  JSON.stringify(a.plan) === JSON.stringify(b.plan);

/** Return the range of the colours, log2: what nearly all weights of the run need, rounded. @param {Run} run */
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
