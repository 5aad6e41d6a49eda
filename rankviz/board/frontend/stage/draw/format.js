/** Format numbers and short texts the same way everywhere. "—" stands for a missing value. */

export const NONE = "—";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @param {number} n @returns {string} */
function superscript(n) {
  return (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map((d) => SUPERSCRIPT[Number(d)]).join("");
}

/** @param {string} text @returns {string} with a minus sign instead of a hyphen */
const minus = (text) => text.replace(/^-/, "−");

/**
 * Format to three or four significant digits, with trailing zeros so that a changing number does not jump.
 * @param {number} x @returns {string}
 */
export function num(x) {
  if (!Number.isFinite(x)) return NONE;
  const a = Math.abs(x);
  if (a === 0) return "0";
  if (a >= 99999.5 || a < 0.0005) {
    const [mantissa, power] = x.toExponential(1).split("e");
    return `${minus(mantissa)}×10${superscript(Number(power))}`;
  }
  if (a < 10) return minus(x.toFixed(3));
  if (a < 100) return minus(x.toFixed(2));
  if (a < 1000) return minus(x.toFixed(1));
  return minus(Math.round(x).toLocaleString("en"));
}

/** Format a number of any size to three significant digits: 1.23×10⁻⁴. @param {number} x @returns {string} */
export function scientific(x) {
  if (!Number.isFinite(x)) return NONE;
  const [mantissa, power] = x.toExponential(2).split("e");
  return Number(power) < -2 || Number(power) > 3
    ? `${minus(mantissa)}×10${superscript(Number(power))}`
    : num(x);
}

/** @param {number} x @returns {string} with its sign, also if positive */
export const signed = (x) => (Number.isFinite(x) && x > 0 ? `+${num(x)}` : num(x));

/** @param {number} l base-10 logarithm @returns {string} the number, however large or small */
export function fromLog10(l) {
  if (!Number.isFinite(l)) return NONE;
  if (Math.abs(l) < 300) return num(10 ** l);
  const power = Math.floor(l);
  return `${(10 ** (l - power)).toFixed(1)}×10${superscript(power)}`;
}

/** Distance from 1 that rounding alone may cause in a sum or quotient. */
const NOISE = 1e-12;

/** @param {number} x @returns {string} a factor: ×1.27 */
export function asFactor(x) {
  if (!Number.isFinite(x)) return NONE;
  if (x === 0 || Math.abs(x - 1) < NOISE) return `×${Math.round(x)}`;
  if (Math.abs(x - 1) < 0.05) return `×${x.toFixed(Math.abs(x - 1) < 0.005 ? 4 : 3)}`;
  if (x >= 99.95 || x < 0.005) return `×${num(x)}`;
  return `×${x >= 9.995 ? x.toFixed(1) : x.toFixed(2)}`;
}

/** @param {number} x @returns {string} a share as a percentage */
export const percent = (x) => (Number.isFinite(x) ? `${(100 * x).toFixed(1)} %` : NONE);

/** @param {number} x @returns {string} all digits, for a tooltip */
export const inFull = (x) => (Number.isFinite(x) ? minus(String(x)) : "no value here");

/** Format a tick label without trailing zeros. @param {number} x @returns {string} */
export function tick(x) {
  const a = Math.abs(x);
  if (a >= 1e5 || (a > 0 && a < 1e-3))
    return num(x)
      .replace(/^1\.0×/, "")
      .replace(/\.0×/, "×");
  return minus(String(Number(x.toPrecision(4))));
}

/** Format a tick of a log axis. @param {number} l @returns {string} */
export const tickLog = (l) =>
  (l >= -2 && l <= 3) || !Number.isInteger(l)
    ? tick(Number((10 ** l).toPrecision(3)))
    : `10${superscript(l)}`;

/** @param {string} text @param {number} chars @returns {string} truncated with an ellipsis */
export const truncate = (text, chars) =>
  text.length <= chars ? text : `${text.slice(0, Math.max(1, chars - 1)).trimEnd()}…`;

/** Format a grade without needless digits. @param {number} g @returns {string} */
export const gradeText = (g) => (Number.isFinite(g) ? String(Number(g.toPrecision(4))) : NONE);
