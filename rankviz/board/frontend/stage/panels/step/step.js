/** The step of the round: for each algorithm its loss over every α, its minimum, the α taken, and a handle to try another. */

import { baseLine } from "../../draw/axis.js";
import { html, PHONE, setAttr, setClass, setText } from "../../draw/dom.js";
import { num, asFactor, tick } from "../../draw/format.js";
import { textWidth } from "../../draw/fit_text.js";
import { isBranch } from "../../draw/algo_name.js";
import { axisHandle } from "../../draw/axis_handle.js";
import { canvasSvg, hatch, linear, svg } from "../../draw/svg.js";
import { drawnCurves } from "../../control/view.js";
import { isInfinite } from "../../run/ensemble.js";
import { stateAt, symbolOf } from "../../run/run.js";
import { gridAlpha, hasRefused, stepAt } from "../../run/steps.js";
import { alphaText } from "../weight_text.js";
import { frame, tilePicture } from "../panel.js";
import { PARTS } from "../../run/tie_parts.js";
import { stepFaces } from "./step_faces.js";
import { rowHead } from "./step_head.js";
import { axisPlaces, layOutStep } from "./step_layout.js";
/** @import { Boosted, Run } from "../../run/run.js" */
/** @import { Round } from "../../run/steps.js" */
/** @import { Ctx, Panel } from "../panel.js" */
/** @import { Drawing } from "./step_layout.js" */

/** Width of the text beside a curve, and in wide tiles, px. */
const SIDE = 132;
const WIDE = { from: 600, side: 200 };
const AXIS = 18;
/** Room below a curve's minimum for the handle, px. */
const UNDER = 10;
const TALLEST = 860;
/** Height of a row below which, on a phone, runs without a branch make room for those with one, px. */
const LEAST = 90;
/** Height of a bar of weights, px. */
const BAR = 10;
const REFUSED = "refused: halt";
/** From this height of a row on an α off the axis is marked below the text beside the curve, px. */
const OFF = 110;
/** Width of the handle, px; step.css has the same. */
const THUMB = 20;

let made = 0;

/** Return the branches and the runs they start from; all runs where there is no branch. @param {Run<Boosted>} run @returns {readonly Boosted[]} */
function branchedOf({ algos }) {
  const names = new Set(algos.filter(isBranch).map((a) => a.name));
  return names.size ? algos.filter((a) => names.has(a.name)) : algos;
}

