/** Ranking: a bump chart per algorithm, side by side with the same scale of places. Equal scores share a place. */

import { html, setAttr, setAttrs, setText } from "../../draw/dom.js";
import { truncate, gradeText } from "../../draw/format.js";
import { measurer } from "../../draw/fit_text.js";
import { bumpChartCanvas } from "./bump_chart_canvas.js";
import { CHIP, columnParts, rankScale, roundsBack, textSize } from "./rank_layout.js";
import { shortNames } from "../../draw/short_names.js";
import { hasOrder, trueHeights } from "../../run/pairs.js";
import { numbered, stateAt } from "../../run/run.js";
import { columnHeads, HEAD, headLines } from "../column_head.js";
import { gradeLegend } from "../grade_legend.js";
import { frame, tilePicture, queryChooser } from "../panel.js";
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */
/** @import { Shape } from "./bump_chart_canvas.js" */
/** @import { RankScale } from "./rank_layout.js" */

const GAP = 6;
const FOOT = 18;
/** Tiles lower than this have no legend below, px. */
const MIN_WITH_FOOT = 140;
/** From this width on columns have the grade beside its colour, px. */
const WRITTEN = 190;
/** From this width on they also have its word, px. */
const SPELT = 300;
/** Grades up to this one are dots. */
const MAX_DOTS = 5;
const MIN_NAME = 30;
/** Width of the perfect order beside the columns, px. */
const TRUTH = 22;
/** Columns narrower than this, in which all items have names, go without it, px. */
const TRUTHFUL = 74;
/** From this width on columns show how many items of the highest grade are above all others, px. */
const COUNTED = 220;
/** @param {Ctx} ctx @returns {Panel} */
export function bumpChartPanel(ctx) {
  const { view, theme } = ctx;
  let given = ctx;
  let { run } = ctx;
  // Without grades there is no true order, only the one that the pairs give.
  const [ordered, graded] = [hasOrder(run), run.hasGrades];
  const truth = graded
    ? "; its colour is its true grade"
    : "; its colour is its place in the order given by the pairs";
  const order = graded ? " “true”: the perfect order." : " “given”: the order given by the pairs.";
  const { el, body } = frame(
    "ranking",
    "Ranking",
    `each line is an item, with the best place at the top, over the last rounds up to this one${ordered ? truth : ""}. Items in a bracket share a place (a tie). A bar at the end of the lines: this algorithm has stopped.${ordered ? order : ""}`,
    [queryChooser(ctx)],
  );
  /** @type {{algo: Algo, canvas: ReturnType<typeof bumpChartCanvas>, pic: HTMLElement, top: HTMLElement}[]} */
  let cols = [];
  /** @type {(algo: Algo, t: number) => string} */
  let onTop = () => "";
  /** @type {Shape | null} */
  let shape = null;
  const perfect = perfectOrder(ctx);
  const rounds = html("span", { class: "rv-ranks-rounds" });

  /** The items of the shown query, in true order. */
  function itemsShown() {
    const query = run.queries.length > 1 ? view.query : run.query[run.axis[0]];
    return run.axis.filter((i) => run.query[i] === query);
  }

  /**
   * Return what all columns share.
   * @param {Int32Array} items @param {RankScale} scale @param {number} width of a column @param {number} tall px
   * @returns {Shape}
   */
  function shapeOf(items, scale, width, tall) {
    const text = textSize(scale, width);
    const measure = measurer(`${text}px ${theme.font}`);
    const widest = (/** @type {string[]} */ texts) => Math.max(0, ...texts.map(measure));
    const written = run.hasGrades && width >= WRITTEN;
    const say = gradesInWords(run, width >= SPELT);
    const grades = Array.from(items, (i) => (written ? say(run.grades[i]) : ""));
    const place = measure(`=${scale.named}`);
    /** @param {string[]} names */
    const partsFor = (names) => columnParts(width, { place, grade: widest(grades), name: widest(names) });
    /** @param {string[]} labels */
    const named = (labels) => {
      const names = shortNames(labels, partsFor(labels).room || MIN_NAME, measure);
      return { names, parts: partsFor(names) }; // shortened names leave more room for the lines
    };
    const plain = Array.from(items, (i) => run.labels[i]);
    const marked = named(plain.map((name) => numbered(name)));
    // The minus sign gives way before the number does.
    const { names, parts } = marked.parts.room ? marked : named(plain);
    return {
      items,
      scale,
      text,
      parts,
      width,
      names,
      grades,
      height: tall,
      back: roundsBack(parts.edge, run.rounds),
      standing: trueHeights(run),
    };
  }

  /** Take over the items' new true order, if the pictures keep their size. @param {RankScale} scale @param {number} each px @param {number} room px */
  function adoptOrder(scale, each, room) {
    const items = itemsShown();
    onTop = each >= COUNTED ? counter(run, items) : () => "";
    shape = shapeOf(items, scale, each, room);
    perfect.draw(shape);
    return shape;
  }

  function legendAnew() {
    el.querySelector(".rv-grade-legend")?.replaceWith(gradeLegend(given, body.clientWidth));
  }

  return {
    el,
    first: true,
    build(width, tall) {
      const foot = tall >= MIN_WITH_FOOT ? FOOT : 0;
      const count = run.algos.length;
      const whole = Math.floor((width - GAP * (count - 1)) / count);
      const items = itemsShown().length;
      const lines = headLines(given, whole - (ordered ? Math.ceil((TRUTH + GAP) / count) : 0) + GAP);
      const room = tall - HEAD * lines - foot - 2;
      const scale = rankScale(items, room);
      const beside = !ordered || (whole < TRUTHFUL && scale.named === items) ? 0 : TRUTH + GAP;
      const each = Math.floor((width - beside - GAP * (count - 1)) / count);
      const of = adoptOrder(scale, each, room);
      const head = columnHeads(given, each + GAP, lines);
      cols = run.algos.map((algo) => {
        const canvas = bumpChartCanvas(given, algo, of);
        return {
          algo,
          canvas,
          pic: tilePicture(canvas.el),
          top: html("span", { class: "rv-on-top", title: "items of the highest grade above all others" }),
        };
      });
      body.replaceChildren(
        html(
          "div",
          {
            class: "rv-ranks",
            style: `--rv-head:${HEAD * lines}px;grid-template-columns:repeat(${count},${each}px) ${beside ? TRUTH : 0}px`,
          },
          ...cols.map((c) => html("div", {}, head(c.algo, c.top), c.pic)),
          beside > 0 &&
            html(
              "div",
              {},
              html("div", { class: "rv-tile-head rv-ranks-true" }, graded ? "true" : "given"),
              perfect.el,
            ),
        ),
        ...(foot ? [html("div", { class: "rv-ranks-foot" }, gradeLegend(given, width), rounds)] : []),
      );
    },
    adopt(next) {
      const alike = next.run.axis === run.axis && next.run.grades === run.grades;
      [given, run] = [next, next.run];
      const other = !alike && shape ? adoptOrder(shape.scale, shape.width, shape.height) : undefined;
      cols.forEach((c, i) => {
        c.algo = run.algos[i];
        c.canvas.adopt(c.algo, other);
      });
      if (other) legendAnew();
    },
    draw(t) {
      for (const c of cols) {
        c.canvas.draw(t);
        setText(c.top, onTop(c.algo, t));
      }
      setText(rounds, t === 0 ? "" : `rounds ${Math.max(0, t - (shape?.back ?? 1))}–${t}`);
    },
    move(t, draw) {
      for (const c of cols) if (t <= c.algo.rounds) c.canvas.slide(t);
      draw(); // a slide in progress draws itself
    },
    describe(t) {
      for (const c of cols) {
        const s = stateAt(c.algo, t);
        const ended = t > c.algo.rounds ? ", where it stopped" : "";
        setAttr(
          c.pic,
          "aria-label",
          `Ranking by ${c.algo.label}, after ${s} of ${run.rounds}${ended}. First places: ${c.canvas.first(t, 5)}.`,
        );
      }
    },
    hover(h) {
      for (const c of cols) c.canvas.hover(h);
    },
    retheme() {
      for (const c of cols) c.canvas.retheme();
      if (shape) perfect.draw(shape);
      legendAnew();
    },
  };
}

