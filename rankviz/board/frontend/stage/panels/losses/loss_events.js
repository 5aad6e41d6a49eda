/** One sentence's claims about the curves: a shaded gap, a level to cross, points with their round and value. */

import { valueText } from "../../draw/end_tags.js";
import { setAttr } from "../../draw/dom.js";
import { textWidth } from "../../draw/fit_text.js";
import { linePath, svg } from "../../draw/svg.js";
import { symbolOf } from "../../run/run.js";
import { coveredErrors, valuesOf } from "./loss_lines.js";
/** @import { Cursor } from "../../control/cursor.js" */
/** @import { Chart } from "../../control/view.js" */
/** @import { RoundChart } from "../../draw/chart.js" */
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Run } from "../../run/run.js" */
/** @import { Line } from "./loss_lines.js" */

/** @typedef {{lines: Line[], log: boolean}} Drawn */

/** Distance from a point to its text, px. */
const APART = { above: 10, below: 20, beside: 9 };
/** Radius of a point's ring, type size of its text (losses.css has the same), and its descent, px. */
const [POINT, TYPE, DEEP] = [7, 14, 4];
/** From this width of a chart on a point's text has its round and its symbol, px. */
const SPELT = 240;
/** Points of a curve between two rounds that are looked at. */
const PIECES = 12;
/** Closer to an end of the chart than this, a text is on the other side, px. */
const ROOM = 140;

/** Radius of the ring at a minimum, px. */
const RING = 6.5;

let gaps = 0;

/** @param {Drawn} strip @param {string} id of a run @param {string} key of a curve */
const line = ({ lines }, id, key) => lines.find((l) => l.algo.id === id && l.key === key);

/** Return where an error exceeds the bound in its chart in some round. @param {Drawn} strip @returns {[string, string, string][]} as in a gap */
export function aboveBounds({ lines }) {
  return lines.flatMap(({ algo, key }) => {
    if (key !== "bound") return [];
    const { bound } = algo.curves;
    const over = coveredErrors(algo).find((error) =>
      lines.some(
        (l) => l.algo === algo && l.key === error && l.algo.curves[error].some((v, t) => v > bound[t] + 1e-9),
      ),
    );
    return over ? [/** @type {[string, string, string]} */ ([algo.id, over, "bound"])] : [];
  });
}

/** Shade where the first curve of a gap is above the second; rounds to come as faintly as the curves. @param {RoundChart} c @param {Drawn} strip @param {[string, string, string]} which @param {Scale} y */
export function gapShading(c, strip, which, y) {
  const [id, over, under] = which;
  const [first, second] = [line(strip, id, over), line(strip, id, under)];
  if (!first || !second) return;
  const area = (/** @type {typeof first} */ l, /** @type {number} */ edge) => {
    const values = valuesOf(l, strip.log);
    return `${linePath(values, c.x, y)}L${c.x(values.length - 1).toFixed(1)} ${edge}L${c.x(0).toFixed(1)} ${edge}Z`;
  };
  const name = `rv-gap-${++gaps}`;
  c.plot.append(svg("defs", {}, svg("clipPath", { id: name }, svg("path", { d: area(second, c.top) }))));
  for (const layer of [c.future, c.past])
    layer.prepend(
      svg("path", {
        class: `rv-gap rv-k${first.algo.slot}`,
        d: area(first, c.bottom),
        "clip-path": `url(#${name})`,
      }),
    );
}

/**
 * Draw a ring where a held-out curve is best, and a line from it to the axis.
 * @param {RoundChart} c @param {Drawn} strip @param {Scale} y @param {Cursor} cursor @param {boolean} faint whether rounds to come are visible
 * @returns {(t: number) => void} shows the visible ones
 */
export function bestRings(c, strip, y, cursor, faint) {
  const made = strip.lines.flatMap((l) => {
    const t = l.algo.best[l.key];
    const at = t === undefined ? NaN : y(valuesOf(l, strip.log)[t]);
    if (t === undefined || !(at >= c.top - 1 && at <= c.bottom + 1)) return [];
    const g = svg(
      "g",
      { class: `rv-best rv-k${l.algo.slot}` },
      svg("title", {}, `${l.algo.label}: best on held-out pairs after round ${t}`),
      svg("line", { x1: c.x(t), x2: c.x(t), y1: Math.min(at + RING, c.bottom), y2: c.bottom }),
      svg("circle", { cx: c.x(t), cy: at, r: RING }),
    );
    c.over.append(g);
    return [{ t, g }];
  });
  return (now) => {
    for (const { t, g } of made)
      setAttr(g, "visibility", t <= now || (faint && t <= cursor.last) ? "visible" : "hidden");
  };
}

/** Return a value on the axis' scale. @param {Drawn} strip @param {number} value */
const leveled = ({ log }, value) => (log ? Math.log10(value) : value);

/**
 * Draw the level, with its name where it is on no curve if there is such a place.
 * @param {RoundChart} c @param {Drawn} strip @param {Chart} chart @param {Scale} y @param {string} font family
 * @returns {Box[]} the place of the name
 */