/** Return the round in which a branch took another α or ranker than its run, 0 for none. @param {Boosted} from @param {Boosted} branch */
function changedRound(from, branch) {
  const rounds = Math.min(from.rounds, branch.rounds);
  for (let s = 1; s <= rounds; s++)
    if (branch.alpha[s - 1] !== from.alpha[s - 1] || branch.pick[s - 1] !== from.pick[s - 1]) return s;
  return 0;
}

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function stepPanel(ctx) {
  const { run } = ctx;
  const face = stepFaces(ctx);
  const { el, body } = frame(
    "step",
    "The step",
    "{Z}, the factor by which the loss is multiplied, for every {α} that the round's {weak ranker} could get, on one axis for all algorithms. The filled mark is the α taken. RB-D, RankBoost+ and the P-norm push take the α at which Z is lowest (the push finds it by a line search in its own loss Rₚ). RB-C takes the α at which the dotted line, its bound (18) on Z, is lowest. Hollow marks show these lowest points. The dashed curve is there where Ê2 is among the chart's curves: by how much each α would multiply Ê2. Where a ranker is never wrong, the curve keeps falling and α is undefined: such a round is refused under “halt”, but another α can still be tried. The bar is the weight of all pairs after the step, from the left: ordered correctly (solid), tied (hatched), reversed. Drag the handle to try another α; release it to branch the run there. With keys: arrows, then Enter.",
    [face.el],
  );
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  return {
    el,
    build(width, height) {
      const flat = window.innerWidth < PHONE && height / run.algos.length < LEAST;
      const algos = flat ? branchedOf(run) : run.algos;
      const room = Math.min(TALLEST, Math.floor(height / algos.length));
      rows = algos.map((a) => row(a, width, room));
      body.replaceChildren(...rows.map((r) => r.el));
    },
    draw(t) {
      face.draw(t);
      for (const r of rows) r.draw(t);
    },
    describe(t) {
      for (const r of rows) r.describe(t);
    },
  };

  /** @param {Boosted} a @param {number} width @param {number} room height of the row, px */
  function row(a, width, room) {
    const wide = width >= WIDE.from;
    /** The run that a new α branches from: never a branch, which only offers its own choice again. */
    const start = run.algos.find((each) => each.id === a.name) ?? a;
    const own = start === a ? 0 : changedRound(start, a);
    const beside = wide ? WIDE.side : SIDE;
    const base = room - AXIS;
    const both = a.loss === "e1" && Boolean(a.steps?.z2 && drawnCurves(ctx.view)?.has("e2"));
    const head = rowHead(ctx, a, width - beside, room, both);
    const box = { left: head.left, right: width - beside, top: head.height + 6, bottom: base - UNDER };
    const root = canvasSvg(width, room);
    const clip = `rv-step-${++made}`;
    const one = svg("line", { class: "rv-level-one", x1: box.left, x2: box.right });
    const oneName = svg(
      "text",
      { class: "rv-step-axis", x: box.left - 5, "text-anchor": "end" },
      head.height ? "×1" : "",
    );
    const axisName = svg(
      "text",
      { class: "rv-step-axis rv-step-alpha", x: Math.min(box.right + 5, width - beside), y: room - 5 },
      "α",
    );
    const z = svg("path", { class: "rv-stroke" });
    const bound = svg("path", { class: "rv-stroke rv-step-bound" });
    const other = svg("path", { class: "rv-stroke rv-dash" });
    const drop = svg("path", { class: "rv-step-drop" });
    const least = svg("path", { class: "rv-step-least", d: a.marker });
    const tight = svg("path", { class: "rv-step-least", d: a.marker });
    const taken = svg("path", { class: "rv-fill rv-step-taken", d: a.marker });
    const trial = svg("path", { class: "rv-step-trial", d: a.marker });
    const away = svg("text", { class: "rv-step-axis" });
    const labels = Array.from({ length: 6 }, () =>
      svg("text", { class: "rv-step-axis", y: room - 5, "text-anchor": "middle" }),
    );
    const side = sideOf(a, width - beside + 14, beside - 16, wide ? 21 : 16, room);
    const moving = svg(
      "g",
      {},
      one,
      oneName,
      svg("g", { "clip-path": `url(#${clip})` }, drop, bound, other, z),
      least,
      tight,
      taken,
      trial,
      away,
      axisName,
      ...labels,
    );
    const none = svg("text", { class: "rv-step-axis", x: box.left, y: room / 2 });
    root.append(
      svg(
        "defs",
        {},
        svg(
          "clipPath",
          { id: clip },
          svg("rect", {
            x: box.left - 8,
            y: head.height,
            width: box.right - box.left + 16,
            height: room - head.height,
          }),
        ),
      ),
      hatch(a.slot),
      head.el,
      baseLine(box.left, box.right, base),
      moving,
      none,
      side.el,
    );
    const pic = tilePicture(root);
    const handle = axisHandle(gripOf(a, box), {
      tried: (i) => {
        show(i);
        attempt(i);
      },
      taken: (i) => branch(i),
    });
    /** @type {Round | null} */
    let now = null;
    let s = 0;
    let t = -1;
    /** The grid point tried. @type {number | null} */
    let tried = null;

    /** @returns {Drawing | null} */
    const layOut = () => now && layOutStep(now, box, both ? changeOf(a.curves.e2, s) : null);

    /** @param {number | null} i the grid point tried @param {Drawing | null} place */
    function show(i, place = layOut()) {
      if (!now || !place) return;
      tried = i;
      setClass(root, "rv-trying", i !== null);
      const at = i === null ? place.taken : place.at(i);
      setAttr(trial, "visibility", i === null ? "hidden" : "visible");
      if (i !== null && at) move(trial, at);
      const { y } = at ?? place.at(place.beyond === "left" ? 0 : now.z.length - 1);
      handle.el.style.top = `${(y - THUMB / 2).toFixed(1)}px`;
      // If the bound's minimum is at the α taken, the bound has chosen it: the line begins there.
      const from =
        i === null && place.boundLeast && at && Math.abs(place.boundLeast.x - at.x) < 0.5
          ? place.boundLeast
          : at;
      const top = Math.min(from?.y ?? base, (i === null ? place.other : place.atOther(i)) ?? base);
      setAttr(drop, "d", at && from ? `M${at.x.toFixed(1)} ${top.toFixed(1)}V${base}` : "");
      const left = place.beyond === "left";
      const off = i === null && !place.taken && s <= a.rounds && room >= OFF;
      setText(away, !off ? "" : left ? "← off the scale" : "off the scale →");
      setAttr(away, "x", left ? box.left : box.right + 14);
      setAttr(away, "y", (left ? y - THUMB : y + 4).toFixed(1));
      if (i === null) side.taken(now, s, farText(run, a.loss, now, place.beyond));
      else side.tried(now, i);
      handle.say(i === null ? takenText(a, s) : `α ${gridAlpha(now.alphas[i])}: loss ${asFactor(now.z[i])}`);
    }

    /** Show the effect of an α on later rounds in all tiles. @param {number | null} i */
    function attempt(i) {
      const alpha = now && i !== null ? Number(gridAlpha(now.alphas[i])) : null;
      el.dispatchEvent(
        new CustomEvent("rv-try", { bubbles: true, detail: { index: start.index, round: s, alpha } }),
      );
    }

    /** @param {number} i */
    function branch(i) {
      if (now)
        el.dispatchEvent(
          new CustomEvent("rv-branch", {
            bubbles: true,
            detail: `${a.name}:${s}:alpha=${gridAlpha(now.alphas[i])}`,
          }),
        );
    }

    return {
      el: html(
        "div",
        { class: `rv-step-row rv-k${a.slot}${wide ? " rv-step-wide" : ""}`, style: `height:${room}px` },
        pic,
        start === a || own ? handle.el : null,
      ),
      /** @param {number} round */
      draw(round) {
        if (round === t) return;
        t = round;
        const refused = a.steps && hasRefused(a.steps, a.rounds) && (t > a.rounds || run.rounds === 0);
        s = refused ? a.rounds + 1 : stateAt(a, t);
        now = a.steps && s > 0 ? stepAt(a.steps, s) : null;
        setAttr(moving, "visibility", now ? "visible" : "hidden");
        setText(
          none,
          now || t === 0
            ? ""
            : s === 0
              ? "It stopped before its first step."
              : a.steps
                ? "This step moved a combination of rankers."
                : "No curve here: its α depends on more than ε⁺, ε⁰ and ε⁻.",
        );
        side.show(now !== null);
        head.show(now !== null);
        if (!now) return handle.hide();
        const place = /** @type {Drawing} */ (layOut());
        setAttr(z, "d", place.z);
        setAttr(other, "d", place.z2);
        setAttr(bound, "d", place.bound);
        for (const [name, v] of Object.entries({ y1: place.one, y2: place.one }))
          setAttr(one, name, v.toFixed(1));
        setAttr(oneName, "y", (place.one + 4).toFixed(1));
        for (const [mark, at] of /** @type {const} */ ([
          [least, place.least],
          [tight, place.boundLeast],
          [taken, place.taken],
        ])) {
          setAttr(mark, "visibility", at ? "inherit" : "hidden");
          if (at) move(mark, at);
        }
        ticksOf(labels, now, box);
        if (own && s !== own) handle.hide();
        else
          handle.place(
            place.taken ? now.taken.at : place.beyond === "left" ? 0 : now.z.length - 1,
            now.z.length,
          );
        show(null, place);
      },
      /** @param {number} round */
      describe(round) {
        const text = !now
          ? none.textContent || "no step yet"
          : `${stepText(a, s)}, ${s > a.rounds ? REFUSED : `the loss ${asFactor(a.z[s - 1])}`}. ${farText(run, a.loss, now, layOut()?.beyond ?? "")}`;
        setAttr(
          pic,
          "aria-label",
          `${a.label}, the step of round ${now ? s : Math.min(round, a.rounds)}: ${text}`,
        );
        if (tried !== null) return;
        handle.say(now ? takenText(a, s) : "");
      },
    };
  }

  /** Draw the text beside a curve. @param {Boosted} a @param {number} x @param {number} width @param {number} line @param {number} room px */
  function sideOf(a, x, width, line, room) {
    const alpha = svg("text", { class: "rv-alpha-value", x, y: line });
    const factor = svg("text", { class: "rv-step-value", x, y: 2 * line });
    const at = 2 * line + 7;
    const bars = PARTS.map((p) =>
      svg("rect", {
        y: at,
        height: BAR,
        class: p.cls,
        fill: p.cls === "rv-tied" ? `url(#rv-hatch-${a.slot})` : null,
      }),
    );
    const hint = svg("text", { class: "rv-step-hint", x, y: at + BAR + 14 });
    const el = svg("g", {}, alpha, factor, ...bars, at + BAR + 17 <= room ? hint : null);
    const scale = linear(0, 1, x, x + width);

    /** @param {number} correct @param {number} reversed shares */
    function weigh(correct, reversed) {
      const ends = [0, correct, 1 - reversed, 1];
      bars.forEach((bar, k) => {
        setAttr(bar, "visibility", Number.isFinite(correct) ? "inherit" : "hidden");
        if (!Number.isFinite(correct)) return;
        setAttr(bar, "x", scale(ends[k]).toFixed(1));
        setAttr(bar, "width", Math.max(0, scale(ends[k + 1]) - scale(ends[k])).toFixed(1));
      });
    }
    /** @param {number} z NaN for none: after a stand-in for an undefined α the losses are not products of Z @param {number} loss */
    const lossText = (z, loss) =>
      [
        symbolOf(run, a.loss),
        Number.isFinite(z) ? asFactor(z) : "",
        Number.isFinite(loss) ? `→ ${num(loss)}` : "",
      ]
        .filter(Boolean)
        .join(" ");

    const bold = `700 ${line > 16 ? 17 : 15}px ${ctx.theme.font}`;
    /** Write an α; one without a value has a long word, which is dropped first. @param {string} text */
    const fitting = (text) =>
      textWidth(bold, text) <= width ? text : text.replace("α undefined: ", "undefined: ");

    return {
      el,
      /** @param {boolean} there */
      show: (there) => setAttr(el, "visibility", there ? "visible" : "hidden"),
      /** @param {Round} round @param {number} s @param {string} far text about a minimum outside the box */
      taken(round, s, far) {
        setText(alpha, fitting(stepText(a, s)));
        const z = isUndefined(a, s) ? NaN : a.z[s - 1];
        setText(factor, s > a.rounds ? REFUSED : lossText(z, a.curves[a.loss]?.[s] ?? NaN));
        setText(hint, far || "weights afterwards");
        weigh(round.taken.correct, round.taken.reversed);
      },
      /** @param {Round} round @param {number} i */
      tried(round, i) {
        setText(alpha, `try α ${tick(round.alphas[i])}`);
        setText(factor, lossText(round.z[i], round.loss[i]));
        setText(hint, "release to branch");
        weigh(round.correct[i] / 255, round.reversed[i] / 255);
      },
    };
  }
}