/** Return the format of grades: dots if they are few, else numbers. @param {Run} run @param {boolean} spelt @returns {(grade: number) => string} */
function gradesInWords(run, spelt) {
  const [least, most] = [Math.min(...run.grades), Math.max(...run.grades)];
  if (run.grades.every(Number.isInteger) && least >= 0 && most <= MAX_DOTS)
    return (g) => "●".repeat(g) + "○".repeat(most - g);
  return (g) => `${spelt ? "grade " : ""}${truncate(gradeText(g), 5)}`;
}

/**
 * Count the items of the highest grade above all others, if there are several of either.
 * @param {Run} run @param {ArrayLike<number>} items @returns {(algo: Algo, t: number) => string}
 */
function counter(run, items) {
  const all = Array.from(items);
  const best = Math.max(...all.map((i) => run.grades[i]));
  const [top, rest] = [all.filter((i) => run.grades[i] === best), all.filter((i) => run.grades[i] < best)];
  if (!run.hasGrades || top.length < 2 || rest.length === 0) return () => "";
  return (algo, t) => {
    const from = stateAt(algo, t) * run.n;
    const first = rest.reduce((place, i) => Math.min(place, algo.place[from + i]), Infinity);
    const count = top.filter((i) => algo.place[from + i] < first).length;
    return `on top: ${count} of ${top.length}`;
  };
}

/** Draw the perfect order as a strip of colours. @param {Ctx} ctx */
function perfectOrder({ theme, dense }) {
  const el = html("canvas", { "aria-hidden": "true" });
  /** @param {Shape} shape */
  function draw({ items, scale, height, standing: high }) {
    const tall = Math.round(height * dense);
    if (el.height !== tall) {
      setAttrs(el, { width: Math.round(CHIP * dense), height: tall });
      el.style.cssText = `width:${CHIP}px;height:${height}px`;
    }
    const paper = /** @type {CanvasRenderingContext2D} */ (el.getContext("2d"));
    paper.setTransform(dense, 0, 0, dense, 0, 0);
    paper.clearRect(0, 0, CHIP, height);
    items.forEach((item, i) => {
      paper.fillStyle = theme.grade(high(item));
      paper.fillRect(0, scale.top(i + 1), CHIP, scale.top(i + 2) - scale.top(i + 1) + 0.3);
    });
  }
  return { el, draw };
}
