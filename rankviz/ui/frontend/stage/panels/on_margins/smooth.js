/** Smooth margin and margin over the rounds, below the largest margin ρ; the round in which the second phase begins is marked. */

import { curve, roundChart, yAxis } from "../../draw/chart.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { full, num, tick } from "../../draw/format.js";
import { frame, picture } from "../panel.js";
import { stateAt } from "../../run/run.js";
import { linear, svg, ticks } from "../../draw/svg.js";
import { CurveValues, valueTable } from "../../draw/value_table.js";

const CURVES = [
  { key: "margin", symbol: "μ", cls: "rv-solid" },
  { key: "smooth_margin", symbol: "G̃", cls: "rv-dash" },
];

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function smoothPanel(ctx) {
  const { run, cursor } = ctx;
  const rho = run.pictures.margins?.meta.rho ?? NaN;
  const { el, body } = frame(
    "smooth",
    "Margin and smooth margin",
    "full lines are μ, the least {margin} of all pairs; dashed lines the {smooth margin} G̃, which never lies above μ. The level is {ρ}, the largest margin that weights ≥ 0 can reach. Above 0 every pair is in order.",
  );
  const pic = picture();
  const note = html("p", { class: "rv-note" });
  const values = new CurveValues();
  const rows = run.algos.map((algo) => ({
    algo,
    cells: [
      html("td", {}, values.cell(algo, "smooth_margin")),
      html("td", {}, values.cell(algo, "margin")),
      html("td", {}, html("b", { title: full(rho) }, num(rho))),
    ],
  }));
  body.append(pic, valueTable("at the cursor", [{ text: "G̃" }, { text: "μ" }, { text: "ρ" }], rows), note);
  /** @type {((t: number) => void)[]} */
  let moves = [];

  const all = run.algos.flatMap((a) => CURVES.flatMap((c) => [...a.curves[c.key]].filter(Number.isFinite)));
  const high = Math.max(0.05, Number.isFinite(rho) ? rho : 0, ...all);
  // The first rounds may lie far below; where nothing comes above 0, the later ones set the scale.
  const later = run.algos.flatMap((a) =>
    CURVES.flatMap((c) => [...a.curves[c.key].slice(Math.ceil(a.rounds / 5))].filter(Number.isFinite)),
  );
  const low = rho > 0 ? Math.max(Math.min(0, ...all), -0.25 * high) : Math.min(0, ...later);

  /** @param {number} width */
  function chart(width) {
    const c = roundChart({ width, height: 280, rounds: run.rounds, cursor, top: 12, bottom: 36, right: 58 });
    const y = linear(low - 0.03 * (high - low), high + 0.06 * (high - low), c.bottom, c.top);
    yAxis(c, ticks(low, high, 6), y, tick);
    c.plot.append(svg("line", { class: "rv-zero", x1: c.left, x2: c.right, y1: y(0), y2: y(0) }));
    if (Number.isFinite(rho)) {
      c.plot.append(svg("line", { class: "rv-level", x1: c.left, x2: c.right, y1: y(rho), y2: y(rho) }));
      c.over.append(
        svg("text", { class: "rv-level-name", x: c.right + 6, y: y(rho) + 4.5 }, `ρ ${num(rho)}`),
      );
    }
    for (const a of run.algos) {
      const first = secondPhase(a);
      if (first > 0) {
        const x = c.x(first - 1);
        const left = x > (c.left + c.right) / 2;
        c.plot.append(
          svg("line", { class: `rv-switch rv-k${a.slot}`, x1: x, x2: x, y1: c.top, y2: c.bottom }),
          svg(
            "text",
            {
              class: `rv-switch-name rv-k${a.slot}`,
              x: left ? x - 6 : x + 6,
              y: c.bottom - 8,
              "text-anchor": left ? "end" : "start",
            },
            `G̃ > 0: from round ${first} on step (6)`,
          ),
        );
      }
      for (const { key, cls } of CURVES)
        moves.push(
          curve(c, a, Float64Array.from(a.curves[key], (v) => (v >= low ? v : NaN)), y, cls, run.rounds),
        );
    }
    moves.push(c.move);
    return c.svg;
  }

  return {
    el,
    build(width) {
      moves = [];
      pic.replaceChildren(chart(width));
      const below = all.some((v) => v < low);
      setText(note, below ? `Values below ${tick(low)}, in the first rounds, are left out.` : "");
      note.hidden = !below;
    },
    draw(t) {
      for (const move of moves) move(t);
      values.draw(t);
    },
    describe(t) {
      values.describe(t);
      const told = run.algos.map((a) => {
        const s = stateAt(a, t);
        return `${a.label} G̃ ${num(a.curves.smooth_margin[s])}, μ ${num(a.curves.margin[s])}`;
      });
      setAttr(
        pic,
        "aria-label",
        `Line chart of margins under ρ ${num(rho)}. After ${t} of ${run.rounds}: ${told.join("; ")}.`,
      );
    },
  };
}

/** The first round of the second phase; 0 when there is none. @param {import("../../run/run.js").Algo} a */
function secondPhase(a) {
  const phase = a.curves.phase;
  return phase ? Math.max(0, Array.prototype.indexOf.call(phase, 2)) : 0;
}
