/** Ties: how much weight the chosen ranker orders correctly, ties and reverses, round by round; and what tied pairs are multiplied by. */

import { roundChart } from "../draw/chart.js";
import { html, setAttr, setText } from "../draw/dom.js";
import { number } from "../control/explain.js";
import { full, NONE, num, times } from "../draw/format.js";
import { algoName, frame, picture, strip } from "./panel.js";
import { stateAt } from "../run/run.js";
import { hatch, linear, svg } from "../draw/svg.js";

const PARTS = /** @type {const} */ ([
  { key: "epsCorrect", name: "eps_correct", symbol: "ε⁺", sign: "+", cls: "rv-correct", text: "correct" },
  { key: "epsTied", name: "eps_tied", symbol: "ε⁰", sign: "·", cls: "rv-tied", text: "tied" },
  { key: "epsReversed", name: "eps_reversed", symbol: "ε⁻", sign: "×", cls: "rv-reversed", text: "reversed" },
]);

/** @param {import("./panel.js").Ctx<import("../run/run.js").Boosted>} ctx @returns {import("./panel.js").Panel} */
export function tiesPanel(ctx) {
  const { run, cursor } = ctx;
  const { el, body } = frame(
    "ties",
    "Ties",
    "each column is one round: the weight its {weak ranker} orders correctly ({ε⁺}, solid), ties ({ε⁰}, hatched) and reverses ({ε⁻}, dark).",
  );
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];

  return {
    el,
    build(width) {
      rows = run.algos.map((a, k) => row(a, width, k === run.algos.length - 1));
      body.replaceChildren(...rows.map((r) => r.el));
    },
    draw(t) {
      for (const r of rows) r.draw(t);
    },
    describe(t) {
      for (const r of rows) r.describe(t);
    },
  };

  /** @param {import("../run/run.js").Boosted} a @param {number} width @param {boolean} last */
  function row(a, width, last) {
    const side = width >= 430;
    const w = side ? width - 176 : width;
    const c = roundChart({
      width: w,
      height: last ? 134 : 102,
      rounds: run.rounds,
      cursor,
      left: 14,
      right: 14,
      top: 4,
      bottom: last ? 36 : 4,
    });
    c.svg.append(hatch(a.slot));
    const y = linear(0, 1, c.bottom, c.top);
    const half = (c.right - c.left) / Math.max(1, run.rounds) / 2;
    const g = svg("g", { class: `rv-k${a.slot}` });
    // One path per part: a step outline costs the same for 20 rounds and for 1,000.
    const base = new Float64Array(a.rounds);
    for (const part of PARTS) {
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
      if (up)
        g.append(
          svg("path", {
            d: `M${up.slice(1)}${down}Z`,
            class: part.cls,
            fill: part.cls === "rv-tied" ? `url(#rv-hatch-${a.slot})` : null,
          }),
        );
    }
    c.plot.append(g);
    if (a.rounds < run.rounds) {
      const from = c.x(a.rounds) + half;
      const room = c.right - from;
      if (room > 4)
        c.plot.append(
          svg("line", {
            x1: from,
            x2: c.right,
            y1: (c.top + c.bottom) / 2,
            y2: (c.top + c.bottom) / 2,
            class: "rv-ended-line",
          }),
        );
      if (room > 130)
        c.plot.append(
          svg(
            "text",
            {
              x: from + room / 2,
              y: (c.top + c.bottom) / 2 - 6,
              "text-anchor": "middle",
              class: "rv-axis-name",
            },
            `stopped after round ${a.rounds}`,
          ),
        );
    }
    const pic = picture(c.svg);
    const factor = html("b", { class: "rv-big" });
    const factorText = html("span");
    const values = PARTS.map(() => html("b"));
    const read = html(
      "div",
      { class: "rv-read" },
      html("div", { class: "rv-read-name" }, algoName(a)),
      html("div", { class: "rv-factor" }, number(a, "tie_factor", factor), factorText),
      html(
        "div",
        { class: "rv-eps" },
        ...PARTS.map((p, i) =>
          html(
            "span",
            {},
            swatch(a.slot, p.cls),
            html(
              "abbr",
              {
                title: `weight of the pairs the chosen ranker ${p.text === "correct" ? "orders correctly" : p.text === "tied" ? "ties" : "reverses"}`,
              },
              p.symbol,
            ),
            " ",
            number(a, p.name, values[i]),
          ),
        ),
      ),
    );
    return {
      el: strip(side, pic, read),
      /** @param {number} t */
      draw(t) {
        c.move(t);
        const s = stateAt(a, t);
        PARTS.forEach((p, i) => setText(values[i], s ? num(a[p.key][s - 1]) : NONE));
        setText(factor, s ? times(a.tieFactor[s - 1]) : NONE);
        setText(factorText, s ? " to tied pairs" : " no ranker yet");
      },
      /** @param {number} t */
      describe(t) {
        const s = stateAt(a, t);
        values.forEach((v, i) =>
          setAttr(v, "title", s ? full(a[PARTS[i].key][s - 1]) : "before round 1 no ranker has been chosen"),
        );
        setAttr(factor, "title", s ? full(a.tieFactor[s - 1]) : "before round 1 no ranker has been chosen");
        setAttr(
          pic,
          "aria-label",
          s
            ? `${a.label}, ${s} of ${run.rounds}: correct ${num(a.epsCorrect[s - 1])}, tied ${num(a.epsTied[s - 1])}, reversed ${num(a.epsReversed[s - 1])}; tied pairs get ${times(a.tieFactor[s - 1])}.`
            : `${a.label}: no ranker chosen yet.`,
        );
      },
    };
  }
}

/** @param {number} slot @param {string} cls @returns {SVGSVGElement} */
export function swatch(slot, cls) {
  const s = svg("svg", { width: 14, height: 14, class: `rv-swatch rv-k${slot}`, "aria-hidden": "true" });
  s.append(
    hatch(slot),
    svg("rect", {
      x: 0.5,
      y: 0.5,
      width: 13,
      height: 13,
      rx: 2,
      class: cls,
      fill: cls === "rv-tied" ? `url(#rv-hatch-${slot})` : null,
    }),
  );
  return s;
}
