/** Colours. SVG and text use stage.css; canvases need colours as numbers, from here. */

/** @typedef {[number, number, number]} RGB */

/** Low → high, so that a high grade contrasts with the page in both colour schemes. */
const GRADES = {
  light: ["#b4bfc4", "#6db3a6", "#2b8a94", "#2d5a8c", "#35226b"],
  dark: ["#5b6680", "#3d8fb0", "#43c39c", "#b5dd5c", "#fff07d"],
};

/** Weight below, at and above the equal share: purple, neutral, orange; distinct for all types of colour vision. */
const WEIGHTS = {
  light: ["#4b2a86", "#8f7fbf", "#e4e1e6", "#f0a04b", "#a63c00"],
  dark: ["#a48ff0", "#6b5aa6", "#3a3d47", "#d97f2b", "#ffc27a"],
};

/** @param {string} hex @returns {RGB} */
const parse = (hex) => /** @type {RGB} */ ([1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));

/** @param {string[]} stops @param {number} u 0–1 @returns {RGB} */
function blend(stops, u) {
  const at = Math.max(0, Math.min(1, u)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  const a = parse(stops[i]);
  const b = parse(stops[i + 1]);
  return /** @type {RGB} */ (a.map((v, k) => Math.round(v + (b[k] - v) * (at - i))));
}

/** @param {RGB} c */
const css = (c) => `rgb(${c[0]} ${c[1]} ${c[2]})`;

/** @param {RGB} c @returns {number} a pixel of ImageData read as Uint32 (little-endian ABGR) */
const pixel = (c, alpha = 255) => ((alpha << 24) | (c[2] << 16) | (c[1] << 8) | c[0]) >>> 0;

/** @param {RGB} c @returns {number} perceived lightness, 0–1 */
const lightness = (c) => (0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]) / 255;

export class Theme {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.dark = false;
    this.font = "sans-serif";
    this.text = "#222";
    this.faint = "#888";
    this.line = "#ccc";
    this.page = "#fff";
    this.signature = "";
    /** By slot. @type {Map<number, string>} */
    this.colours = new Map();
  }

  /** Read the page's colours again. @returns {boolean} whether anything changed */
  read() {
    const [r, g, b, a] = channels(getComputedStyle(this.root).backgroundColor);
    this.dark =
      a === 0 ? window.matchMedia("(prefers-color-scheme: dark)").matches : lightness([r, g, b]) < 0.5;
    this.root.dataset.scheme = this.dark ? "dark" : "light";
    const style = getComputedStyle(this.root);
    /** @param {string} name */
    const value = (name) => style.getPropertyValue(name).trim();
    this.text = style.color;
    this.page = style.backgroundColor;
    this.font = style.fontFamily;
    this.faint = value("--rv-faint");
    this.line = value("--rv-line");
    this.colours.clear();
    const now = [this.dark, this.text, this.page, this.font].join("|");
    const changed = now !== this.signature;
    this.signature = now;
    return changed;
  }

  /** Return an algorithm's colour. @param {{slot: number}} algo @returns {string} */
  colourOf({ slot }) {
    const colour =
      this.colours.get(slot) ?? getComputedStyle(this.root).getPropertyValue(`--rv-a${slot}`).trim();
    this.colours.set(slot, colour);
    return colour;
  }

  /** @param {number} u 0 for the lowest, 1 for the highest grade @returns {string} */
  grade(u) {
    return css(blend(this.dark ? GRADES.dark : GRADES.light, u));
  }

  /** @param {number} level log2 of weight over equal share, divided by the legend's reach: −1 to 1 */
  weight(level) {
    return css(this.weightRgb(level));
  }

  /** @param {number} level @returns {RGB} */
  weightRgb(level) {
    return blend(this.dark ? WEIGHTS.dark : WEIGHTS.light, (level + 1) / 2);
  }

  /**
   * Return the pixel of each of the 256 weight codes, and the pixel of a mark on it.
   * @param {number} reach log2 factor at which the colour is fully saturated
   */
  weightTable(reach) {
    const fill = new Uint32Array(256);
    const mark = new Uint32Array(256);
    for (let code = 1; code < 256; code++) {
      const c = this.weightRgb((code - 128) / 16 / reach);
      fill[code] = pixel(c);
      mark[code] = lightness(c) > 0.52 ? pixel([15, 15, 20], 235) : pixel([255, 255, 255], 235);
    }
    const none = this.dark ? /** @type {RGB} */ ([110, 114, 125]) : /** @type {RGB} */ ([150, 152, 160]);
    fill[0] = pixel(none);
    mark[0] = pixel(none);
    return { fill, mark };
  }
}

/** @param {string} color computed "rgb(r, g, b)" or "rgba(…)" @returns {[number, number, number, number]} */
function channels(color) {
  const parts = color.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  return [parts[0], parts[1], parts[2], parts[3] ?? 1];
}
