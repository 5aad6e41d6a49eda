/** Pixels: of a picture in a drawing, and of a text that no standard font can write. */

const SHARP = 4;

/** @param {number} width @param {number} height */
function canvas(width, height) {
  const el = document.createElement("canvas");
  el.width = Math.max(1, Math.ceil(width));
  el.height = Math.max(1, Math.ceil(height));
  const pen = /** @type {CanvasRenderingContext2D} */ (el.getContext("2d", { willReadFrequently: true }));
  return { pen, pixels: () => pen.getImageData(0, 0, el.width, el.height) };
}

/** @param {SVGImageElement} el @returns {() => Promise<ImageData>} */
export const imageOf = (el) => async () => {
  const image = new Image();
  image.src = el.href.baseVal;
  await image.decode();
  const { pen, pixels } = canvas(image.width, image.height);
  pen.drawImage(image, 0, 0);
  return pixels();
};

/**
 * @param {SVGTextElement} el
 * @returns {{image: () => Promise<ImageData>, box: {x: number, y: number, width: number, height: number}}} where it stands in the text's coordinates
 */
export function textImage(el) {
  const { x, y, width, height } = el.getBBox();
  const at = el.getStartPositionOfChar(0);
  const style = getComputedStyle(el);
  const { pen, pixels } = canvas(width * SHARP, height * SHARP);
  pen.scale(SHARP, SHARP);
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.fillStyle = pen.strokeStyle = style.fill;
  if (style.stroke !== "none") {
    [pen.strokeStyle, pen.lineWidth] = [style.stroke, parseFloat(style.strokeWidth)];
    pen.strokeText(el.textContent ?? "", at.x - x, at.y - y);
  }
  if (style.fill !== "none") pen.fillText(el.textContent ?? "", at.x - x, at.y - y);
  return {
    image: async () => pixels(),
    box: { x, y, width: Math.ceil(width * SHARP) / SHARP, height: Math.ceil(height * SHARP) / SHARP },
  };
}
