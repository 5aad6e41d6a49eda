/** The distribution of scores of both classes: positives above the line, negatives below. */

import { axis, axisName, baseLine } from "../../draw/axis.js";
import { setAttr, setText } from "../../draw/dom.js";
import { tick } from "../../draw/format.js";
import { canvasSvg, svg } from "../../draw/svg.js";
import { storedRoundAt } from "../../run/stored_rounds.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
/** @import { ClassesMeta } from "../../run/pictures.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

const LEFT = 8;
const AXIS = 18;
/** Strips wider than this name the classes, px. */
const SPELT = 340;

/**
 * One run's distributions.
 * @param {Ctx} ctx @param {Algo} algo
 * @param {ClassesMeta} meta @param {number} width @param {number} height px
 */
export function classesStrip(ctx, algo, meta, width, height) {
  const { run, theme } = ctx;
  const arrays = pictureOf(run, "kernel").arrays.of("learner", algo.index);
  const shares = arrays.get("classes");
  const [, sides, bins] = arrays.shape("classes");
  const middle = (height - AXIS) / 2;
  const highest = middle - 2;
  const root = canvasSvg(width, height);
  const bars = [0, 1].map((side) => svg("path", { fill: theme.weight(side === 0 ? 0.62 : -0.62) }));
  const outlines = [0, 1].map(() => svg("path", { class: "rv-class-held" }));
  const [low, high] = [0, 1].map((end) =>
    svg("text", { x: end ? width - LEFT : LEFT, y: height - 4, "text-anchor": end ? "end" : "start" }),
  );
  root.append(
    axis(
      low,
      high,
      axisName(width >= SPELT ? "score: positives up, negatives down" : "score", width / 2, height - 4),
    ),
    ...bars,
    ...outlines,
    baseLine(LEFT, width - LEFT, middle),
  );

  /** @param {number} frame @param {number} side @param {boolean} rises */
  function steps(frame, side, rises) {
    const at = (frame * sides + side) * bins;
    let most = 0;
    // Both sides share a scale, so that equal heights are equal shares.
    for (let s = side & ~1; s <= (side | 1); s++)
      for (let b = 0; b < bins; b++) most = Math.max(most, shares[(frame * sides + s) * bins + b]);
    let d = `M${LEFT} ${middle}`;
    for (let b = 0; b < bins; b++) {
      const h = most > 0 ? (highest * shares[at + b]) / most : 0;
      const y = (rises ? middle - h : middle + h).toFixed(1);
      d += `V${y}H${(LEFT + ((b + 1) * (width - 2 * LEFT)) / bins).toFixed(1)}`;
    }
    return `${d}V${middle}`;
  }

  return {
    el: root,
    /** @param {number} t */
    draw(t) {
      const frame = storedRoundAt(meta.frames, stateAt(algo, t));
      setText(low, tick(Number(meta.low[frame].toPrecision(2))));
      setText(high, tick(Number(meta.high[frame].toPrecision(2))));
      [0, 1].forEach((side) => {
        setAttr(bars[side], "d", steps(frame, side, side === 0));
        if (sides > 2) setAttr(outlines[side], "d", steps(frame, side + 2, side === 0));
      });
    },
  };
}
