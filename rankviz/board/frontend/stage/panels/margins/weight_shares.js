/** Ensemble weights as shares of the sum of all |α| on one scale, and on each ranker's row the share that attains the largest margin. */

import { axis, footMarks } from "../../draw/axis.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { rankerFitter, textWidth } from "../../draw/fit_text.js";
import { percent } from "../../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { stateAt } from "../../run/run.js";
import { algoName } from "../../draw/algo_name.js";
import { frame, tilePicture } from "../panel.js";
import { barPlaces, signedBar } from "../row_bars.js";
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const AXIS = 18;
const NOTE = 18;
const BAR = 6;
/** Room for half of the last percentage at the right, px. */
const SIDE = 18;
/** Bars closer together than this have no value on them, px. */
const VALUED = 13;
const MIN_ROW = 17;
const MAX_ROW = 150;
/** A bar takes this share of a high row, and at most this height in a low one, px. */
const THICK = { share: 0.25, least: 12, between: 4 };
/** From this height on the algorithms are named at the top, px. */
const TALL = 250;
const NAMES = 24;

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function weightSharesPanel(ctx) {
  const { run, theme } = ctx;
  const shown = run.pictures.margins;
  const rankers = shown?.meta.share_of ?? [];
  const count = rankers.length;
  const star = shown?.arrays.find("share_star") ?? new Float64Array(0);
  const shares = run.algos.map((_, k) => shown?.arrays.of("margins", k).find("share") ?? new Float32Array(0));
  const { el, body } = frame(
    "shares",
    "Shares of Σα",
    "each row is a {weak ranker}, each bar its share of the sum of an algorithm's α, signs aside, on one scale; pale bars are negative. The vertical line on a row is the ranker's share in weights that reach the largest margin {ρ}: an algorithm whose bars all end at their lines has that margin. Each algorithm's latest pick is framed; a bar that goes beyond the axis ends in ▸, and has its value where there is room.",
  );
  const pic = tilePicture();
  const legend = html("div", { class: "rv-hard-names" }, ...run.algos.map(algoName));
  const note = html("p", { class: "rv-note rv-one-line" });
  const [low, high] = shown?.meta.share_reach ?? [0, 1];
  /** @type {((t: number) => void)[]} */
  let moves = [];

  /** @param {number} width @param {number} height px */
  function drawing(width, height) {
    const size = width < 420 ? 12 : 13;
    setClass(pic, "rv-fine", size < 13);
    const least = Math.max(MIN_ROW, run.algos.length * BAR + 3);
    const lines = Math.max(1, Math.min(count, Math.floor((height - AXIS) / least)));
    const row = Math.min(MAX_ROW, (height - AXIS) / lines);
    const base = lines * row;
    const font = `${size}px ${theme.font}`;
    const fitted = rankers.slice(0, lines).map(rankerFitter(font, width * 0.42));
    const left = Math.max(...fitted.map((name) => textWidth(font, name))) + 8;
    const x = linear(low, high, left, width - SIDE);
    const root = canvasSvg(width, base + AXIS);
    const text = (/** @type {number} */ v) => `${Math.round(100 * v)} %`;
    const marks = ticks(low, high, (width - left) / 60);
    root.append(
      axis(footMarks(marks, x, base, { above: base, text, first: low })),
      svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: 0, y2: base }),
    );
    for (let i = 0; i < lines; i++) root.append(line(i, fitted[i], x, { top: i * row, row, width }));
    note.textContent = limits(lines);
    return root;
  }

  /** @param {number} lines */
  function limits(lines) {
    const all = shown?.meta.share_total ?? count;
    const what = Number.isFinite(star[0]) ? "Lines: shares that reach ρ." : "";
    return [what, lines < all ? `${lines} of ${all.toLocaleString("en")} rankers.` : ""]
      .filter(Boolean)
      .join(" ");
  }

  /** @param {number} i @param {string} name @param {Scale} x @param {{top: number, row: number, width: number}} at */
  function line(i, name, x, { top, row, width }) {
    const { pitch, first } = barPlaces(row, run.algos.length, THICK);
    const title = svg("title");
    const g = svg(
      "g",
      {},
      svg("rect", { x: 0, y: top, width, height: row, fill: "transparent" }),
      svg("text", { x: 0, y: top + row / 2 + 4.5 }, name),
      title,
    );
    run.algos.forEach((a, k) => {
      const y = top + first + k * pitch;
      const bar = signedBar(a, x, y, pitch, [low, high]);
      const beyond = svg("text", { class: "rv-beyond", y: y + pitch / 2 + 4 });
      bar.g.append(beyond);
      g.append(bar.g);
      moves.push((t) => {
        const s = stateAt(a, t);
        const v = shares[k][s * count + i];
        const newest = s > 0 && s === t && a.rankers[a.pick[s - 1]] === rankers[i];
        const to = bar.draw(v, newest);
        const out = v > high + 5e-3 ? 1 : v < low - 5e-3 ? -1 : 0;
        const value = pitch < VALUED ? "" : percent(v);
        setText(beyond, out ? (out > 0 ? `${value} ▸` : `◂ ${value}`) : "");
        setAttr(beyond, "text-anchor", out > 0 ? "end" : "start");
        setAttr(beyond, "x", (to - 4 * out).toFixed(1));
      });
    });
    if (Number.isFinite(star[i]))
      g.append(
        svg("line", {
          class: "rv-share-star",
          x1: x(star[i]),
          x2: x(star[i]),
          y1: top + 2,
          y2: top + row - 2,
        }),
      );
    return g;
  }

  return {
    el,
    build(width, height) {
      moves = [];
      const tall = height >= TALL;
      pic.replaceChildren(drawing(width, height - NOTE - (tall ? NAMES : 0)));
      body.replaceChildren(...(tall ? [legend] : []), pic, note);
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const say = (/** @type {Boosted} */ a, /** @type {number} */ k) =>
        `${a.label}: ${rankers
          .slice(0, 5)
          .map((name, i) => `${name} ${percent(shares[k][stateAt(a, t) * count + i])}`)
          .join(", ")}`;
      const best = rankers
        .slice(0, 5)
        .map((name, i) => `${name} ${percent(star[i])}`)
        .join(", ");
      setAttr(
        pic,
        "aria-label",
        `Shares of the weight after ${t}. ${run.algos.map(say).join("; ")}. For ρ: ${best}.`,
      );
    },
  };
}
