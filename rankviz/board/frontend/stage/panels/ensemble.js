/** Ensemble weights: the signed total of each weak ranker in each ensemble, on one scale; the newest pick is framed. */

import { axis, footMarks } from "../draw/axis.js";
import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { rowsByRanker, picksAt, rankersOf, weightRange } from "../run/ensemble.js";
import { inFull } from "../draw/format.js";
import { translate } from "../draw/translate.js";
import { rankerFitter, textWidth } from "../draw/fit_text.js";
import { showFrom } from "./tile_faces.js";
import { algoName, markedValues } from "../draw/algo_name.js";
import { frame, tilePicture } from "./panel.js";
import { barPlaces, signedBar } from "./row_bars.js";
import { weightText } from "./weight_text.js";
import { stateAt } from "../run/run.js";
import { canvasSvg, linear, svg, ticks } from "../draw/svg.js";
/** @import { Hover } from "../draw/hover.js" */
/** @import { Scale } from "../draw/svg.js" */
/** @import { Row } from "../run/ensemble.js" */
/** @import { Boosted } from "../run/run.js" */
/** @import { Ctx, Panel } from "./panel.js" */

const AXIS = 20;
const NOTE = 18;
/** Minimum height of a bar with its gap, of a row with its name, and of a tile with a note below, px. */
const BAR = 5;
const ROW = 16;
/** Width of the full note, without the number that each algorithm adds, px. */
const NOTE_WIDTH = 190;
/** From these widths on there is room for the title: beside the switch, beside a part of it, and there for half of the title, px. */
const TITLED = { whole: 325, alone: 245, half: 195 };
/** Width of a third face, px. */
const FACE = 68;
/** Width of a name in the legend, px; if there is less, only the legend above the board has names. */
const NAMED = 110;
/** Share of the width for the rankers' names: in narrow tiles the threshold alone takes half of it. */
const NAMES = { valued: 0.42, narrow: 0.56, narrower: 300, else: 0.46 };
const NOTED = 150;
const TALL = 420;
/** Steps of the weights' axis where there is little room. */
const LEAST_MARKS = 3;
/** Maximum height of a row, px. */
const HIGH = 80;
/** A bar takes this share of a high row, and at most this height in a low one, px. */
const THICK = { share: 0.3, least: 13, between: 3 };
/** The beat in which a ranker is picked, but has no weight for the pick yet. */
const PICKED = 2;

