/** Where the scores of both classes lie: positives rise from the line, negatives hang below it. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { num, tick } from "../../draw/format.js";
import { frameOf } from "../../run/frames.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";

const LEFT = 8;

/**
 * One run's distributions.
 * @param {import("../panel.js").Ctx} ctx @param {import("../../run/run.js").Algo} algo
 * @param {import("../../run/pictures.js").ClassesMeta} meta @param {number} width
 */
export function classesStrip(ctx, algo, meta, width) {
  const { run, theme } = ctx;
  const { arrays } = pictureOf(run, "kernel");
  const shares = arrays.get(`${algo.index}.classes`, "f4");
  const [, sides, bins] = arrays.shape(`${algo.index}.classes`);
  const height = 152;
  const middle = 66;
  const root = canvasSvg(width, height);
  const bars = [0, 1].map(() => svg("path", {}));
  const outlines = [0, 1].map(() => svg("path", { class: "rv-class-held" }));
  const axis = svg("g", { class: "rv-axis" });
  /** @type {number[]} */
  let ends = [];
  root.append(
    axis,
    ...bars,
    ...outlines,
    svg("line", { class: "rv-base", x1: LEFT, x2: width - LEFT, y1: middle, y2: middle }),
  );
  const values = html("p", { class: "rv-note" });

  /** Most runs have one scale for all rounds. @param {number} frame */
  function scale(frame) {
    const [low, high] = [meta.low[frame], meta.high[frame]];
    if (ends[0] === low && ends[1] === high) return;
    ends = [low, high];
    const x = linear(low, high, LEFT, width - LEFT);
    axis.replaceChildren(
      ...ticks(low, high, width / 90).flatMap((v) => [
        svg("line", { x1: x(v), x2: x(v), y1: 132, y2: 136 }),
        svg("text", { x: x(v), y: 148, "text-anchor": "middle" }, tick(v)),
      ]),
    );
  }

  /** @param {number} frame @param {number} side @param {boolean} rises */
  function steps(frame, side, rises) {
    const at = (frame * sides + side) * bins;
    let most = 0;
    // Both sides of a part share a scale, so that equal heights are equal shares.
    for (let s = side & ~1; s <= (side | 1); s++)
      for (let b = 0; b < bins; b++) most = Math.max(most, shares[(frame * sides + s) * bins + b]);
    let d = `M${LEFT} ${middle}`;
    for (let b = 0; b < bins; b++) {
      const h = most > 0 ? (60 * shares[at + b]) / most : 0;
      const y = (rises ? middle - h : middle + h).toFixed(1);
      d += `V${y}H${(LEFT + ((b + 1) * (width - 2 * LEFT)) / bins).toFixed(1)}`;
    }
    return `${d}V${middle}`;
  }

  return {
    el: root,
    values,
    /** @param {number} t */
    draw(t) {
      const s = stateAt(algo, t);
      const frame = frameOf(meta.frames, s);
      scale(frame);
      [0, 1].forEach((side) => {
        setAttr(bars[side], "d", steps(frame, side, side === 0));
        setAttr(bars[side], "fill", theme.weight(side === 0 ? 0.62 : -0.62));
        if (sides > 2) setAttr(outlines[side], "d", steps(frame, side + 2, side === 0));
      });
      const held = algo.curves.r2_holdout?.[s];
      const told = Number.isFinite(held) ? `, ${num(1 - held)} held out` : "";
      setText(values, `AUC ${num(1 - algo.curves.r2[s])}${told}`);
    },
  };
}
