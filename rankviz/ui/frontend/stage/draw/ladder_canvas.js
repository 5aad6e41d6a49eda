/** One algorithm's ladder on a canvas: the last rounds as lines that run into the names at the cursor. */

import { html } from "./dom.js";
import { cut, grade } from "./format.js";
import { fitter } from "./fit.js";
import { lit } from "./hover.js";
import { stateAt } from "../run/run.js";

const HISTORY = 30;

/**
 * @param {import("../panels/panel.js").Ctx} ctx @param {import("../run/run.js").Algo} algo @param {Int32Array} items of one query, in true order
 * @param {number} width @param {(item: number) => number} standing 0–1
 */
export function ladderCanvas(ctx, algo, items, width, standing) {
  const { run, theme, hover, cursor } = ctx;
  const count = items.length;
  const named = count <= 64;
  const pitch = named ? Math.max(15, Math.min(30, Math.floor(420 / count))) : Math.max(1.4, 700 / count);
  const top = 6;
  const height = Math.ceil(count * pitch + top + 24);
  const dpr = Math.min(2, window.devicePixelRatio || 1);
  // Whole device pixels, so that the rounds can be pasted side by side.
  const edge = Math.round((named ? width - Math.min(230, Math.round(width * 0.63)) : width - 60) * dpr);
  const right = edge / dpr;
  const wanted = Math.max(4, Math.min(run.rounds, count > 150 ? 15 : HISTORY));
  const step = Math.max(1, Math.floor((edge - 8 * dpr) / wanted));
  const history = Math.max(wanted, Math.min(run.rounds, Math.floor((edge - 8 * dpr) / step)));
  const dx = step / dpr;
  const strength = named ? 0.9 : 0.6;
  const canvas = html("canvas", {
    width: Math.round(width * dpr),
    height: Math.round(height * dpr),
    style: `width:${width}px;height:${height}px`,
    tabindex: 0,
  });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paper.font = `13px ${theme.font}`;
  const middle = middles();
  /** Row of each item at the drawn round, and how many items share a place. */
  const row = new Int32Array(count);
  const taken = new Uint16Array(run.n + 2);
  const grades = Array.from(items, (i) => (run.hasGrades ? cut(grade(run.grades[i]), 3) : ""));
  const gradeWidth = run.hasGrades ? 4 + 7 * Math.max(1, ...grades.map((g) => g.length)) : 0;
  const fit = fitter(`700 13px ${theme.font}`, width - right - 66 - gradeWidth);
  const labels = Array.from(items, (i) => fit(run.labels[i]));
  const y = (/** @type {number} */ place) => top + (place - 0.5) * pitch;
  let groups = byColour();
  let strips = roundStrips();

  /** Items by colour, so that a colour is set once. @returns {Map<string, number[]>} */
  function byColour() {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (let i = 0; i < count; i++) {
      const color = theme.grade(standing(items[i]));
      const list = found.get(color);
      if (list) list.push(i);
      else found.set(color, [i]);
    }
    return found;
  }

  /** What each round adds to the picture, kept as long as it is in it: a step draws one round, and pastes the others. */
  function roundStrips() {
    return stripCache(history, step, canvas.height, (pen, r) => {
      pen.setTransform(dpr, 0, 0, dpr, 0, 0);
      pen.lineCap = "square"; // a line is as wide at the seam between two rounds as elsewhere
      pen.lineWidth = named ? 1.7 : 1;
      pen.globalAlpha = strength;
      for (const [color, list] of groups) {
        pen.strokeStyle = color;
        pen.beginPath();
        for (const i of list) {
          pen.moveTo(0, y(middle[(r - 1) * count + i]));
          pen.lineTo(dx, y(middle[r * count + i]));
        }
        pen.stroke();
      }
    });
  }

  /** Where a shared place is drawn: the middle of the places its items take up. */
  function middles() {
    const out = new Float32Array((algo.rounds + 1) * count);
    const tally = new Uint16Array(run.n + 2);
    for (let t = 0; t <= algo.rounds; t++) {
      const at = t * run.n;
      for (let i = 0; i < count; i++) tally[algo.place[at + items[i]]]++;
      for (let i = 0; i < count; i++) {
        const p = algo.place[at + items[i]];
        out[t * count + i] = p + (tally[p] - 1) / 2;
      }
      for (let i = 0; i < count; i++) tally[algo.place[at + items[i]]] = 0;
    }
    return out;
  }

  /** @param {number} s */
  function arrange(s) {
    taken.fill(0);
    for (let i = 0; i < count; i++) {
      const p = algo.place[s * run.n + items[i]];
      row[i] = p + taken[p]++;
    }
  }

  /** @param {number} t */
  function draw(t) {
    const s = stateAt(algo, t);
    const h = hover.now;
    const marked = h && (h.item !== undefined || h.pair) ? h : null;
    const from = Math.max(0, s - history);
    arrange(s);
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.globalAlpha = marked ? 0.22 / strength : 1;
    for (let r = from + 1; r <= s; r++) paper.drawImage(strips(r), edge - (s - r + 1) * step, 0);
    paper.setTransform(dpr, 0, 0, dpr, 0, 0);
    paper.globalAlpha = marked ? 0.22 : strength;
    paper.lineWidth = named ? 1.7 : 1;
    for (const [color, list] of groups) stroke(color, list, s, s);
    paper.globalAlpha = 1;
    if (marked) {
      paper.lineJoin = "bevel";
      paper.lineWidth = 3.5;
      for (const [color, list] of groups)
        stroke(
          color,
          list.filter((i) => lit(marked, items[i])),
          from,
          s,
        );
    }
    if (named) names(s, marked);
    else strip(right + 16, 12, (i) => row[i]);
    strip(width - 8, 7, (i) => i + 1);
    paper.fillStyle = theme.faint;
    paper.fillText(s === 0 ? "start" : `rounds ${from} – ${s}`, 2, height - 7);
  }

  /** Lines of some items through the rounds from … s, and on to their rows. @param {string} color @param {number[]} list @param {number} from @param {number} s */
  function stroke(color, list, from, s) {
    if (list.length === 0) return;
    paper.strokeStyle = color;
    paper.beginPath();
    for (const i of list) {
      paper.moveTo(right - (s - from) * dx, y(middle[from * count + i]));
      for (let r = from + 1; r <= s; r++) paper.lineTo(right - (s - r) * dx, y(middle[r * count + i]));
      paper.lineTo(right + 14, y(row[i]));
    }
    paper.stroke();
  }

  /** @param {number} s @param {import("./hover.js").Hover} marked */
  function names(s, marked) {
    const plain = `13px ${theme.font}`;
    const bold = `700 13px ${theme.font}`;
    paper.textAlign = "right";
    paper.fillStyle = theme.faint;
    paper.strokeStyle = theme.faint;
    paper.lineWidth = 1;
    for (let i = 0; i < count; i++) {
      const place = algo.place[s * run.n + items[i]];
      const size = taken[place];
      if (row[i] !== place) continue; // told by the first of those that share the place
      paper.fillText(size > 1 ? `=${place}` : String(place), right + 40, y(place) + 4.5);
      if (size > 1) {
        paper.beginPath();
        paper.moveTo(right + 33, y(place) + 8);
        paper.lineTo(right + 33, y(place + size - 1) + 5);
        paper.stroke();
      }
    }
    paper.textAlign = "left";
    for (const [color, list] of groups) {
      for (const i of list) {
        const on = marked && lit(marked, items[i]);
        const at = y(row[i]);
        paper.globalAlpha = marked && !on ? 0.45 : 1;
        paper.fillStyle = color;
        paper.fillRect(right + 44, at - 5.5, 7, 11);
        if (on) paper.font = bold;
        paper.fillStyle = theme.text;
        paper.fillText(grades[i], right + 54, at + 4.5);
        paper.fillText(labels[i], right + 54 + gradeWidth, at + 4.5);
        if (on) paper.font = plain;
      }
    }
    paper.globalAlpha = 1;
  }

  /** A column of true colours. @param {number} x @param {number} w @param {(i: number) => number} rowOf */
  function strip(x, w, rowOf) {
    for (const [color, list] of groups) {
      paper.fillStyle = color;
      for (const i of list) paper.fillRect(x, y(rowOf(i)) - pitch / 2, w, pitch + 0.3);
    }
  }

  /** @param {number} place row counted from 1 */
  const itemAt = (place) => items[row.indexOf(Math.max(1, Math.min(count, place)))];

  /** @param {Event} event */
  const point = (event) => {
    const e = /** @type {PointerEvent} */ (event);
    const box = canvas.getBoundingClientRect();
    const py = e.clientY - box.top;
    const back = Math.round((right - (e.clientX - box.left)) / dx);
    const s = stateAt(algo, cursor.t);
    const where = { x: e.clientX, y: e.clientY };
    if (py > height - 24) return hover.set(null);
    if (back <= 0 || s - back < 0)
      return hover.set({ item: itemAt(Math.floor((py - top) / pitch) + 1), ...where });
    let best = 0;
    for (let i = 1; i < count; i++)
      if (
        Math.abs(y(middle[(s - back) * count + i]) - py) < Math.abs(y(middle[(s - back) * count + best]) - py)
      )
        best = i;
    hover.set({ item: items[best], ...where });
  };
  // a finger points by touching, and what it touched stays lit
  for (const type of ["pointermove", "pointerdown"]) canvas.addEventListener(type, point);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hover.set(null);
  });
  canvas.addEventListener("blur", () => hover.set(null));
  canvas.addEventListener("keydown", (event) => {
    const e = /** @type {KeyboardEvent} */ (event);
    const move = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (!move) return;
    e.preventDefault();
    const now = hover.now?.item === undefined ? -1 : items.indexOf(hover.now.item);
    const next = now < 0 ? 1 : Math.max(1, Math.min(count, row[now] + move));
    const box = canvas.getBoundingClientRect();
    hover.set({ item: itemAt(next), x: box.left + right, y: box.top + y(next) });
  });

  let wasMarked = false;
  return {
    el: canvas,
    draw,
    retheme() {
      paper.font = `13px ${theme.font}`;
      groups = byColour();
      strips = roundStrips();
      draw(cursor.t);
    },
    /** @param {import("./hover.js").Hover} h */
    hover(h) {
      const marks = Boolean(h && h.cell === undefined);
      if (marks || wasMarked) draw(cursor.t);
      wasMarked = marks;
    },
    /** @param {number} t @param {number} k @returns {string} */
    first(t, k) {
      arrange(stateAt(algo, t));
      return Array.from({ length: Math.min(k, count) }, (_, r) => run.labels[itemAt(r + 1)]).join(", ");
    },
  };
}

/**
 * Pictures of single rounds, of which the latest ones asked for are kept.
 * @param {number} size how many @param {number} width @param {number} height device px @param {(pen: CanvasRenderingContext2D, r: number) => void} draw
 * @returns {(r: number) => HTMLCanvasElement}
 */
function stripCache(size, width, height, draw) {
  /** @type {{round: number, canvas: HTMLCanvasElement}[]} */
  const kept = Array.from({ length: size }, () => ({ round: -1, canvas: html("canvas", { width: 0, height: 0 }) }));
  return (r) => {
    const slot = kept[r % size];
    if (slot.round !== r) {
      slot.round = r;
      slot.canvas.width = width; // also clears it
      slot.canvas.height = height;
      draw(/** @type {CanvasRenderingContext2D} */ (slot.canvas.getContext("2d")), r);
    }
    return slot.canvas;
  };
}
