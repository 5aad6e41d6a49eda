/**
 * A round on few items: the items in their true order, the answers of each ranker of the pool, the picked one lit, and an
 * arc per pair, as wide as its weight when the round begins.
 */

import { canChangeAnswers } from "../../branch/ranker_answers.js";
import { pairArc, arcWidth, arcUnit } from "../../draw/pair_arcs.js";
import { setAttr, setClass, setText } from "../../draw/dom.js";
import { measurer, widest } from "../../draw/fit_text.js";
import { gradeText, num } from "../../draw/format.js";
import { keyOf } from "../../draw/hover.js";
import { shortNames } from "../../draw/short_names.js";
import { canvasSvg, linear, svg } from "../../draw/svg.js";
import { answerOf, edgeAt } from "../../run/splits.js";
import { trueHeights } from "../../run/pairs.js";
import { factorOf, itemName } from "../../run/run.js";
import { answerFlipper } from "./answer_flipper.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Boosted, Run } from "../../run/run.js" */
/** @import { Question } from "../../run/splits.js" */
/** @import { Ctx } from "../panel.js" */

/** Heights of a ranker's row, px. */
const ROW = { least: 17, most: 64 };
/** Distances down to an item's name, its grade and the grade's colour, and their total height, px; `close` if arcs would have no room. */
const NAMES = {
  usual: { label: 17, grade: 34, chip: 39, all: 44 },
  close: { label: 12, grade: 23, chip: 27, all: 34 },
};
/** Height of a second level of names, px. */
const LEVEL = 13;
/** Return the distances for names on two levels. @param {typeof NAMES.usual} names */
const lower = ({ label, grade, chip, all }) => ({
  label: label + LEVEL,
  grade: grade + LEVEL,
  chip: chip + LEVEL,
  all: all + LEVEL,
});
/** Minimum height of legible arcs, px. */
const ARCS = { least: 40, share: 0.44 };
/** Height below the rows, px. */
const FOOT = 4;
/** An arc's height per pixel between its ends. */
const STEEPEST = 0.62;
/** From this tile width on the edges are beside the rows, in a column of this width; below it as numbers alone, where items keep this distance, px. */
const EDGES = { from: 400, width: 92, numbers: 38, step: 28 };
/** Smallest type of names, px. */
const SMALL = 12;
/** Grades up to this are drawn as stars. */
const STARS = 5;
/** Width of a star, and of a number with a star, px. */
const STAR = { width: 8.5, least: 20 };
const TREATED = /** @type {Record<string, string>} */ ({
  1: "rv-arc-correct",
  0: "rv-arc-tied",
  "-1": "rv-arc-reversed",
});

/** Return the minimum height of all rows, with or without arcs, px. @param {Run} run @param {boolean} arcs */
export const rowsHeight = ({ asks }, arcs, names = NAMES.close) =>
  (arcs ? ARCS.least : 0) + names.all + ROW.least * asks.pool.length + FOOT;

/**
 * @param {Ctx} ctx @param {Boosted} a @param {{width: number, height: number}} box
 * @param {(t: number) => Question | null} splitAt returns the split of a round, that of the pick or of a named ranker
 */
