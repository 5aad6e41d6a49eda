/** The round's step along its coordinate: F̃ and G̃ for every step length, with RankBoost's step (2) and the step taken. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { num } from "../../draw/format.js";
import { canvasSvg, linear, CIRCLE, svg } from "../../draw/svg.js";
import { stateAt } from "../../run/run.js";
import { frame, tilePicture } from "../panel.js";
/** @import { NameOf } from "../../run/pack.js" */
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const NOTE = 18;
const TITLE = 17;
const CHARTS = /** @type {const} */ ([
  { key: "along_f", column: 1, title: "F̃ after the step ÷ F̃ before" },
  { key: "along_g", column: 2, title: "G̃ after the step" },
]);

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function coordinatePanel(ctx) {
  const { run } = ctx;
  const shown = run.pictures.margins;
  const { el, body } = frame(
    "coordinate",
    "The step",
    "F̃, the loss of RB-D (the paper's RankBoost), and the {smooth margin} G̃ after a step of every length along this round's ranker, from 0 at the left. The hollow mark is RB-D's step (2), where F̃ is lowest. The filled mark is the step that Smooth Margin Ranking took: once G̃ > 0, that of equation (6) or the exact one. Each round has its own scale; the numbers are at the marks.",
  );
  const pic = tilePicture();
  const note = html("p", { class: "rv-note rv-one-line" });
  body.append(pic, note);
  const a = run.algos.find((algo, k) => shown?.arrays.of("margins", k).has("along_two") && algo.curves.phase);
  const find = (/** @type {NameOf<"margins", "f8">} */ name) =>
    (a ? shown?.arrays.of("margins", run.algos.indexOf(a)).find(name) : null) ?? new Float64Array(0);
  const [two, at] = [find("along_two"), find("along_marks")];
  const points = two.length ? find("along_f").length / two.length : 0;
  /** @type {((i: number) => void)[]} */
  let moves = [];

  /** @param {(typeof CHARTS)[number]} chart @param {number} width @param {number} top @param {number} height px */
  function part({ key, column, title }, width, top, height) {
    const values = find(key);
    const x = linear(0, points - 1, 8, width - 8);
    const path = svg("path", { class: "rv-stroke" });
    const marks = [
      svg("path", { class: "rv-step-two", d: CIRCLE }),
      svg("path", { class: "rv-dot", d: a?.marker ?? CIRCLE }),
    ];
    const texts = marks.map((_, k) =>
      svg("text", {
        class: k ? "rv-weight-value" : "rv-axis-name",
        y: top + 13,
        "text-anchor": "end",
        x: k ? width : width - 60,
      }),
    );
    moves.push((i) => {
      const some = Array.from({ length: points }, (_, p) => values[i * points + p]);
      const known = some.filter(Number.isFinite);
      const y = linear(Math.min(...known), Math.max(...known), top + height - 8, top + TITLE + 8);
      setAttr(
        path,
        "d",
        some
          .map((v, p) =>
            Number.isFinite(v)
              ? `${p && Number.isFinite(some[p - 1]) ? "L" : "M"}${x(p).toFixed(1)} ${y(v).toFixed(1)}`
              : "",
          )
          .join(""),
      );
      marks.forEach((mark, k) => {
        const v = at[6 * i + 3 * k + column];
        setAttr(
          mark,
          "transform",
          `translate(${x(at[6 * i + 3 * k] * (points - 1)).toFixed(1)} ${y(v).toFixed(1)})`,
        );
        setText(texts[k], num(v));
      });
    });
    return svg(
      "g",
      { class: `rv-curve rv-k${a?.slot ?? 0}` },
      svg("text", { class: "rv-chart-title", x: 0, y: top + 13 }, title),
      path,
      ...marks,
      ...texts,
    );
  }

  return {
    el,
    build(width, height) {
      moves = [];
      const size = (height - NOTE) / CHARTS.length;
      const root = canvasSvg(width, height - NOTE);
      setClass(pic, "rv-fine", true);
      if (a) root.append(...CHARTS.map((chart, i) => part(chart, width, i * size, size)));
      pic.replaceChildren(root);
    },
    draw(t) {
      const i = a ? stateAt(a, t) - 1 : -1;
      const there = i >= 0 && Number.isFinite(two[i]);
      pic.style.visibility = there ? "inherit" : "hidden";
      if (there) for (const move of moves) move(i);
      setText(
        note,
        !a
          ? "Only for Smooth Margin."
          : there
            ? `(2) ${num(two[i])}, taken ${num(a.alpha[i])}`
            : t === 0
              ? "No step yet."
              : "(2) has no finite value here.",
      );
    },
    describe(t) {
      setAttr(pic, "aria-label", `The step of round ${t}. ${note.textContent ?? ""}`);
    },
  };
}