/** @param {Ctx<Boosted>} ctx @param {HTMLElement | null} [face] the switch to the tile's other faces @returns {Panel} */
export function ensemblePanel(ctx, face = null) {
  let { run } = ctx;
  const { el, body } = frame(
    "ensemble",
    "Ensemble weights",
    "each row is a {weak ranker}, each bar the total weight {η} that an algorithm has given it so far, all on one scale; pale bars to the left are negative. The rankers with the largest weights come first, and each algorithm's latest pick is framed; 2× means picked twice. Point at an item or a pair: + · × show what each ranker says about it.",
    [face],
  );
  let rankers = rankersOf(run.algos);
  const count = run.algos.length;
  /** @type {ReturnType<typeof line>[]} */
  let lines = [];
  /** Whether the note is short. */
  let few = false;
  /** The rankers on the rows. @type {Row[]} */
  let top = [];
  const pic = tilePicture();
  const [means, shown] = [html("span"), html("span", { class: "rv-marked" })];
  const sizes = markedValues(run.algos);
  const note = html("p", { class: "rv-note rv-weights-note" }, means, ...sizes.els, shown);
  const legend = html("p", { class: "rv-note rv-weights-legend" }, ...run.algos.map((a) => algoName(a)));
  body.append(legend, pic, note);
  /** Contents of the rows: smallest and largest weight, and number of rankers. */
  let scope = scopeOf(ctx);
  let box = { width: 0, height: 0 };
  /** Truncates a ranker's name. @type {(name: string) => string} */
  let fitted = (name) => name;

  return {
    el,
    build(width, height) {
      box = { width, height };
      const { low, high } = scope;
      const title = /** @type {HTMLElement} */ (el.querySelector("h3"));
      setAttr(title, "aria-label", "Ensemble weights");
      const left = width - FACE * Math.max(0, (face?.childElementCount ?? 0) - 2);
      const tight = face !== null && left < TITLED.whole;
      // Where the title has no room beside the switch, the button of the face that is shown makes it.
      for (const one of face?.children ?? [])
        /** @type {HTMLElement} */ (one).hidden = tight && one.getAttribute("aria-pressed") === "true";
      const text = translate("Ensemble weights");
      setText(title, !tight || left >= TITLED.alone ? text : left >= TITLED.half ? "Ensemble" : "");
      few = width < NOTE_WIDTH + 24 * count;
      const tall = height >= TALL;
      const named = tall && width >= NAMED * count;
      legend.hidden = !named;
      note.hidden = height < NOTED;
      const inside = height - (note.hidden ? 0 : NOTE) - (named ? 24 : 0);
      const least = Math.max(ROW, count * BAR + 3);
      const fits = Math.max(1, Math.min(scope.rankers, Math.floor((inside - AXIS) / least)));
      const row = Math.min(HIGH, Math.floor((inside - AXIS) / fits));
      const valued = width >= 380;
      const share = valued ? NAMES.valued : width < NAMES.narrower ? NAMES.narrow : NAMES.else;
      const names = Math.round(width * share);
      const x = linear(low, high, names + 8, width - (valued ? 56 : 6));
      const root = canvasSvg(width, fits * row + AXIS);
      const base = fits * row;
      const marks = scaleMarks(low, high, (width - names) / 60);
      root.append(
        axis(footMarks(marks, x, base, { above: base, below: [0, 15] })),
        svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: 0, y2: base }),
      );
      const counted = valued ? 4 + textWidth(`13px ${ctx.theme.font}`, "×99") : 2;
      fitted = remembered(rankerFitter(`13px ${ctx.theme.font}`, names - 16 - counted));
      lines = Array.from({ length: fits }, (_, i) => line(i, row, { width, names, x, valued }));
      root.append(...lines.map((l) => l.g));
      pic.replaceChildren(root);
    },
    adopt(next) {
      const needed = scopeOf(next);
      const fits = needed.low >= scope.low && needed.high <= scope.high && needed.rankers <= scope.rankers;
      [ctx, run, rankers] = [next, next.run, rankersOf(next.run.algos)];
      if (next.ghosts.length && fits) return;
      // Axes that have changed for one α stay for the next.
      scope = next.ghosts.length ? widened(scope, needed) : needed;
      this.build(box.width, box.height);
    },
    draw(t, beat) {
      showFrom(face, t);
      const all = rowsByRanker(run.algos, t);
      top = all.slice(0, lines.length);
      // The newest picks are always among the rows.
      for (const fresh of all.slice(lines.length).filter((r) => r.newest)) {
        const at = top.map((r) => r.newest).lastIndexOf(false);
        if (at >= 0) top[at] = fresh;
      }
      const picked = beat === PICKED ? picksAt(run.algos, t + 1) : [];
      const isPicked = (/** @type {Row} */ r) => picked.find((p) => p.row.ranker === r.ranker);
      // So are those being picked.
      for (const { row } of picked.filter((p) => !top.some((r) => r.ranker === p.row.ranker))) {
        const at = top.length < lines.length ? top.length : top.map((r) => !isPicked(r)).lastIndexOf(true);
        if (at >= 0) top[at] = row;
      }
      lines.forEach((l, i) => {
        l.draw(top[i] ?? null);
        l.mark(top[i] ? (isPicked(top[i])?.algos ?? []) : []);
      });
      const counts = run.algos.map((a) => String(all.filter((r) => r.weights.has(a.index)).length));
      const infinite = all.some((r) => [...r.weights.values()].some((w) => !Number.isFinite(w)));
      sizes.write(counts);
      for (const el of sizes.els) el.hidden = t === 0 || infinite;
      setText(
        means,
        t === 0
          ? ""
          : infinite
            ? run.algos.some((a) => a.outcome.includes(4))
              ? "∞ decides first; finite weights decide its ties."
              : "∞: only that ranker counts now."
            : few
              ? "Rankers:"
              : "Rankers in the ensembles:",
      );
      setText(
        shown,
        t === 0 || infinite || all.length <= top.length ? "" : `(${top.length} of ${all.length} shown)`,
      );
      if (ctx.hover.now) this.hover?.(ctx.hover.now);
    },
    describe(t) {
      for (const l of lines) l.describe();
      const say = (/** @type {Boosted} */ a) => {
        const its = top.filter((r) => r.weights.has(a.index)).slice(0, 5);
        const all = its.map((r) => `${rankers[r.ranker]} ${weightText(r.weights.get(a.index) ?? 0)}`);
        return `${a.label}: ${stateAt(a, t) === 0 ? "no weak ranker yet" : all.join(", ") || "none of these"}`;
      };
      setAttr(pic, "aria-label", `Largest weights. ${run.algos.map(say).join("; ")}.`);
    },
    hover(h) {
      lines.forEach((l, i) => l.says(top[i] ? saysOf(top[i], h) : ""));
    },
  };

  /** Return a row's ranker's answer about what is pointed at. @param {Row} row @param {Hover} h */
  function saysOf({ from, at }, h) {
    const output = (/** @type {number} */ item) => from.h[(at - 1) * run.n + item];
    if (h?.pair) return ["×", "·", "+"][output(h.pair[0]) - output(h.pair[1]) + 1];
    return h?.item !== undefined ? String(output(h.item)) : "";
  }

  /**
   * @param {number} i @param {number} height
   * @param {{width: number, names: number, x: Scale, valued: boolean}} how
   */
  function line(i, height, { width, names, x, valued }) {
    const { pitch, first } = barPlaces(height, count, THICK);
    const middle = height / 2 + 4.5;
    const name = svg("text", { x: 16, y: middle, class: "rv-name" });
    const says = svg("text", { x: 7, y: middle, "text-anchor": "middle", class: "rv-says" });
    const picks = svg("text", { x: names + 2, y: middle, "text-anchor": "end", class: "rv-count" });
    const value = svg("text", { x: width - 2, y: middle, "text-anchor": "end", class: "rv-value" });
    const title = svg("title");
    const each = run.algos.map((a, k) => {
      const y = first + k * pitch;
      const bar = signedBar(a, x, y, pitch, [scope.low, scope.high], 1);
      const end = svg("text", { class: "rv-infinite", y: y + pitch - 1 });
      bar.g.append(end);
      return { a, bar, end };
    });
    const g = svg(
      "g",
      { transform: `translate(0 ${i * height})`, class: "rv-row" },
      svg("rect", { width, height, class: "rv-hit" }),
      svg("rect", { x: 1, y: 0.5, width: width - 2, height: height - 1, rx: 3, class: "rv-picked" }),
      ...each.map(({ bar }) => bar.g),
      says,
      name,
      picks,
      value,
      title,
    );
    /** @type {Row | null} */
    let now = null;

    return {
      g,
      /** @param {Row | null} row */
      draw(row) {
        now = row;
        setAttr(g, "visibility", row ? "visible" : "hidden");
        if (!row) return;
        setText(name, fitted(rankers[row.ranker]));
        for (const { a, bar, end } of each) {
          const w = row.weights.get(a.index);
          setAttr(bar.g, "visibility", w === undefined ? "hidden" : "inherit");
          if (w === undefined) continue;
          const to = bar.draw(w, row.fresh.has(a.index));
          setAttr(end, "x", to - 12);
          setText(end, Number.isFinite(w) ? "" : weightText(w));
        }
        if (!valued) return;
        const most = [...row.weights.values()].reduce((p, q) => (Math.abs(q) > Math.abs(p) ? q : p), 0);
        setText(value, row.weights.size ? weightText(most) : "");
        setText(picks, row.picks > 1 ? `${row.picks}×` : "");
      },
      describe() {
        const row = now;
        if (!row) return;
        const weights = run.algos
          .filter((a) => row.weights.has(a.index))
          .map((a) => `${a.label} ${weightFull(row.weights.get(a.index) ?? 0)}`);
        if (!weights.length)
          return setText(title, `${rankers[row.ranker]}: picked in this round, no weight yet`);
        const often = row.picks === 1 ? "once" : `${row.weights.size > 1 ? "up to " : ""}${row.picks} times`;
        setText(title, `${rankers[row.ranker]}: ${weights.join(", ")}; picked ${often}`);
      },
      /** @param {Boosted[]} algos that pick this ranker in this round */
      mark(algos) {
        setClass(g, "rv-row-picked", algos.length > 0);
        setAttr(g, "data-picked", algos.map((a) => a.slot).join(" "));
      },
      /** @param {string} sign */
      says(sign) {
        setText(says, sign);
        setClass(g, "rv-dim", sign === "0" || sign === "·");
      },
    };
  }
}

