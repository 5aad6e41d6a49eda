/** One algorithm's bump chart on a canvas: lines through the last rounds lead to the places and names at the cursor. */

import { DURATION } from "../../beats/motion.js";
import { html } from "../../draw/dom.js";
import { measurer } from "../../draw/fit_text.js";
import { isLit } from "../../draw/hover.js";
import { rankPlaces } from "./rank_places.js";
import { CHIP, sampleLines } from "./rank_layout.js";
import { roundStrips } from "./rank_strips.js";
import { followPointer } from "./rank_pointer.js";
import { Timer } from "../../host/rest.js";
import { stateAt } from "../../run/run.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Parts, RankScale } from "./rank_layout.js" */

/** With more lines than this they are one cloud. */
const MAX_LINES = 160;
/** Opacity of everything except what is pointed at. */
const DIMMED = 0.22;

/**
 * What all columns of a tile share.
 * @typedef {Object} Shape
 * @property {Int32Array} items items of one query, in true order
 * @property {RankScale} scale
 * @property {Parts} parts
 * @property {number} text type size, px
 * @property {number} width px
 * @property {number} height px
 * @property {number} back number of past rounds with lines
 * @property {string[]} names as written
 * @property {string[]} grades as written; "" if not written
 * @property {(item: number) => number} standing 0–1
 */

