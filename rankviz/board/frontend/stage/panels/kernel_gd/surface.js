/** The score: over two features a landscape with contour lines and items; below it, the scores of both classes. */

import { numberLink } from "../../draw/explained_number.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { num } from "../../draw/format.js";
import { svg } from "../../draw/svg.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { columnHeads, HEAD } from "../column_head.js";
import { frame, tilePicture } from "../panel.js";
import { classesStrip } from "./class_distributions.js";
import { landscape } from "./landscape.js";
import { bestAuc, bestTitle, bestScoreBox } from "./best_score.js";
/** @import { Theme } from "../../draw/theme.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const FOOT = 20;
/** Boxes lower than this have the landscape only, px. */
const BOTH = 230;
const STRIP = { least: 66, most: 150, share: 0.22 };
/** Maximum height of a landscape relative to its width. */
const MAP = 1.25;
/** Boxes wider than this times their height have the classes beside the landscape. */
const BESIDE = 1.6;
/** From this height on tiles have a legend, px. */
const LEGEND = 260;
/** Boxes narrower than this have type of 12 px, and no second text beside the name. */
const FINE = 420;
const NOTED = 420;
/** From these widths on boxes have the held-out AUC, px: with the mark of a held-out item, and in words. */
const [MARKED, SPELT] = [160, 215];
/** Room for the AUC, by what stands before the held-out one, px. @type {Record<string, number>} */
const AUC = { "": 85, " ○": 130, ", held out": 165 };
/** From this width on the legend has the best possible score's AUC, px. */
const BEST_FROM = 560;
const GAP = 10;
/** The first box's share of the width if others are beside it, or of the height if they are below. */
const LEADING_SHARE = 0.6;
/** In tiles this much wider than high, the others are beside the first box. */
const WIDE = 1.15;

/** @param {Ctx} ctx @returns {Panel} */
export function surfacePanel(ctx) {
  const { run, theme } = ctx;
  const { meta } = pictureOf(run, "kernel");
  const plane = meta.plane;
  const { el, body } = frame(
    "surface",
    plane ? "The score, a landscape" : "The scores of both classes",
    plane
      ? "each point of the plane has a score: orange above, purple below the midpoint between the two classes' mean scores. Along a line the score is the same. Below: how many positives (up) and negatives (down) have each score; outlines: held-out items. AUC: the share of pairs in the right order. Where the distribution of the data is known, the last picture shows the ideal score, which no other beats on new data in the long run; on as few items as here others may have a higher AUC. Only the order of the scores counts, so compare the shapes of the lines, not their distances."
      : "how many positives (orange, up) and negatives (purple, down) have each score. The less the two overlap, the better the order. AUC: the share of pairs in the right order.",
  );
  /** @type {ReturnType<typeof column>[]} */
  let cols = [];
  /** @type {ReturnType<typeof bestScoreBox> | null} */
  let lawful = null;
  // The kernel method leads; the others are for comparison.
  const leads = (/** @type {Algo} */ a) => (a.index === meta.kernel ? 0 : 1);
  const drawable = run.algos.filter((a) => meta.runs[a.index]?.classes).sort((a, b) => leads(a) - leads(b));

  /** Divide a box between landscape and classes: below it, beside it if that makes it larger, or none. @param {number} width @param {number} height px */
  function shares(width, height) {
    if (!plane) return { map: { width, height: 0 }, strip: { width, height: Math.min(height, 300) } };
    if (height < BOTH) return { map: { width, height }, strip: null };
    if (width > BESIDE * height) {
      const map = Math.min(Math.round(0.74 * width), Math.round(BESIDE * height));
      return {
        map: { width: map, height },
        strip: { width: width - map - 16, height: Math.min(height, 260) },
      };
    }
    const spare = Math.max(STRIP.least, Math.round(STRIP.share * height), Math.round(height - MAP * width));
    const strip = Math.min(STRIP.most, spare);
    return { map: { width, height: height - strip }, strip: { width, height: strip } };
  }

  /** @param {Algo} algo @param {number} width @param {number} height px, without the head */
  function column(algo, width, height) {
    const { classes, surface } = meta.runs[algo.index] ?? {};
    const auc = html("span", { class: "rv-auc" });
    const opens = algo.boosted || algo.index === meta.kernel;
    const { map: mapBox, strip } = shares(width, height);
    const map = plane && surface ? landscape(ctx, algo, plane, surface, mapBox) : null;
    const lower = strip && classes ? classesStrip(ctx, algo, classes, strip.width, strip.height) : null;
    const pic = tilePicture(...(map ? [map.el] : []), ...(lower ? [lower.el] : []));
    setClass(pic, "rv-map-beside", mapBox.width < width);
    const note = map && width >= NOTED ? map.note : null;
    return {
      algo,
      map,
      lower,
      pic,
      note,
      auc,
      aucs: opens ? numberLink(algo, "r2", auc) : auc,
      heldBy: !algo.curves.r2_holdout || width < MARKED ? "" : width < SPELT ? " ○" : ", held out",
    };
  }

  /** @param {ReturnType<typeof column>} c @param {number} width px */
  function headOf(c, width) {
    const texts = (c.note ? 130 : 0) + AUC[c.heldBy];
    const head = columnHeads({ ...ctx, run: { ...run, algos: drawable } }, Math.max(24, width - texts));
    return head(c.algo, html("span", { class: "rv-head-texts" }, ...(c.note ? [c.note] : []), c.aucs));
  }

  /** Return the AUC in training and, if it fits, held out. @param {Algo} algo @param {number} t @param {string} heldBy */
  function aucs(algo, t, heldBy) {
    const s = stateAt(algo, t);
    const held = algo.curves.r2_holdout?.[s] ?? NaN;
    return `AUC ${num(1 - algo.curves.r2[s])}${heldBy && Number.isFinite(held) ? `${heldBy} ${num(1 - held)}` : ""}`;
  }

  return {
    el,
    build(width, height) {
      if (drawable.length === 0) {
        cols = [];
        body.replaceChildren(
          html("p", { class: "rv-note" }, "These data are not bipartite: there are no two classes to draw."),
        );
        return;
      }
      const foot = height >= LEGEND ? FOOT : 0;
      const best = plane ? (meta.law?.surface ?? null) : null;
      const grid = leadingBoxes(width, height - foot, drawable.length + (best ? 1 : 0));
      cols = drawable.map((algo, i) => column(algo, grid.boxes[i].width, grid.boxes[i].height - HEAD));
      const boxes = cols.map((c, i) =>
        html("div", { style: i ? "" : grid.first }, headOf(c, grid.boxes[i].width), c.pic),
      );
      lawful = null;
      if (plane && meta.law && best) {
        lawful = bestScoreBox(ctx, plane, meta.law, best, grid.boxes[drawable.length], HEAD);
        boxes.push(lawful.el);
      }
      const all = html("div", { class: "rv-cells", style: grid.style }, ...boxes);
      setClass(all, "rv-fine", width < FINE);
      body.replaceChildren(all, ...(foot ? [legend(width)] : []));
    },
    draw(t) {
      for (const c of cols) {
        c.map?.draw(t);
        c.lower?.draw(t);
        setText(c.auc, aucs(c.algo, t, c.heldBy));
      }
      lawful?.draw(t);
    },
    describe(t) {
      for (const c of cols) {
        const s = stateAt(c.algo, t);
        const held = c.algo.curves.r2_holdout?.[s] ?? NaN;
        const auc = `AUC ${num(1 - c.algo.curves.r2[s])}${Number.isFinite(held) ? `, ${num(1 - held)} held out` : ""}`;
        setAttr(c.auc, "title", auc);
        const what = `${c.map ? "Landscape of the score and d" : "D"}istributions of both classes' scores`;
        setAttr(c.pic, "aria-label", `${what}, ${c.algo.label}, after ${s} of ${run.rounds}: ${auc}.`);
      }
    },
    hover(h) {
      for (const c of cols) c.map?.hover(h);
      lawful?.hover(h);
    },
    retheme() {
      ctx.redraw();
    },
  };

  /** Return the best possible AUC, where no plane shows that score. @param {number} width px */
  function best(width) {
    if (!meta.law || lawful || width < BEST_FROM) return null;
    return html(
      "span",
      { title: bestTitle(meta.law) },
      "best possible score: ",
      html("b", {}, bestAuc(meta.law, true)),
    );
  }

  /** @param {number} width px */
  function legend(width) {
    const held = run.algos.some((a) => Number.isFinite(a.curves.r2_holdout?.[0]));
    return html(
      "div",
      { class: "rv-cell-foot" },
      html("span", {}, mark(theme, true, false), "positive"),
      html("span", {}, mark(theme, false, false), "negative"),
      plane?.held ? html("span", {}, mark(theme, true, true), mark(theme, false, true), "held out") : null,
      !plane && held ? html("span", {}, "outline: held out") : null,
      best(width),
    );
  }
}

