/** Detect a dark notebook. Each host indicates this differently, so the painted background decides. */

/** @param {HTMLElement} el @returns {boolean} whether the background behind it is dark; the system's setting if there is none */
export function isDark(el) {
  for (let at = /** @type {Element | null} */ (el); at; at = surroundingElement(at)) {
    const [r, g, b, a] = pixel(getComputedStyle(at).backgroundColor);
    if (a > 127) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {Element} el @returns {Element | null} its parent, also outside its shadow tree */
function surroundingElement(el) {
  const tree = el.getRootNode();
  return el.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
}

const canvas = document.createElement("canvas");
canvas.width = canvas.height = 1;
const paint = canvas.getContext("2d", { willReadFrequently: true });

/** @param {string} color in any notation @returns {Uint8ClampedArray} red, green, blue, and alpha */
function pixel(color) {
  if (!paint) return new Uint8ClampedArray(4);
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  return paint.getImageData(0, 0, 1, 1).data;
}
