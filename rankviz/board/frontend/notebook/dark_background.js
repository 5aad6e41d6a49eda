/** Whether a notebook is dark: every host says so differently, and all of them paint something. */

/** @param {HTMLElement} el @returns {boolean} whether what is painted behind it is dark; as the system is, where nothing is painted */
export function isDark(el) {
  for (let at = /** @type {Element | null} */ (el); at; at = surroundingElement(at)) {
    const [r, g, b, a] = pixel(getComputedStyle(at).backgroundColor);
    if (a > 127) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {Element} el @returns {Element | null} what stands around it, also outside its tree */
function surroundingElement(el) {
  const tree = el.getRootNode();
  return el.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
}

const canvas = document.createElement("canvas");
canvas.width = canvas.height = 1;
const paint = canvas.getContext("2d", { willReadFrequently: true });

/** @param {string} color in any notation @returns {Uint8ClampedArray} red, green, blue, and how much of it covers */
function pixel(color) {
  if (!paint) return new Uint8ClampedArray(4);
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  return paint.getImageData(0, 0, 1, 1).data;
}