/** Draw an item as the landscape does. @param {Theme} theme @param {boolean} positive @param {boolean} hollow */
function mark(theme, positive, hollow) {
  const s = svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" });
  const color = theme.weight(positive ? 1 : -1);
  s.append(
    svg("path", {
      d: positive ? "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z" : "M-4 -4H4V4H-4Z",
      fill: hollow ? "none" : color,
      stroke: hollow ? color : theme.page,
      "stroke-width": hollow ? 1.8 : 1,
    }),
  );
  return s;
}

/** @typedef {{boxes: {width: number, height: number}[], style: string, first: string}} Hero `style` of the grid; `first`: style of its first box */

/** Return boxes of which the first has most of the room; the others share what is beside or below it. @param {number} width px @param {number} height px @param {number} count @returns {Hero} */
export function leadingBoxes(width, height, count) {
  const others = count - 1;
  if (others < 1) return { boxes: [{ width, height }], style: `grid-template-columns:${width}px`, first: "" };
  return width >= WIDE * height ? beside(width, height, others) : below(width, height, others);
}

/** @param {number} width @param {number} height @param {number} others @returns {Hero} */
function beside(width, height, others) {
  const lead = Math.round((width - GAP) * LEADING_SHARE);
  const rest = { width: width - GAP - lead, height: share(height, others) };
  return {
    boxes: [{ width: lead, height }, ...repeat(rest, others)],
    style: `gap:${GAP}px;grid-template-columns:${lead}px ${rest.width}px;grid-auto-rows:${rest.height}px`,
    first: `grid-row:span ${others}`,
  };
}

/** @param {number} width @param {number} height @param {number} others @returns {Hero} */
function below(width, height, others) {
  const lead = Math.round((height - GAP) * LEADING_SHARE);
  const rest = { width: share(width, others), height: height - GAP - lead };
  return {
    boxes: [{ width, height: lead }, ...repeat(rest, others)],
    style: `gap:${GAP}px;grid-template-columns:repeat(${others},${rest.width}px);grid-template-rows:${lead}px ${rest.height}px`,
    first: `grid-column:span ${others}`,
  };
}

/** @param {number} room @param {number} count */
const share = (room, count) => Math.floor((room - GAP * (count - 1)) / count);

/** @param {{width: number, height: number}} box @param {number} count */
const repeat = (box, count) => Array.from({ length: count }, () => box);
