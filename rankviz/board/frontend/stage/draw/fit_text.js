/** Truncate texts to a measured width in pixels. */

/** Node, in which the tests run, has no document. */
const paper = /** @type {CanvasRenderingContext2D} */ (
  globalThis.document?.createElement("canvas").getContext("2d")
);

/** Extra width of a space beyond the font's: beside Ê and R̂, and in small type, it would disappear. stage.css has the same, px. */
const WORD_SPACING = 1;

/** Measure a text in the current font. @param {string} text in the font that is set @returns {number} px */
const wide = (text) => paper.measureText(text).width + WORD_SPACING * (text.split(" ").length - 1);

/** @param {string} font as in CSS @returns {(text: string) => number} its width, px */
export function measurer(font) {
  return (text) => {
    paper.font = font;
    return wide(text);
  };
}

/** @param {string} font as in CSS @param {string} text @returns {number} px, rounded up */
export const textWidth = (font, text) => Math.ceil(measurer(font)(text));

/**
 * Return the width of the longest text. @param {string} font @param {Iterable<string>} texts @returns {number} px
 */
export function widest(font, texts) {
  let most = 0;
  for (const text of new Set(texts)) most = Math.max(most, textWidth(font, text));
  return most;
}

/**
 * @param {string} font as in CSS @param {number} width px
 * @returns {(text: string) => string} truncates a text with an ellipsis if it is too long
 */
export function fitter(font, width) {
  return (text) => {
    paper.font = font;
    if (wide(text) <= width) return text;
    let low = 0;
    let high = text.length;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (wide(`${text.slice(0, mid).trimEnd()}…`) <= width) low = mid;
      else high = mid - 1;
    }
    return `${text.slice(0, low).trimEnd()}…`;
  };
}

/** Split a ranker's name into feature and threshold; "" if it has none or, as a region, several. @param {string} text @returns {[string, string]} */
export function featureAndThreshold(text) {
  const at = text.includes(" and ") ? -1 : text.lastIndexOf(" > ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/**
 * Return a function that truncates a ranker's name but keeps its threshold: "log triglycer… > 4.6". A region has two, so its end is cut.
 * @param {string} font @param {number} width
 * @returns {(text: string) => string}
 */
export function rankerFitter(font, width) {
  const whole = fitter(font, width);
  return (text) => {
    const [feature, threshold] = featureAndThreshold(text);
    if (!threshold) return whole(text);
    paper.font = font;
    if (wide(text) <= width) return text;
    return fitter(font, Math.max(30, width - wide(threshold)))(feature) + threshold;
  };
}