/** Return what the rows must hold; during a trial, also for the original run. @param {Ctx<Boosted>} ctx */
function scopeOf({ run, ghosts }) {
  const [low, high] = weightRange([...run.algos, ...ghosts.filter((a) => a.boosted)]);
  return { low, high, rankers: rankersOf(run.algos).length };
}

/** Return the ticks of the weights' axis; 0 alone would leave the bars without a scale. @param {number} low @param {number} high @param {number} count */
function scaleMarks(low, high, count) {
  const marks = ticks(low, high, count);
  return marks.some((mark) => mark !== 0) ? marks : ticks(low, high, LEAST_MARKS);
}

/** Extra room of an axis that has to change. */
const AHEAD = 0.15;

/** @param {ReturnType<typeof scopeOf>} now @param {ReturnType<typeof scopeOf>} needed */
function widened(now, needed) {
  const more = AHEAD * (needed.high - needed.low);
  return {
    low: needed.low < now.low ? needed.low - more : now.low,
    high: needed.high > now.high ? needed.high + more : now.high,
    rankers: Math.max(now.rankers, needed.rankers),
  };
}

/** Memoise a function of texts. @param {(text: string) => string} of @returns {(text: string) => string} */
function remembered(of) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (text) => {
    const found = known.get(text) ?? of(text);
    known.set(text, found);
    return found;
  };
}

/** @param {number} w */
const weightFull = (w) => (Number.isFinite(w) ? inFull(w) : "infinite");
