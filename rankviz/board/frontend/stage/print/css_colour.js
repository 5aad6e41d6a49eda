/** Parse colours as computed by browsers into a hex triple and an opacity, which every renderer understands. */

/** @typedef {{hex: string, alpha: number}} Paint alpha 0–1 */

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const LONG = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i;
const CALL = /^(rgba?|color)\(\s*(srgb\s)?([^)]*)\)$/i;

/**
 * @param {string} css a hex colour, or a computed one: `rgb(…)`, `rgba(…)`, `color(srgb …)` (of color-mix), `transparent`
 * @returns {Paint} throws a RangeError for anything else
 */
export function parseColour(css) {
  const text = css.trim();
  if (text === "transparent") return { hex: "#000000", alpha: 0 };
  const short = SHORT.exec(text);
  if (short)
    return parseColour(
      `#${short
        .slice(1)
        .map((c) => c + c)
        .join("")}`,
    );
  const long = LONG.exec(text);
  if (long)
    return { hex: text.slice(0, 7).toLowerCase(), alpha: long[4] ? round(parseInt(long[4], 16) / 255) : 1 };
  const call = CALL.exec(text);
  if (!call || (call[1] === "color") !== Boolean(call[2])) throw unknown(css);
  return channels(call[3], call[1] === "color" ? 255 : 1, css);
}

/** @param {string} list three numbers and possibly an alpha @param {number} scale of a channel @param {string} css */
function channels(list, scale, css) {
  const [r, g, b, a = 1] = list
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map(share);
  if (![r, g, b, a].every(Number.isFinite)) throw unknown(css);
  return {
    hex: `#${[r, g, b].map((v) => byte(v * scale)).join("")}`,
    alpha: round(Math.max(0, Math.min(1, a))),
  };
}

/** @param {string} text @param {number} i */
const share = (text, i) =>
  text.endsWith("%") && i === 3 ? parseFloat(text) / 100 : text === "none" ? 0 : Number(text);

/** @param {number} value 0–255 */
const byte = (value) =>
  Math.round(Math.max(0, Math.min(255, value)))
    .toString(16)
    .padStart(2, "0");

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** @param {string} css */
const unknown = (css) => new RangeError(`The colour “${css}” cannot be printed.`);