export function rowsPicture(ctx, a, { width, height }, splitAt) {
  const { run, ghosts, theme, hover, view } = ctx;
  const { pool } = run.asks;
  /** The drawn run, whose rankers may have other answers. */
  let now = run;
  const font = (/** @type {number} */ px, weight = 400) => `${weight} ${px}px ${theme.font}`;
  const text = width < 560 || height < 360 ? 13 : height < 700 ? 15 : 18;
  const left = Math.min(0.3 * width, widest(font(text, 700), pool) + 14);
  const roomy = (width - left - EDGES.numbers) / run.n >= EDGES.step;
  const beside = width >= EDGES.from ? EDGES.width : roomy ? EDGES.numbers : 4;
  const right = a.asked.edge || ghosts.length ? beside : 4;
  const step = (width - left - right) / run.n;
  const at = new Map(Array.from(run.axis, (item, i) => [item, left + step * (i + 0.5)]));
  const x = (/** @type {number} */ item) => at.get(item) ?? 0;
  // Type shrinks before names are on two levels, and these before a name is truncated.
  let small = text;
  while (small > SMALL && widest(font(small, 600), run.labels) > step - 4) small--;
  const usual = height >= rowsHeight(run, true, NAMES.usual) ? NAMES.usual : NAMES.close;
  const two =
    widest(font(small, 600), run.labels) > step - 4 && height >= rowsHeight(run, true, lower(usual));
  const names = two ? lower(usual) : usual;
  const row = Math.max(
    ROW.least,
    Math.min(
      ROW.most,
      Math.floor((height - names.all - Math.max(ARCS.least, ARCS.share * height)) / pool.length),
    ),
  );
  const arcs = Math.max(0, height - names.all - row * pool.length - FOOT);
  const labels = shortNames(run.labels, (two ? 2 : 1) * step - 4, measurer(font(small, 600)));
  const root = canvasSvg(width, height);

  // Pairs; wrong ones are drawn on top.
  const most = a.weight.reduce((high, code) => Math.max(high, factorOf(code)), 1);
  const unit = arcUnit(most, 3.2);
  // The widest arc has the full height.
  const steep = Math.min(STEEPEST, (arcs - 34) / (step * Math.max(1, run.n - 1)));
  const pairs =
    arcs < ARCS.least
      ? []
      : Array.from(run.pairHigher ?? [], (higher, p) => {
          const lower = run.pairLower?.[p] ?? 0;
          const shape = pairArc(x(higher), x(lower), arcs - 2, arcs - 10, steep);
          const el = svg("path", { class: "rv-arc", d: shape.d });
          const hit = svg("path", { class: "rv-arc-hit", d: shape.d });
          const cross = svg(
            "text",
            { class: "rv-arc-cross", x: shape.middle[0], y: shape.middle[1] + 5, "text-anchor": "middle" },
            "×",
          );
          const point = (/** @type {PointerEvent} */ event) =>
            hover.set({ pair: [higher, lower], x: event.clientX, y: event.clientY });
          hit.addEventListener("pointermove", point);
          hit.addEventListener("pointerleave", () => hover.set(null));
          return { p, higher, lower, el, hit, cross };
        });
  const layers = ["rv-arc-tied", "rv-arc-correct", "rv-arc-reversed"].map((name) => ({ name, g: svg("g") }));
  root.append(...layers.map((l) => l.g), svg("g", {}, ...pairs.map((p) => p.hit)));

  // Items.
  const high = trueHeights(run);
  const written = gradeFormat(run.grades, step);
  const items = Array.from(run.axis, (item, i) => {
    const g = svg(
      "g",
      { class: "rv-pick-item" },
      svg("rect", { x: x(item) - step / 2, y: arcs, width: step, height: height - arcs, class: "rv-hit" }),
      svg(
        "text",
        {
          x: x(item),
          y: arcs + names.label - (two && i % 2 === 0 ? LEVEL : 0),
          "text-anchor": "middle",
          class: "rv-pick-label",
          style: `font-size:${small}px`,
        },
        labels[item],
      ),
      svg(
        "text",
        {
          x: x(item),
          y: arcs + names.grade,
          "text-anchor": "middle",
          class: "rv-pick-grade",
          style: `font-size:${Math.min(14, Math.max(9, step / 4.4)).toFixed(1)}px`,
        },
        run.hasGrades ? written(run.grades[item]) : "",
      ),
      run.hasGrades
        ? svg("rect", {
            x: x(item) - Math.min(20, step / 2 - 3),
            y: arcs + names.chip,
            width: Math.min(40, step - 6),
            height: 4,
            rx: 2,
            fill: theme.grade(high(item)),
            class: "rv-pick-chip",
          })
        : null,
    );
    g.addEventListener("pointermove", (event) => hover.set({ item, x: event.clientX, y: event.clientY }));
    g.addEventListener("pointerleave", () => hover.set(null));
    return { item, g };
  });

  // Rankers.
  const first = arcs + names.all;
  const radius = Math.max(4, Math.min(row >= 48 ? 13 : 9, row / 2 - 3, step / 3));
  const edge = linear(0, bestEdge(a), 0, EDGES.width - 44);
  const rows = pool.map((name, k) => {
    const middle = first + row * (k + 0.5) + 2;
    const band = svg("rect", {
      x: 0,
      y: first + row * k + 2,
      width,
      height: row,
      rx: 6,
      class: "rv-pick-band",
    });
    const label = svg(
      "text",
      { x: 8, y: middle + 5, class: "rv-pick-name", style: `font-size:${text}px` },
      name,
    );
    const dots = Array.from(run.axis, (item) => svg("circle", { cx: x(item), cy: middle, r: radius }));
    const bar = svg("rect", { x: width - right + 8, y: middle - 4, height: 8, class: "rv-pick-edge" });
    const value = svg("text", {
      x: width - 2,
      y: middle + 4.5,
      "text-anchor": "end",
      class: "rv-pick-edge-value",
    });
    return {
      name,
      k,
      dots,
      g: svg("g", { class: "rv-pick-row" }, band, label, ...dots, ...(right > 4 ? [bar, value] : [])),
      bar,
      value,
    };
  });
  const head = svg(
    "text",
    { x: width - 2, y: first - 6, "text-anchor": "end", class: "rv-pick-edge-head" },
    "edge",
  );
  root.append(...rows.map((r) => r.g), ...items.map((i) => i.g), right > 4 ? head : svg("g"));

  // In the story, newcomers read about these very answers.
  const flips =
    canChangeAnswers(run) && !view.growing
      ? answerFlipper(run, { root, items: run.axis, left, step, top: first + 2, row })
      : null;
  /** @param {Run} next */
  function answers(next) {
    now = next;
    for (const { k, dots } of rows)
      dots.forEach((dot, i) => {
        const item = run.axis[i];
        const yes = answerOf(now, k, item);
        const flipped = yes !== answerOf(run, k, item) ? " rv-pick-flipped" : "";
        setAttr(dot, "class", (yes ? "rv-pick-yes" : "rv-pick-no") + flipped);
      });
    flips?.say(now);
  }
  answers(run);

  return {
    el: root,
    /** Controls for the keyboard, beside the picture. */
    keys: flips?.el ?? null,
    /** @param {Boosted} next @param {Run} other to which it belongs, with the same rankers */
    adopt(next, other) {
      a = next;
      if (other.asks.answers !== now.asks.answers) answers(other);
    },
    /**
     * @param {number} t the round @param {boolean} picked whether its ranker has been picked; before that candidates are compared
     * @param {boolean} [reweighted] whether the pairs have their new weights
     */
    draw(t, picked = true, reweighted = false) {
      const question = splitAt(t);
      const before = question ? question.t - Number(!reweighted) : 0;
      for (const { p, higher, lower, el, cross } of pairs) {
        const sign = question && picked ? question.answer(higher) - question.answer(lower) : null;
        const treated = sign === null ? "rv-arc-tied" : TREATED[String(sign)];
        setAttr(el, "class", `rv-arc ${sign === null ? "rv-arc-open" : treated}`);
        el.style.strokeWidth = `${arcWidth(factorOf(a.weight[before * run.cells + p]), unit).toFixed(2)}px`;
        const layer = layers.find((l) => l.name === treated) ?? layers[0];
        if (el.parentNode !== layer.g) layer.g.append(el);
        if (sign === -1) layer.g.append(cross);
        else cross.remove();
      }
      for (const { name, k, g, bar, value } of rows) {
        setClass(g, "rv-pick-on", Boolean(question && picked && question.name === name));
        const its = question ? edgeAt(run, a, question.t, k) : NaN;
        setAttr(bar, "visibility", right === EDGES.width && Number.isFinite(its) ? "inherit" : "hidden");
        setAttr(bar, "width", Math.max(1, edge(Math.abs(its) || 0)).toFixed(1));
        setText(
          value,
          Number.isFinite(its) ? num(Math.abs(its) < 1e-9 ? 0 : its).replace(/^(−?)0\./, "$1.") : "",
        );
      }
      setAttr(head, "visibility", question && right > 4 ? "inherit" : "hidden");
    },
    /** @param {number} t */
    spoken(t) {
      const question = splitAt(t);
      if (!question) return "";
      const yes = Array.from(run.axis)
        .filter((item) => question.answer(item))
        .map((item) => itemName(run, item));
      return `${question.name} says yes to ${yes.join(", ") || "no item"}.`;
    },
    /** @param {Hover} h */
    hover(h) {
      const now = keyOf(h);
      setClass(root, "rv-pick-pointed", Boolean(now) && h?.cell === undefined);
      for (const { higher, lower, el } of pairs) setClass(el, "rv-arc-lit", lit(h, higher, lower));
      for (const { item, g } of items)
        setClass(g, "rv-pick-lit", h?.item === item || Boolean(h?.pair?.includes(item)));
    },
  };
}

/** Return whether an arc relates to what is pointed at. @param {Hover} h @param {number} higher @param {number} lower */
const lit = (h, higher, lower) =>
  h?.pair ? h.pair[0] === higher && h.pair[1] === lower : h?.item === higher || h?.item === lower;

/** Return the largest edge of any round. @param {Boosted} a */
const bestEdge = ({ asked }) =>
  (asked.edge ?? new Float32Array()).reduce((most, e) => (Math.abs(e) > most ? Math.abs(e) : most), 0) || 1;

/** Return the format of grades: small integers are stars, or a number and a star if all stars do not fit; else numbers. @param {ArrayLike<number>} grades @param {number} room px */
function gradeFormat(grades, room) {
  const all = Array.from(grades).filter(Number.isFinite);
  const starred = all.every((g) => Number.isInteger(g) && g >= 1 && g <= STARS) && room >= STAR.least;
  const fits = room >= STAR.width * Math.max(...all);
  return (/** @type {number} */ g) =>
    !Number.isFinite(g) ? "" : !starred ? gradeText(g) : fits ? "★".repeat(g) : `${g}★`;
}
