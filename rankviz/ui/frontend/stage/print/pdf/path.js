/** An SVG path as operators of a PDF page; arcs become curves. SVG 2, sections 9.3 and B.2.4; PDF 1.7, section 8.5.2. */

const TOKEN = /([a-zA-Z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/g;
/** How many numbers a command takes. @type {Record<string, number>} */
const TAKES = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** @typedef {{x: number, y: number, startX: number, startY: number, bend: [number, number] | null}} Pen `bend` is the last control point */

/** @param {number} value @returns {string} at most four decimals, no exponent */
export const num = (value) => String(Math.round(value * 1e4) / 1e4 + 0);

/** @param {string} d @returns {string} throws an Error for what is no path */
export function pathOperators(d) {
  const tokens = [...d.matchAll(TOKEN)].map((m) => m[0]);
  /** @type {Pen} */
  const pen = { x: 0, y: 0, startX: 0, startY: 0, bend: null };
  const out = [];
  let command = "";
  for (let i = 0; i < tokens.length;) {
    if (/[a-zA-Z]/.test(tokens[i])) command = tokens[i++];
    const takes = TAKES[command.toUpperCase()];
    const values = tokens.slice(i, i + takes).map(Number);
    if (takes === undefined || values.length < takes || !values.every(Number.isFinite))
      throw new Error(`No path: “${d.slice(0, 60)}”.`);
    i += takes;
    out.push(step(command.toUpperCase(), absolute(command, values, pen), pen));
    if (command === "M") command = "L";
    if (command === "m") command = "l";
    if (takes === 0 && i < tokens.length && !/[a-zA-Z]/.test(tokens[i]))
      throw new Error(`No path: “${d.slice(0, 60)}”.`);
  }
  return out.join("\n");
}

/** @param {string} command @param {number[]} values @param {Pen} pen */
function absolute(command, values, pen) {
  if (command === command.toUpperCase()) return values;
  if (command === "h") return [values[0] + pen.x];
  if (command === "v") return [values[0] + pen.y];
  const from = command === "a" ? 5 : 0; // of an arc only the end is a place
  return values.map((v, i) => (i < from ? v : v + ((i - from) % 2 ? pen.y : pen.x)));
}

/** @param {string} command @param {number[]} v absolute @param {Pen} pen moved on */
function step(command, v, pen) {
  const mirrored = pen.bend ? [2 * pen.x - pen.bend[0], 2 * pen.y - pen.bend[1]] : [pen.x, pen.y];
  pen.bend = null;
  switch (command) {
    case "Z":
      [pen.x, pen.y] = [pen.startX, pen.startY];
      return "h";
    case "M":
      [pen.startX, pen.startY] = v;
      return move(pen, v[0], v[1], "m");
    case "H":
      return move(pen, v[0], pen.y, "l");
    case "V":
      return move(pen, pen.x, v[0], "l");
    case "L":
      return move(pen, v[0], v[1], "l");
    case "C":
      return curve(pen, v);
    case "S":
      return curve(pen, [...mirrored, ...v]);
    case "Q":
      return quadratic(pen, v);
    case "T":
      return quadratic(pen, [...mirrored, ...v]);
    default:
      return arc(pen, v);
  }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {string} operator */
function move(pen, x, y, operator) {
  [pen.x, pen.y] = [x, y];
  return `${num(x)} ${num(y)} ${operator}`;
}

/** @param {Pen} pen @param {number[]} v */
function curve(pen, v) {
  pen.bend = [v[2], v[3]];
  [pen.x, pen.y] = [v[4], v[5]];
  return `${v.map(num).join(" ")} c`;
}

/** @param {Pen} pen @param {number[]} v one control point and the end */
function quadratic(pen, [cx, cy, x, y]) {
  const third = (/** @type {number} */ a) => (/** @type {number} */ c) => a + ((c - a) * 2) / 3;
  const written = curve(pen, [third(pen.x)(cx), third(pen.y)(cy), third(x)(cx), third(y)(cy), x, y]);
  pen.bend = [cx, cy];
  return written;
}

/** From the end points to centre and angles, then a curve for each quarter. @param {Pen} pen @param {number[]} v */
function arc(pen, [rx0, ry0, turn, large, sweep, x, y]) {
  if (rx0 === 0 || ry0 === 0 || (pen.x === x && pen.y === y)) return move(pen, x, y, "l");
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [dx, dy] = [(pen.x - x) / 2, (pen.y - y) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.max(1, Math.sqrt((px / rx0) ** 2 + (py / ry0) ** 2));
  const [rx, ry] = [Math.abs(rx0) * grow, Math.abs(ry0) * grow];
  const free = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1;
  const k = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, free));
  const [cx1, cy1] = [(k * rx * py) / ry, (-k * ry * px) / rx];
  const from = Math.atan2((py - cy1) / ry, (px - cx1) / rx);
  let span = Math.atan2((-py - cy1) / ry, (-px - cx1) / rx) - from;
  if (sweep && span < 0) span += 2 * Math.PI;
  if (!sweep && span > 0) span -= 2 * Math.PI;
  const centre = [cos * cx1 - sin * cy1 + (pen.x + x) / 2, sin * cx1 + cos * cy1 + (pen.y + y) / 2];
  /** @param {number} u @param {number} w on the unit circle */
  const place = (u, w) => [centre[0] + cos * rx * u - sin * ry * w, centre[1] + sin * rx * u + cos * ry * w];
  const pieces = Math.ceil(Math.abs(span) / (Math.PI / 2) - 1e-9);
  const out = [];
  for (let i = 0; i < pieces; i++) {
    const [a, b] = [from + (span * i) / pieces, from + (span * (i + 1)) / pieces];
    const reach = (4 / 3) * Math.tan((b - a) / 4);
    const end = i === pieces - 1 ? [x, y] : place(Math.cos(b), Math.sin(b));
    const first = place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a));
    const second = place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b));
    out.push(curve(pen, [...first, ...second, ...end]));
  }
  pen.bend = null;
  return out.join("\n");
}
