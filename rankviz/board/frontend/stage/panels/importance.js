/** Importance so far: each feature's share of the gain of all splits, one bar per algorithm. */

import { axis, footMarks } from "../draw/axis.js";
import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { rankerFitter, textWidth } from "../draw/fit_text.js";
import { percent } from "../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../draw/svg.js";
import { featuresAt, listImportances, shareScaleEnd } from "../run/importance.js";
import { stateAt } from "../run/run.js";
import { showFrom } from "./tile_faces.js";
import { algoName } from "../draw/algo_name.js";
import { frame, tilePicture } from "./panel.js";
import { barPlaces, signedBar } from "./row_bars.js";
/** @import { Feature } from "../run/importance.js" */
/** @import { Ctx, Panel } from "./panel.js" */

const AXIS = 20;
const NOTE = 18;
/** Height of the line of algorithm names, px; narrower tiles have none, because the legend above the board has them. */
const LEGEND = 24;
const NAMED = { each: 110, from: 200 };
/** Minimum height of a bar with its gap, and of a row with its name; maximum height of a row, px. */
const BAR = 5;
const ROW = 16;
const HIGH = 60;
const THICK = { share: 0.3, least: 13, between: 3 };
/** Maximum share of the width for the features' names, and the width from which values are beside the bars, px. */
const NAMES = 0.42;
const VALUED = 300;
const VALUE = 56;
/** Tiles lower than this have no note, px. */
const NOTED = 130;
const TITLE = "Importance so far";
/** With a switch beside it, tiles narrower than this have one word of the title, px; with a third face, wider ones, too. */
const TITLED = { two: 330, three: 398 };

