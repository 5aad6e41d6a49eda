/** Cutting a text to a width in pixels, measured, not guessed. */

const paper = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** @param {string} font as in CSS @returns {(text: string) => number} its width, px */
export function measurer(font) {
  return (text) => {
    paper.font = font;
    return paper.measureText(text).width;
  };
}

/** @param {string} font as in CSS @param {string} text @returns {number} px, rounded up */
export const textWidth = (font, text) => Math.ceil(measurer(font)(text));

/**
 * The longest of a slot's texts decides how wide it must be. @param {string} font @param {Iterable<string>} texts @returns {number} px
 */
export function widest(font, texts) {
  let most = 0;
  for (const text of new Set(texts)) most = Math.max(most, textWidth(font, text));
  return most;
}

/**
 * @param {string} font as in CSS @param {number} width px
 * @returns {(text: string) => string} the text, with an ellipsis when it is too long
 */
export function fitter(font, width) {
  return (text) => {
    paper.font = font;
    if (paper.measureText(text).width <= width) return text;
    let low = 0;
    let high = text.length;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (paper.measureText(`${text.slice(0, mid).trimEnd()}…`).width <= width) low = mid;
      else high = mid - 1;
    }
    return `${text.slice(0, low).trimEnd()}…`;
  };
}

/**
 * A ranker's name keeps its threshold: "log triglycer… > 4.6". A region has two, and is cut at its end.
 * @param {string} font @param {number} width
 * @returns {(text: string) => string}
 */
export function rankerFitter(font, width) {
  const whole = fitter(font, width);
  return (text) => {
    const at = text.lastIndexOf(" > ");
    if (at < 0 || text.includes(" and ")) return whole(text);
    paper.font = font;
    if (paper.measureText(text).width <= width) return text;
    const tail = text.slice(at);
    return fitter(font, Math.max(30, width - paper.measureText(tail).width))(text.slice(0, at)) + tail;
  };
}