export function levelLine(c, strip, chart, y, font) {
  if (!chart.level) return [];
  const { at: value, label } = chart.level;
  const at = y(leveled(strip, value));
  c.plot.append(
    svg("line", { class: "rv-level", "data-level": "", x1: c.left, x2: c.right, y1: at, y2: at }),
  );
  const width = textWidth(`600 ${TYPE}px ${font}`, label);
  const steps = Math.max(1, Math.floor((c.right - c.left - width - 16) / 12));
  const places = [at + 15, at - 6]
    .filter((base) => base + DEEP <= c.bottom && base - TYPE >= c.top)
    .flatMap((base) => Array.from({ length: steps }, (_, i) => boxOf(c.left + 8 + 12 * i, base, width)));
  const place = leastCovered(c, strip, y, places.length ? places : [boxOf(c.left + 8, at + 15, width)]);
  c.over.append(svg("text", { class: "rv-event", x: place.left, y: place.bottom - DEEP }, label));
  return [place];
}

/**
 * Draw points with texts. Of two in one round the upper has its text above, the lower below; texts that would overlap others, or
 * another point, are on the point's other side or beside it.
 * @param {RoundChart} c @param {Run} run @param {Drawn} strip @param {Chart} chart @param {Scale} y @param {string} font family
 * @param {readonly Box[]} [written] where something is written
 * @returns {(t: number) => void} shows those that the cursor has reached
 */
export function labels(c, run, strip, chart, y, font, written = []) {
  const points = (chart.marks ?? []).flatMap(([id, key, t]) => {
    const of = line(strip, id, key);
    const values = of && valuesOf(of, strip.log);
    return of && values && t < values.length && Number.isFinite(values[t])
      ? [{ of, t, values, at: y(values[t]) }]
      : [];
  });
  /** @type {Box[]} */
  const taken = [...written];
  const made = points.map(({ of, t, values, at }) => {
    const other = points.find((p) => p.t === t && p.of !== of);
    const [before, after] = [values[t - 1] ?? values[t], values[t + 1] ?? values[t]];
    const low = values[t] <= before && values[t] <= after && before !== after;
    const under = other
      ? other.at < at || (other.at === at && points.findIndex((p) => p.of === of) > 0)
      : low || (chart.level !== null && chart.level !== undefined && at > y(leveled(strip, chart.level.at)));
    const crowded = at - APART.below < c.top; // the chart's title is above
    const below = (under || crowded) && at + APART.below <= c.bottom;
    const x = c.x(t);
    const falls = values[t] < before;
    const free = low ? "middle" : falls === below ? "end" : "start";
    const side = x - c.left < ROOM ? "start" : c.right - x < ROOM ? "end" : free;
    const measure = chart.series?.key === of.key ? chart.series.titles[1] : symbolOf(run, of.key);
    const symbol = measure.replace(" held out", chart.unseen ? "" : ", held out");
    // In the last round the tag beside the line's end has the value.
    const value = t === run.rounds ? "" : valueText(of.algo, of.key, t);
    const text = value && c.right - c.left >= SPELT ? `round ${t}: ${symbol} ${value}` : value;
    const width = textWidth(`600 ${TYPE}px ${font}`, text);
    const lefts = [x + APART.beside, x - width / 2, x - APART.beside - width];
    const usual = { start: 0, middle: 1, end: 2 }[side];
    const others = [...taken, ...points.filter((p) => p.t !== t).map((p) => around(c.x(p.t), p.at))];
    const bases = [
      below ? at + APART.below : at - APART.above,
      ...(other ? [] : [below ? at - APART.above : at + APART.below, at + DEEP]),
    ];
    const places = [usual, 0, 2]
      .flatMap((k) => bases.slice(0, k === 1 ? 2 : 3).map((base) => boxOf(lefts[k], base, width)))
      .filter(
        (box) =>
          box.left >= c.left &&
          box.right <= c.right + APART.below &&
          box.top >= c.top - TYPE &&
          box.bottom <= c.bottom &&
          !others.some((each) => overlap(box, each)),
      );
    const place = leastCovered(c, strip, y, places.length ? places : [boxOf(lefts[usual], bases[0], width)]);
    if (text) taken.push(place);
    const g = svg(
      "g",
      { class: `rv-k${of.algo.slot}` },
      svg("circle", { class: "rv-point", cx: x, cy: at, r: POINT }),
      svg("text", { class: "rv-event", x: place.left, y: place.bottom - DEEP }, text),
    );
    c.over.append(g);
    return { t, g };
  });
  return (now) => {
    for (const { t, g } of made) setAttr(g, "visibility", now >= t ? "visible" : "hidden");
  };
}

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box px */

/** @param {number} left @param {number} base of the text @param {number} width @returns {Box} */
const boxOf = (left, base, width) => ({
  left,
  right: left + width,
  top: base - TYPE + DEEP,
  bottom: base + DEEP,
});

/** Return the place that the curves cover least, the first of several. @param {RoundChart} c @param {Drawn} strip @param {Scale} y @param {readonly Box[]} places */
function leastCovered(c, strip, y, places) {
  const points = strip.lines.flatMap((l) => {
    const values = valuesOf(l, strip.log);
    return Array.from({ length: (values.length - 1) * PIECES + 1 }, (_, i) => {
      const [t, part] = [Math.floor(i / PIECES), (i % PIECES) / PIECES];
      const value = part ? values[t] + part * (values[t + 1] - values[t]) : values[t];
      return { x: c.x(i / PIECES), y: y(value) };
    });
  });
  const covered = places.map(
    ({ left, right, top, bottom }) =>
      points.filter((p) => p.x > left && p.x < right && p.y > top && p.y < bottom).length,
  );
  return places[covered.indexOf(Math.min(...covered))];
}

/** @param {number} x @param {number} y @returns {Box} the box of a point's ring */
const around = (x, y) => ({ left: x - POINT, right: x + POINT, top: y - POINT, bottom: y + POINT });

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