/** @param {Ctx} ctx @param {HTMLElement | null} [face] the switch to the tile's other faces @returns {Panel} */
export function importancePanel(ctx, face = null) {
  const { run, theme } = ctx;
  const all = listImportances(run);
  const count = all.length;
  const { el, body } = frame(
    "importance",
    TITLE,
    "each row is a feature, each bar an algorithm that grows trees: the share of its trees' gain so far that comes from splits on the feature. The bars of one algorithm add up to 100 %. The gain of a split is how much it reduces the error that the tree is fitted to. LightGBM and XGBoost store it in their files; CatBoost does not, so there the gain is how far the split spreads the scores of its items. A frame: this round's tree splits on the feature.",
    [face],
  );
  const pic = tilePicture();
  const note = html("p", { class: "rv-note rv-weights-note" });
  const legend = html("p", { class: "rv-note rv-weights-legend" }, ...all.map(({ algo }) => algoName(algo)));
  body.append(legend, pic, note);
  const names = run.pictures.trees?.meta.features ?? [];
  /** @type {ReturnType<typeof line>[]} */
  let lines = [];
  /** @type {Feature[]} */
  let shown = [];
  let box = { width: 0, left: 0, right: 0, base: 0 };
  const foot = axis();
  let [reach, x] = [0, linear(0, 1, 0, 1)];

  return {
    el,
    build(width, height) {
      const title = /** @type {HTMLElement} */ (el.querySelector("h3"));
      setText(
        title,
        !face || width >= TITLED[face.childElementCount > 2 ? "three" : "two"] ? TITLE : "Importance",
      );
      legend.hidden = height < NAMED.from || width < NAMED.each * count;
      note.hidden = height < NOTED;
      const inside = height - (note.hidden ? 0 : NOTE) - (legend.hidden ? 0 : LEGEND);
      const least = Math.max(ROW, count * BAR + 3);
      const listed = run.pictures.trees?.meta.listed ?? [];
      const fits = Math.max(1, Math.min(listed.length, Math.floor((inside - AXIS) / least)));
      const row = Math.min(HIGH, Math.floor((inside - AXIS) / fits));
      const valued = count === 1 && width >= VALUED; // among several bars a number would not show whose it is
      const font = `13px ${theme.font}`;
      const fit = rankerFitter(font, width * NAMES - 8);
      const fitted = new Map(listed.map((feature) => [feature, fit(names[feature])]));
      const widest = Math.max(0, ...[...fitted.values()].map((name) => textWidth(font, name)));
      box = { width, left: Math.ceil(widest) + 12, right: width - (valued ? VALUE : 8), base: fits * row };
      const root = canvasSvg(width, box.base + AXIS);
      reach = 0;
      scaleTo(1);
      lines = Array.from({ length: fits }, (_, i) => line(i, row, { width, valued, fitted }));
      root.append(foot, ...lines.map((l) => l.g));
      pic.replaceChildren(root);
    },
    draw(t) {
      showFrom(face, t);
      const found = featuresAt(all, t);
      shown = found.slice(0, lines.length);
      scaleTo(shareScaleEnd(shown));
      lines.forEach((l, i) => l.draw(shown[i] ?? null));
      const asked = all.map(({ algo, featuresAsked }) => featuresAsked[stateAt(algo, t)]);
      const most = Math.max(...asked);
      setText(
        note,
        t === 0
          ? ""
          : `Features used: ${asked.join(" · ")}${most > lines.length ? `; ${shown.length} shown` : ""}`,
      );
    },
    describe(t) {
      for (const l of lines) l.describe();
      const say = all.map(({ algo }, k) => {
        const its = shown.filter((f) => f.shares[k] > 0).slice(0, 5);
        const texts = its.map((f) => `${names[f.feature]} ${percent(f.shares[k])}`);
        return `${algo.label}: ${stateAt(algo, t) === 0 ? "no tree yet" : texts.join(", ")}`;
      });
      setAttr(pic, "aria-label", `Largest shares of the gain so far. ${say.join("; ")}.`);
    },
  };

  /** The first trees use few features; the scale narrows as more features share the gain. @param {number} to */
  function scaleTo(to) {
    if (to === reach) return;
    reach = to;
    x = linear(0, reach, box.left, box.right);
    const text = (/** @type {number} */ v) => `${Math.round(100 * v)} %`;
    const marks = ticks(0, reach, (box.right - box.left) / 60);
    const inside = (/** @type {number} */ px) => Math.min(px, box.width - 16);
    foot.replaceChildren(
      axis(footMarks(marks, x, box.base, { above: box.base, below: [0, 15], text, inside })),
    );
  }

  /**
   * @param {number} i @param {number} height px
   * @param {{width: number, valued: boolean, fitted: Map<number, string>}} how
   */
  function line(i, height, { width, valued, fitted }) {
    const { pitch, first } = barPlaces(height, count, THICK);
    const middle = height / 2 + 4.5;
    const name = svg("text", { x: 2, y: middle, class: "rv-name" });
    const value = svg("text", { x: width - 2, y: middle, "text-anchor": "end", class: "rv-value" });
    const title = svg("title");
    const each = all.map(({ algo }, k) =>
      signedBar(algo, (share) => x(share), first + k * pitch, pitch, [0, 1], 1),
    );
    const g = svg(
      "g",
      { transform: `translate(0 ${i * height})`, class: "rv-row" },
      svg("rect", { width, height, class: "rv-hit" }),
      ...each.map((bar) => bar.g),
      name,
      value,
      title,
    );
    /** @type {Feature | null} */
    let now = null;
    return {
      g,
      /** @param {Feature | null} feature */
      draw(feature) {
        now = feature;
        setAttr(g, "visibility", feature ? "visible" : "hidden");
        if (!feature) return;
        setText(name, fitted.get(feature.feature) ?? "");
        each.forEach((bar, k) => {
          setAttr(bar.g, "visibility", feature.shares[k] > 0 ? "inherit" : "hidden");
          bar.draw(feature.shares[k], feature.fresh[k]);
        });
        if (valued) setText(value, percent(feature.shares[0]));
        setClass(g, "rv-row-asked", feature.fresh.some(Boolean));
      },
      describe() {
        if (!now) return;
        const { shares, questions } = now;
        const texts = all.map(({ algo }, k) => {
          const times = questions[k] === 1 ? "1 split" : `${questions[k]} splits`;
          return `${algo.label} ${percent(shares[k])} of the gain, ${times}`;
        });
        setText(title, `${names[now.feature]}: ${texts.join("; ")}`);
      },
    };
  }
}