/** @param {Ctx} ctx @param {Algo} algo @param {Shape} shape */
export function bumpChartCanvas(ctx, algo, shape) {
  const { theme, hover, shown, dense } = ctx;
  const { n, labels } = ctx.run;
  const { scale, text, width, height } = shape;
  const count = shape.items.length;
  let { items, parts, back } = shape;
  // Distances from the middle of a row to its text's baseline and its chip's end, device px.
  const [below, half] = [0.375 * text, (7 / 12) * text];
  // Whole device pixels, so that rounds can be pasted side by side.
  let edge = Math.round(parts.edge * dense);
  const canvas = html("canvas", {
    width: Math.round(width * dense),
    height: Math.round(height * dense),
    style: `width:${width}px;height:${height}px`,
    tabindex: -1,
  });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let places = rankPlaces(algo, n, items);
  const lines = sampleLines(count, MAX_LINES);
  const thick = count <= 12 ? 2.2 : scale.named === count ? 1.7 : 1.1;
  const strength = lines.length <= 64 ? 0.9 : 0.6;
  let colors = coloured();
  let groups = byColour();
  let strips = strokedRounds();

  function coloured() {
    return Array.from(items, (item) => theme.grade(shape.standing(item)));
  }

  /** Lines to draw by colour, so that each colour is set once. @returns {Map<string, number[]>} */
  function byColour() {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (const i of lines) found.set(colors[i], [...(found.get(colors[i]) ?? []), i]);
    return found;
  }

  function strokedRounds() {
    return roundStrips(back, edge, canvas.height, (pen, r, wide) => {
      pen.scale(dense, dense);
      pen.lineCap = "square"; // a line is as wide at the seam between two rounds as elsewhere
      pen.lineWidth = thick;
      pen.globalAlpha = strength;
      for (const [color, list] of groups) {
        pen.strokeStyle = color;
        pen.beginPath();
        for (const i of list) {
          pen.moveTo(0, scale.y(places.middle[(r - 1) * count + i]));
          pen.lineTo(wide / dense, scale.y(places.middle[r * count + i]));
        }
        pen.stroke();
      }
    });
  }

  /** Return the width of a round, device px: the lines use the full width from the first round on. @param {number} s */
  const stepAt = (s) => Math.max(1, Math.floor(edge / Math.max(1, Math.min(s, back))));

  /** Return the number of items without a name, if it fits. */
  function unnamed() {
    const left = count - scale.named;
    if (left === 0 || scale.top(count + 1) - scale.top(scale.named + 1) < 15) return "";
    const fits = measurer(`${text}px ${theme.font}`);
    return [`${left} more`, `+${left}`].find((text) => fits(text) <= parts.room) ?? "";
  }

  let more = unnamed();
  let drawn = "";
  /** Items moving to another row: their old places, px, and their progress, 0–1. @type {{from: number[], far: number} | null} */
  let glide = null;
  const gliding = new Timer(() => {});

  /** Return an item's current place, px. @param {number} i */
  function at(i) {
    const to = scale.y(places.row[i]);
    return glide ? glide.from[i] + (to - glide.from[i]) * glide.far : to;
  }

  /** Move the items from their current rows to those of round t; the next drawing ends the motion. @param {number} t */
  function slide(t) {
    const s = stateAt(algo, t);
    const from = Array.from(items, (_, i) => at(i));
    const begun = performance.now();
    gliding.work = () => {
      const far = Math.min(1, (performance.now() - begun) / DURATION);
      glide = far < 1 ? { from, far: 1 - (1 - far) ** 3 } : null;
      paint(s, t);
      if (glide) gliding.startFrame();
    };
    places.arrange(s);
    drawn = `${s} ${t > algo.rounds}`;
    gliding.work();
  }

  /** @param {number} t */
  function draw(t) {
    const s = stateAt(algo, t);
    const now = `${s} ${t > algo.rounds}`;
    if (now === drawn) return;
    gliding.stop();
    glide = null;
    drawn = now;
    places.arrange(s);
    paint(s, t);
  }

  /** @param {number} s @param {number} t */
  function paint(s, t) {
    const marked = pointed();
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, canvas.width, canvas.height);
    history(s, marked);
    paper.setTransform(dense, 0, 0, dense, 0, 0);
    paper.globalAlpha = 1;
    if (marked) marks(s, marked);
    if (t > algo.rounds) stopped();
    paper.font = `${text}px ${theme.font}`;
    placeNumbers(s);
    chips();
    if (parts.room) names(marked);
  }

  function pointed() {
    const h = hover.now;
    return h && (h.item !== undefined || h.pair) ? h : null;
  }

  /** @param {number} s @param {Hover} marked */
  function history(s, marked) {
    paper.globalAlpha = marked ? DIMMED / strength : 1;
    const step = stepAt(s);
    // Meanwhile the lines come in from the right.
    const late = glide && s > 0 ? Math.round((1 - glide.far) * step) : 0;
    const first = Math.max(0, s - back) + 1;
    strips.paste(paper, first, s, step, edge - (s - first + 1) * step + late);
    if (late) paper.clearRect(edge, 0, canvas.width - edge, canvas.height);
    if (s === 0) start(marked);
  }

  /** Before the first round the lines are level. @param {Hover} marked */
  function start(marked) {
    paper.setTransform(dense, 0, 0, dense, 0, 0);
    paper.globalAlpha = marked ? DIMMED : strength;
    paper.lineWidth = thick;
    for (const [color, list] of groups) stroke(color, list, 0);
  }

  /** @param {number} s @param {Hover} marked */
  function marks(s, marked) {
    paper.lineJoin = "bevel";
    paper.lineWidth = 3.5;
    for (let i = 0; i < count; i++) if (isLit(marked, items[i])) stroke(colors[i], [i], s);
  }

  /** @param {string} color @param {number[]} list @param {number} s */
  function stroke(color, list, s) {
    const [right, dx] = [edge / dense, stepAt(s) / dense];
    const from = Math.max(0, s - back);
    paper.strokeStyle = color;
    paper.beginPath();
    for (const i of list) {
      paper.moveTo(s === 0 ? 0 : right - (s - from) * dx, scale.y(places.middle[from * count + i]));
      for (let r = from; r <= s; r++)
        paper.lineTo(right - (s - r) * dx, scale.y(places.middle[r * count + i]));
    }
    paper.stroke();
  }

  /** Mark the end of a run that has ended, as in the charts. */
  function stopped() {
    paper.fillStyle = theme.colourOf(algo);
    paper.fillRect(parts.edge - 3, 0, 3, scale.top(count + 1));
  }

  /** Write the places; shared ones have a bracket around their rows. @param {number} s */
  function placeNumbers(s) {
    paper.textAlign = "right";
    paper.fillStyle = paper.strokeStyle = theme.faint;
    paper.lineWidth = 1;
    paper.globalAlpha = glide ? glide.far : 1;
    for (let r = 1; r <= scale.named; r += places.taken[r]) {
      const size = places.taken[r];
      const place = algo.place[s * n + items[places.order[r - 1]]];
      if (parts.place)
        paper.fillText(size > 1 ? `=${place}` : String(place), parts.place, middleOf(r, size) + below);
      if (size > 1) bracket(scale.top(r) + 2, scale.top(r + size) - 2);
    }
    paper.globalAlpha = 1;
  }

  /** @param {number} r first row @param {number} size number of rows */
  const middleOf = (r, size) => scale.y(r + (size - 1) / 2);

  /** @param {number} from @param {number} to px */
  function bracket(from, to) {
    const x = parts.bracket + 0.5;
    paper.beginPath();
    paper.moveTo(x + 3, from);
    paper.lineTo(x, from);
    paper.lineTo(x, to);
    paper.lineTo(x + 3, to);
    paper.stroke();
  }

  /** Draw each place in the true colour of its item; if rows are thinner than a pixel, one of them per pixel. */
  function chips() {
    let last = -1;
    for (let r = 1; r <= count; r++) {
      const named = r <= scale.named;
      const inset = named ? Math.max(1.5, (scale.top(r + 1) - scale.top(r)) / 2 - half) : 0;
      const moved = named ? at(places.order[r - 1]) - scale.y(r) : 0;
      const [from, to] = [scale.top(r) + inset + moved, scale.top(r + 1) - inset + moved];
      if (!named && Math.floor(from * dense) === last) continue;
      last = Math.floor(from * dense);
      paper.fillStyle = colors[places.order[r - 1]];
      paper.fillRect(parts.chip, from, CHIP, Math.max(1 / dense, to - from + (named ? 0 : 0.3)));
    }
  }

  /** @param {Hover} marked */
  function names(marked) {
    paper.textAlign = "left";
    for (let r = 1; r <= scale.named; r++) {
      const i = places.order[r - 1];
      const on = marked && isLit(marked, items[i]);
      const foot = at(i) + below;
      paper.globalAlpha = marked && !on ? 0.45 : 1;
      paper.font = `${on ? "700 " : ""}${text}px ${theme.font}`;
      if (parts.grade) {
        paper.fillStyle = theme.faint;
        paper.fillText(shape.grades[i], parts.grade, foot);
      }
      paper.fillStyle = theme.text;
      paper.fillText(shape.names[i], parts.name, foot, parts.room);
    }
    paper.globalAlpha = 1;
    if (!more) return;
    paper.fillStyle = theme.faint;
    paper.fillText(more, parts.name, scale.y((scale.named + count + 1) / 2) + below);
  }

  followPointer(canvas, ctx, () => ({ algo, shape, places, stepAt }));

  function again() {
    drawn = "";
    draw(shown());
  }

  /** @param {Algo} next @param {Shape} other */
  function take(next, other) {
    const kept = other.back === back && other.parts.edge === parts.edge;
    [algo, shape] = [next, other];
    ({ items, parts, back } = other);
    edge = Math.round(parts.edge * dense);
    places = rankPlaces(algo, n, items);
    colors = coloured();
    groups = byColour();
    more = unnamed();
    if (kept) strips.forget(0);
    else strips = strokedRounds();
    drawn = "";
  }

  let wasMarked = false;
  return {
    el: canvas,
    /** @param {Algo} next @param {Shape} [other] of a run with another true order, if it has changed; the size is the same */
    adopt(next, other) {
      if (other) return take(next, other);
      const from = places.adopt(next);
      algo = next;
      strips.forget(from);
      if (from <= Number.parseInt(drawn)) drawn = "";
    },
    draw,
    slide,
    retheme() {
      colors = coloured();
      groups = byColour();
      strips.forget(0);
      again();
    },
    /** @param {Hover} h */
    hover(h) {
      const marked = Boolean(h && h.cell === undefined);
      if (marked || wasMarked) again();
      wasMarked = marked;
    },
    /** @param {number} t @param {number} k @returns {string} */
    first(t, k) {
      places.arrange(stateAt(algo, t));
      return Array.from({ length: Math.min(k, count) }, (_, r) => labels[items[places.order[r]]]).join(", ");
    },
  };
}
