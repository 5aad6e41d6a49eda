/** The picture of the method: the risk along the function a round adds, the quadratic above it, and how far the round went. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { NONE, num, tick } from "../../draw/format.js";
import { algoName, picture } from "../panel.js";
import { columnsPanel } from "../columns.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, linePath, MARKERS, svg, ticks } from "../../draw/svg.js";

const HEIGHT = 268;

export const directionPanel = columnsPanel({
  id: "direction",
  title: "Risk along this round's direction",
  how: "the solid curve is the risk when the new tree is added with weight a; the dashed parabola is the upper bound the tree was fitted to, which never lies below. The step actually taken carries the marker.",
  array: "along_at",
  none: "None of these algorithms adds a function by descent.",
  least: 300,
  column: chart,
});

/** @param {import("../../run/pictures.js").Picture<import("../../run/pictures.js").QbrankMeta>} made @param {import("../../run/run.js").Algo} a @param {number} width */
function chart(made, a, width) {
  const arrays = made.arrays.within(`${a.index}.`);
  const count = arrays.shape("along_at")[1];
  /** @param {string} name @param {number} s */
  const row = (name, s) => arrays.get(name, "f8").subarray((s - 1) * count, s * count);
  /** @param {string} name @param {number} s */
  const at = (name, s) => arrays.get(name, "f8")[s - 1];
  const searches = made.meta.runs[a.index].searches;
  const note = html("div", { class: "rv-note" });
  const values = ["step", "line search", "bound's least"].map((name) => ({ name, node: html("b") }));
  const pic = picture();
  const el = html(
    "div",
    {},
    html("div", { class: "rv-column-head" }, algoName(a), note),
    pic,
    html(
      "div",
      { class: "rv-legend rv-small-legend" },
      ...values
        .filter((v) => searches || v.name !== "line search")
        .map((v) => html("span", {}, `${v.name} a = `, v.node)),
    ),
  );
  return {
    el,
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      setText(note, s === 0 ? "no direction before round 1" : s < t ? `stopped after ${a.rounds}` : "");
      pic.replaceChildren(s === 0 ? canvasSvg(width, HEIGHT) : drawing(s));
      const told = s === 0 ? [NaN, NaN, NaN] : [at("step_at", s), at("search_at", s), at("least_at", s)];
      values.forEach((v, i) => setText(v.node, s === 0 ? NONE : num(told[i])));
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      setAttr(
        pic,
        "aria-label",
        s === 0
          ? `${a.label}: no direction before the first round.`
          : `${a.label}, round ${s}: the risk starts at ${num(row("along_risk", s)[0])} and is ${num(a.curves.risk[s])} after the step a = ${num(at("step_at", s))}; the bound promised ${num(a.curves.risk_bound[s])}.`,
      );
    },
  };

  /** @param {number} s */
  function drawing(s) {
    const [places, risk, bound] = [row("along_at", s), row("along_risk", s), row("along_bound", s)];
    const root = canvasSvg(width, HEIGHT);
    const box = { left: 54, right: width - 12, top: 26, bottom: HEIGHT - 38 };
    const low = Math.min(...risk, ...bound);
    const high = Math.max(...risk, ...bound);
    const pad = (high - low || 1) * 0.06;
    const x = linear(0, places[count - 1], box.left, box.right);
    const y = linear(low - pad, high + pad, box.bottom, box.top);
    const axis = svg("g", { class: "rv-axis" });
    for (const v of ticks(low - pad, high + pad, HEIGHT / 50))
      axis.append(
        svg("line", { class: "rv-grid", x1: box.left, x2: box.right, y1: y(v), y2: y(v) }),
        svg("text", { x: box.left - 6, y: y(v) + 4.5, "text-anchor": "end" }, tick(v)),
      );
    for (const v of ticks(0, places[count - 1], width / 90))
      axis.append(svg("text", { x: x(v), y: box.bottom + 17, "text-anchor": "middle" }, tick(v)));
    axis.append(
      svg("line", { class: "rv-base", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
      svg("text", { x: (box.left + box.right) / 2, y: HEIGHT - 4, "text-anchor": "middle", class: "rv-axis-name" }, "weight a of the new tree"),
    );
    /** @param {number} i */
    const place = (i) => x(places[i]);
    const curves = svg(
      "g",
      { class: `rv-k${a.slot}` },
      svg("g", { class: "rv-dash" }, svg("path", { class: "rv-stroke", d: linePath(bound, place, y) })),
      svg("path", { class: "rv-stroke", d: linePath(risk, place, y) }),
    );
    root.append(axis, svg("text", { x: 2, y: 14, class: "rv-chart-title" }, "risk R(h + a·g) and its upper bound"), curves);
    if (searches) mark(x(at("search_at", s)), "least risk", "end");
    if (x(at("search_at", s)) - x(at("least_at", s)) > 90 || !searches) mark(x(at("least_at", s)), "bound's least", "start");
    const [step, after, promised] = [at("step_at", s), a.curves.risk[s], a.curves.risk_bound[s]];
    root.append(
      svg("line", { class: "rv-zero", x1: x(step), x2: x(step), y1: y(after), y2: y(promised) }),
      svg("path", { class: `rv-dot rv-held rv-k${a.slot}`, d: MARKERS[a.slot], transform: `translate(${x(step)} ${y(promised)})` }),
      svg("path", { class: `rv-dot rv-k${a.slot}`, d: MARKERS[a.slot], transform: `translate(${x(step)} ${y(after)})` }),
    );
    return root;

    /** @param {number} px @param {string} text @param {string} anchor */
    function mark(px, text, anchor) {
      root.append(
        svg("line", { class: "rv-part-line", x1: px, x2: px, y1: box.top, y2: box.bottom }),
        svg("text", { class: "rv-part-text", x: anchor === "end" ? px - 5 : px + 5, y: box.top + (anchor === "end" ? 12 : 28), "text-anchor": anchor }, text),
      );
    }
  }
}
