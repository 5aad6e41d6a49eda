/** The parts ε⁺, ε⁰ and ε⁻ of every round, as one strip of columns. */

import { roundChart } from "../../draw/chart.js";
import { setAttr } from "../../draw/dom.js";
import { num } from "../../draw/format.js";
import { stateAt } from "../../run/run.js";
import { tilePicture } from "../panel.js";
import { PARTS } from "../../run/tie_parts.js";
import { linear, svg } from "../../draw/svg.js";
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

/** Width of the text beside a strip, px. */
const BESIDE = 70;

/**
 * @param {Ctx<Boosted>} ctx @param {Boosted} a
 * @param {{width: number, left: number, right: number, height: number, axis: boolean}} box
 */
export function tiesHistory(ctx, a, { width, left, right, height, axis }) {
  const { run, cursor, view } = ctx;
  const c = roundChart({
    width,
    height,
    rounds: run.rounds,
    cursor,
    left,
    right,
    top: 2,
    bottom: axis ? 26 : 2,
    future: view.future,
  });
  const y = linear(0, 1, c.bottom, c.top);
  const half = (c.right - c.left) / Math.max(1, run.rounds) / 2;
  // One path per part: a step outline costs the same for 20 rounds and for 1,000.
  const paths = PARTS.map(({ cls }) => {
    const fill = cls === "rv-tied" ? `url(#rv-hatch-${a.slot})` : null;
    return [c.future, c.past].map((layer) => layer.appendChild(svg("path", { class: cls, fill })));
  });
  const at = (c.top + c.bottom) / 2;
  const ended = svg("line", { x2: c.right, y1: at, y2: at, class: "rv-ended-line" });
  c.plot.append(ended);

  /** Draw the run's strip. */
  function lay() {
    const base = new Float64Array(a.rounds);
    PARTS.forEach((part, k) => {
      const v = a[part.key];
      let up = "";
      let down = "";
      for (let t = 1; t <= a.rounds; t++) {
        const from = base[t - 1];
        const to = Math.min(1, from + (Number.isFinite(v[t - 1]) ? v[t - 1] : 0));
        const l = Math.max(c.left, c.x(t) - half);
        const r = Math.min(c.right, c.x(t) + half);
        up += `L${l.toFixed(1)} ${y(to).toFixed(1)}L${r.toFixed(1)} ${y(to).toFixed(1)}`;
        down = `L${r.toFixed(1)} ${y(from).toFixed(1)}L${l.toFixed(1)} ${y(from).toFixed(1)}${down}`;
        base[t - 1] = to;
      }
      for (const path of paths[k]) setAttr(path, "d", up && `M${up.slice(1)}${down}Z`);
    });
    setAttr(ended, "x1", c.x(a.rounds) + half);
    setAttr(ended, "visibility", a.rounds < run.rounds ? "inherit" : "hidden");
  }
  lay();
  // The values of the bar above leave room beside the strip.
  if (!axis && right >= BESIDE)
    c.svg.append(
      svg("text", { class: "rv-tie-strip", x: c.right + 8, y: (c.top + c.bottom) / 2 + 4 }, "by round"),
    );
  const pic = tilePicture(c.svg);
  return {
    el: pic,
    /** @param {Boosted} next of a run with the same number of rounds */
    adopt(next) {
      a = next;
      lay();
    },
    draw: c.move,
    /** @param {number} t */
    describe(t) {
      const tied = a.epsTied.subarray(0, stateAt(a, t));
      const range = tied.length ? `; tied from ${num(Math.min(...tied))} to ${num(Math.max(...tied))}` : "";
      setAttr(
        pic,
        "aria-label",
        `${a.label}: the same bar in every round, up to ${t} of ${run.rounds}${range}.`,
      );
    },
  };
}
