/** The hardest pairs of the margin game: their weight in its optimal distribution, and each algorithm's margin on them now. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { cut, num, percent, tick } from "../../draw/format.js";
import { algoName, frame, picture } from "../panel.js";
import { itemName, stateAt } from "../../run/run.js";
import { canvasSvg, linear, MARKERS, svg, ticks } from "../../draw/svg.js";

const LINE = 26;
const HEAD = 20;

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function hardestPanel(ctx) {
  const { run, hover } = ctx;
  const shown = run.pictures.margins;
  const count = shown?.meta.hardest ?? 0;
  const rho = shown?.meta.rho ?? NaN;
  const { el, body } = frame(
    "hardest",
    "Hardest pairs",
    "the pairs that hold every ensemble back: weighed by the bars, no ranker's edge on them is above {ρ}. The markers are the {margin} each algorithm gives a pair now. With the best weights all of them stand on the line.",
  );
  const pic = picture();
  const note = html("p", { class: "rv-note" });
  body.append(html("div", { class: "rv-column-head rv-hard-names" }, ...run.algos.map(algoName)), pic, note);
  const higher = shown?.arrays.find("higher", "u4") ?? new Uint32Array(0);
  const lower = shown?.arrays.find("lower", "u4") ?? new Uint32Array(0);
  const weight = shown?.arrays.find("weight", "f8") ?? new Float64Array(0);
  const margins = run.algos.map((_, k) => shown?.arrays.find(`margin.${k}`, "f4"));
  const reach = span();
  /** @type {((t: number) => void)[]} */
  let moves = [];

  /** The margins after the first tenth of the rounds: earlier ones may lie beyond, and are shown at the edge. */
  function span() {
    let [low, high] = [rho, rho + 0.02];
    run.algos.forEach((a, k) => {
      const values = margins[k] ?? [];
      for (let i = Math.floor(a.rounds / 10) * count; i < values.length; i++) {
        if (Number.isFinite(values[i])) [low, high] = [Math.min(low, values[i]), Math.max(high, values[i])];
      }
    });
    if (low > 0 && low < 0.6 * high) low = 0;
    const pad = 0.04 * (high - low);
    return [low - pad, high + pad];
  }

  /** @param {number} width */
  function build(width) {
    const root = canvasSvg(width, HEAD + count * LINE + 24);
    const names = Math.min(170, width * 0.34);
    const bars = Math.min(90, width * 0.18);
    const right = width - bars - 16;
    const x = linear(reach[0], reach[1], names + 8, right - 8);
    const base = HEAD + count * LINE;
    const most = weight[0];
    const parts = [
      svg("g", { class: "rv-axis" },
        svg("text", { x: 2, y: 13 }, "pair: higher > lower"),
        svg("text", { x: right + 8, y: 13 }, "weight d"),
        ...ticks(reach[0], reach[1], (right - names) / 45).map((v) =>
          svg("text", { x: x(v), y: base + 17, "text-anchor": "middle" }, tick(v))),
      ),
      svg("line", { class: "rv-level", x1: x(rho), x2: x(rho), y1: HEAD - 2, y2: base }),
      svg("text", { class: "rv-level-name", x: x(rho), y: 13, "text-anchor": "middle" }, `ρ ${num(rho)}`),
    ];
    if (reach[0] <= 0) parts.push(svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: HEAD, y2: base }));
    root.append(...parts);
    for (let i = 0; i < count; i++) {
      const y = HEAD + (i + 0.5) * LINE;
      const half = Math.floor((names / 7 - 3) / 2);
      const text = `${cut(run.labels[higher[i]], half)} > ${cut(run.labels[lower[i]], half)}`;
      const line = svg(
        "g",
        {
          tabindex: 0,
          onpointerenter: (/** @type {PointerEvent} */ e) =>
            hover.set({ pair: [higher[i], lower[i]], x: e.clientX, y: e.clientY }),
          onpointerleave: () => hover.set(null),
          onfocus: () => hover.set({ pair: [higher[i], lower[i]] }),
          onblur: () => hover.set(null),
        },
        svg("title", {}, `${itemName(run, higher[i])} above ${itemName(run, lower[i])}: weight ${percent(weight[i])}`),
        svg("rect", { x: 0, y: y - LINE / 2, width, height: LINE, fill: "transparent" }),
        svg("line", { class: "rv-grid-line", x1: names + 8, x2: right - 8, y1: y, y2: y }),
        svg("text", { x: 2, y: y + 4.5 }, text),
        svg("rect", { class: "rv-hard", x: right + 8, y: y - 6, width: Math.max(1, (bars - 44) * (weight[i] / most)), height: 12 }),
        svg("text", { class: "rv-hard-value", x: width - 2, y: y + 4.5, "text-anchor": "end" }, percent(weight[i])),
      );
      root.append(line);
      run.algos.forEach((a, k) => {
        const dot = svg("path", { d: MARKERS[a.slot], class: `rv-dot rv-k${a.slot}` });
        line.append(dot);
        moves.push((t) => {
          const v = margins[k]?.[stateAt(a, t) * count + i] ?? NaN;
          const at = Math.max(names + 8, Math.min(right - 8, x(v)));
          setAttr(dot, "transform", Number.isFinite(v) ? `translate(${at.toFixed(1)} ${y})` : "translate(-99 -99)");
        });
      });
    }
    return root;
  }

  return {
    el,
    build(width) {
      moves = [];
      if (count) pic.replaceChildren(build(width));
      const more = (shown?.meta.pairs ?? 0) - count;
      const beyond = margins.some((m) => m?.some((v) => v < reach[0] || v > reach[1]));
      const told = [
        more > 0 ? `${more} more ${more === 1 ? "pair has" : "pairs have"} a weight.` : "",
        beyond ? "In the first rounds a marker at an edge lies beyond it." : "",
      ];
      setText(note, count ? told.join(" ").trim() : (shown?.meta.why ?? ""));
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const told = Array.from(
        { length: Math.min(3, count) },
        (_, i) => `${run.labels[higher[i]]} above ${run.labels[lower[i]]} ${percent(weight[i])}`,
      );
      setAttr(pic, "aria-label", `Hardest pairs under ρ ${num(rho)} after ${t}: ${told.join(", ")}.`);
    },
  };
}
