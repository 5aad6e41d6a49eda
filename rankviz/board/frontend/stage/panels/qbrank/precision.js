/** Precision at K %: of the pairs that the scores separate most clearly, the share in the right order. */

import { axis, axisName, baseLine, footMarks, leftMarks } from "../../draw/axis.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, percent } from "../../draw/format.js";
import { canvasSvg, linear, linePath, svg, ticks } from "../../draw/svg.js";
import { hasTable, tableHeight, valueTable } from "../../draw/value_table.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { frame, tilePicture } from "../panel.js";
/** @import { Scale } from "../../draw/svg.js" */
/** @import { NameOf } from "../../run/pack.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const LISTED = [10, 30, 50, 100];
/** Tiles narrower than this have type of 12 px. */
const FINE = 420;
const STEEPEST = 0.8;
const AXIS = 18;
const NAMES = ["K % of the pairs, widest apart first", "K % of the pairs", "K %"];

/** @param {Ctx} ctx @returns {Panel} */
export function precisionPanel(ctx) {
  const { run, theme } = ctx;
  const { meta, arrays } = pictureOf(run, "qbrank");
  const { percents } = meta;
  const held = run.algos.some((a) => arrays.of("qbrank", a.index).has("precision_held"));
  const { el, body } = frame(
    "precision",
    "Precision at K %",
    `of the K % of the pairs whose scores differ the most, the curve shows the share that the scores do not contradict.${held ? " Solid: {held-out} pairs; dashed: training pairs." : ""}`,
  );
  const pic = tilePicture();
  const listed = run.algos.flatMap((algo) =>
    LISTED.map((k) => ({ algo, k: percents.indexOf(k), node: html("b") })),
  );
  const table = valueTable(
    held ? "held-out pairs" : "training pairs",
    LISTED.map((k) => ({ text: `${k} %` })),
    run.algos.map((algo) => ({
      algo,
      cells: listed.filter((c) => c.algo === algo).map((c) => html("td", {}, c.node)),
    })),
  );
  body.append(pic);
  /** @type {((t: number) => void)[]} */
  let moves = [];

  /** Return the known rows: with many pairs, only some rounds have them. @param {Algo} a @param {number} t */
  function rowAt(a, t) {
    const rounds = arrays.of("qbrank", a.index).get("precision_round");
    const s = stateAt(a, t);
    let best = 0;
    for (let i = 0; i < rounds.length; i++) if (rounds[i] <= s) best = i;
    return best;
  }

  /** @param {Algo} a @param {NameOf<"qbrank", "f8">} name @param {number} t @returns {Float64Array | null} */
  function values(a, name, t) {
    const row = rowAt(a, t);
    return (
      arrays
        .of("qbrank", a.index)
        .find(name)
        ?.subarray(row * percents.length, (row + 1) * percents.length) ?? null
    );
  }

  /** @param {Algo} a @param {number} t */
  const main = (a, t) => values(a, held ? "precision_held" : "precision", t);

  let least = 1;
  for (const a of run.algos)
    for (const name of /** @type {const} */ (["precision", "precision_held"]))
      for (const v of arrays.of("qbrank", a.index).find(name) ?? []) least = Math.min(least, v);
  const low = Math.max(0, least - 0.03);

  /** @param {number} width @param {number} height px */
  function chart(width, height) {
    const font = `13px ${theme.font}`;
    const marks = ticks(low, 1, height / 40);
    const share = (/** @type {number} */ v) => percent(v).replace(".0", "");
    const box = {
      left: 7 + widest(font, marks.map(share)),
      right: width - 14,
      top: 6,
      bottom: height - AXIS - 15,
    };
    const x = linear(0, 100, box.left, box.right);
    const y = linear(low, 1.005, box.bottom, box.top);
    const root = canvasSvg(width, height);
    const name = NAMES.find((text) => textWidth(font, text) <= width) ?? "";
    const middle = Math.min((box.left + box.right) / 2, width - textWidth(font, name) / 2);
    const across = width < 220 ? [0, 50, 100] : [0, 20, 40, 60, 80, 100];
    const sides = axis(
      leftMarks(marks, y, box.left, box.right, share),
      footMarks(across, x, box.bottom, { below: [0, 15], text: String }),
      baseLine(box.left, box.right, box.bottom),
      axisName(name, middle, height - 3),
    );
    root.append(sides, ...run.algos.map((a) => lines(a, x, y)));
    return root;
  }

  /** @param {Algo} a @param {Scale} x @param {Scale} y */
  function lines(a, x, y) {
    const [thin, thick] = [svg("path", { class: "rv-stroke" }), svg("path", { class: "rv-stroke" })];
    const marks = percents.flatMap((_, i) =>
      i % 5 === (1 + a.slot) % 5 ? [{ i, node: svg("path", { class: "rv-mark", d: a.marker }) }] : [],
    );
    const path = (/** @type {Float64Array | null} */ list) =>
      list ? linePath(list, (i) => x(percents[i]), y) : "";
    moves.push((t) => {
      const shown = main(a, t);
      if (held) setAttr(thin, "d", path(values(a, "precision", t)));
      setAttr(thick, "d", path(shown));
      for (const m of marks) {
        setAttr(m.node, "visibility", shown ? "visible" : "hidden");
        if (shown)
          setAttr(
            m.node,
            "transform",
            `translate(${x(percents[m.i]).toFixed(1)} ${y(shown[m.i]).toFixed(1)})`,
          );
      }
    });
    return svg(
      "g",
      { class: `rv-curve rv-k${a.slot}` },
      svg("g", { class: "rv-dash rv-curve rv-held" }, thin),
      thick,
      ...marks.map((m) => m.node),
    );
  }

  return {
    el,
    build(width, height) {
      const below = hasTable(width, height) ? tableHeight(run.algos.length, false) : 0;
      if (below) body.append(table);
      else table.remove();
      moves = [];
      setClass(body, "rv-fine", width < FINE);
      pic.replaceChildren(
        chart(width, Math.min(height - below, Math.max(300, Math.round(width * STEEPEST)))),
      );
    },
    draw(t) {
      for (const move of moves) move(t);
      for (const { algo, k, node } of listed) setText(node, num(main(algo, t)?.[k] ?? NaN));
    },
    describe(t) {
      const spoken = run.algos.map(
        (a) =>
          `${a.label}: ${LISTED.map((k) => `${percent(main(a, t)?.[percents.indexOf(k)] ?? NaN)} at ${k} %`).join(", ")}`,
      );
      setAttr(pic, "aria-label", `Precision after ${t} of ${run.rounds}. ${spoken.join("; ")}.`);
    },
  };
}