/** Return the handle below a curve. @param {Boosted} a @param {{left: number, right: number}} box of the curve, px */
const gripOf = (a, { left, right }) => ({
  class: "rv-grip",
  tabindex: -1,
  "aria-label": `Another α for ${a.label}`,
  title: "Drag to try another α; release to branch the run there",
  style: `left:calc(${left}px - var(--thumb) / 2);width:calc(${right - left}px + var(--thumb))`,
});

/** Return by what round s multiplied a loss. @param {ArrayLike<number>} losses @param {number} s */
const changeOf = (losses, s) => losses[s] / losses[s - 1];

/** @param {SVGElement} mark @param {{x: number, y: number}} at */
const move = (mark, at) => setAttr(mark, "transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);

/** @param {Boosted} a @param {number} s */
const isUndefined = (a, s) => isInfinite(a, s) || a.outcome[s - 1] === 2;

/** Write the α taken; one that its equation leaves undefined was taken as infinite, or capped. @param {Boosted} a @param {number} s */
function stepText(a, s) {
  if (s > a.rounds) return "α undefined";
  return `α ${isUndefined(a, s) ? "undefined: " : ""}${alphaText(a, s)}`;
}

/** @param {Boosted} a @param {number} s */
const takenText = (a, s) => (s > a.rounds ? `no α taken, ${REFUSED}` : `α ${num(a.alpha[s - 1])} taken`);

/** Write about a minimum outside the box. @param {Run} run @param {string} loss @param {Round} round @param {"" | "left" | "right"} beyond */
const farText = (run, loss, round, beyond) =>
  !beyond
    ? ""
    : Number.isFinite(round.least.alpha)
      ? `${symbolOf(run, loss)} lowest at α ${num(round.least.alpha)}`
      : `${symbolOf(run, loss)} falls as α ${beyond === "left" ? "falls" : "grows"}`;

/** @param {SVGTextElement[]} labels @param {Round} round @param {{left: number, right: number}} box */
function ticksOf(labels, round, { left, right }) {
  const x = linear(0, round.alphas.length - 1, left, right);
  const places = axisPlaces(round.alphas, right - left);
  labels.forEach((label, k) => {
    setText(label, k < places.length ? tick(round.alphas[places[k]]) : "");
    if (k < places.length) setAttr(label, "x", x(places[k]).toFixed(1));
  });
}
