/** Walks an SVG that the browser has laid out, and writes the operators that paint the same on a page. */

import { imageOf } from "./images.js";
import { outline } from "./outline.js";
import { num } from "./path.js";
import { patternRectangles } from "./pattern.js";
import { textOperators } from "./text.js";

/** @typedef {[number, number, number, number, number, number]} Matrix as in PDF: a b c d e f */

export class Painter {
  /** @param {SVGSVGElement} root @param {Matrix} base from the drawing to the page */
  constructor(root, base) {
    this.root = root;
    this.base = base;
    this.home = /** @type {DOMMatrix} */ (root.getScreenCTM()).inverse();
    /** @type {string[]} */
    this.out = [];
    /** Opacities, as dictionaries. @type {string[]} */
    this.states = [];
    /** @type {(() => Promise<ImageData>)[]} */
    this.images = [];
  }

  all() {
    for (const child of this.root.children) this.paint(child, 1);
  }

  content() {
    return `${this.base.map(num).join(" ")} cm\n${this.out.join("\n")}\n`;
  }

  /** @param {Element} el @param {number} opacity of what it stands in */
  paint(el, opacity) {
    if (el.tagName === "defs") return;
    const whole = opacity * Number(el.getAttribute("opacity") ?? 1);
    this.out.push("q");
    this.clip(el);
    if (el.tagName === "svg" || el.tagName === "g") for (const child of el.children) this.paint(child, whole);
    else this.shape(/** @type {SVGGraphicsElement} */ (el), whole);
    this.out.push("Q");
  }

  /** @param {SVGGraphicsElement} el @param {number} opacity */
  shape(el, opacity) {
    this.out.push(`${this.matrix(el).map(num).join(" ")} cm`);
    this.state(el, opacity);
    if (el instanceof SVGImageElement) return this.image(imageOf(el), box(el));
    if (el.getAttribute("fill")?.startsWith("url(")) this.hatched(el);
    this.ink(el, "fill");
    this.ink(el, "stroke");
    if (!(el instanceof SVGTextElement)) return this.out.push(outline(el), operator(el));
    const written = textOperators(el);
    if (written.image) this.image(written.image, written.box);
    else this.out.push(written.operators);
  }

  /** The matrix from an element's coordinates to the drawing's. @param {SVGGraphicsElement} el @returns {Matrix} */
  matrix(el) {
    const m = this.home.multiply(/** @type {DOMMatrix} */ (el.getScreenCTM()));
    return [m.a, m.b, m.c, m.d, m.e, m.f];
  }

  /** @param {Element} el @param {number} opacity */
  state(el, opacity) {
    const [fill, stroke] = ["fill", "stroke"].map(
      (name) => opacity * Number(el.getAttribute(`${name}-opacity`) ?? 1),
    );
    if (fill === 1 && stroke === 1) return;
    const state = `<< /ca ${num(fill)} /CA ${num(stroke)} >>`;
    if (!this.states.includes(state)) this.states.push(state);
    this.out.push(`/G${this.states.indexOf(state)} gs`);
  }

  /** @param {SVGGraphicsElement} el @param {"fill" | "stroke"} name */
  ink(el, name) {
    if (!has(el, name)) return;
    if (name === "stroke") this.out.push(pen(el));
    this.out.push(`${rgb(el.getAttribute(name) ?? "")} ${name === "stroke" ? "RG" : "rg"}`);
  }

  /** A shape filled with a pattern. Written out, since readers show seams between the cells of the format's patterns. @param {SVGGraphicsElement} el */
  hatched(el) {
    const pattern = this.named(el.getAttribute("fill") ?? "", SVGPatternElement);
    const m = DOMMatrix.fromMatrix(pattern.patternTransform.baseVal.consolidate()?.matrix);
    const place = [m.a, m.b, m.c, m.d, m.e, m.f].map(num).join(" ");
    const cells = patternRectangles(pattern, el.getBBox(), m);
    this.out.push(
      "q",
      `${outline(el)} W n`,
      `${place} cm`,
      ...cells.map((c) => `${rgb(c.fill)} rg ${c.operators} f`),
      "Q",
    );
  }

  /** @param {() => Promise<ImageData>} image @param {{x: number, y: number, width: number, height: number}} at */
  image(image, { x, y, width, height }) {
    const index = this.images.push(image) - 1;
    this.out.push(`${num(width)} 0 0 ${num(-height)} ${num(x)} ${num(y + height)} cm /I${index} Do`);
  }

  /** What an inner drawing, or a clip path, lets be seen. @param {Element} el */
  clip(el) {
    if (el instanceof SVGSVGElement && el.getAttribute("overflow") !== "visible") {
      const { x, y, width, height } = el;
      const sides = [x, y, width, height].map((side) => num(side.baseVal.value)).join(" ");
      this.out.push(`${sides} re W n`);
    }
    const url = el.getAttribute("clip-path");
    if (!url) return;
    const m = this.matrix(/** @type {SVGGraphicsElement} */ (el));
    for (const child of this.named(url, SVGClipPathElement).children) {
      const back = matrixOf(m).inverse();
      this.out.push(
        `${m.map(num).join(" ")} cm`,
        `${outline(/** @type {SVGGraphicsElement} */ (child))} W n`,
      );
      this.out.push(`${[back.a, back.b, back.c, back.d, back.e, back.f].map(num).join(" ")} cm`);
    }
  }

  /**
   * @template {SVGElement} E
   * @param {string} url @param {new () => E} kind @returns {E}
   */
  named(url, kind) {
    const found = this.root.querySelector(`[id="${/#(.*?)"?\)/.exec(url)?.[1] ?? ""}"]`);
    if (!(found instanceof kind)) throw new Error(`The picture names ${url}, and has nothing of that name.`);
    return found;
  }
}

/** @param {Matrix} m */
const matrixOf = (m) => new DOMMatrix(m);

/** @param {SVGElement} el @returns {{x: number, y: number, width: number, height: number}} */
const box = (el) =>
  /** @type {ReturnType<typeof box>} */ (
    Object.fromEntries(
      ["x", "y", "width", "height"].map((name) => [name, Number(el.getAttribute(name) ?? 0)]),
    )
  );

/** @param {string} hex @returns {string} */
function rgb(hex) {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`No plain colour: “${hex}”.`);
  return [1, 3, 5].map((i) => num(parseInt(hex.slice(i, i + 2), 16) / 255)).join(" ");
}

/** Width, dashes and ends of a line. @param {Element} el */
function pen(el) {
  const cap = ["butt", "round", "square"].indexOf(el.getAttribute("stroke-linecap") ?? "butt");
  const join = ["miter", "round", "bevel"].indexOf(el.getAttribute("stroke-linejoin") ?? "miter");
  const dashes = (el.getAttribute("stroke-dasharray") ?? "").split(/[\s,]+/).filter(Boolean);
  return `${num(Number(el.getAttribute("stroke-width") ?? 1))} w ${Math.max(0, cap)} J ${Math.max(0, join)} j [${dashes.join(" ")}] 0 d`;
}

/** Whether it has a plain colour for it. @param {Element} el @param {"fill" | "stroke"} name */
const has = (el, name) => /^#/.test(el.getAttribute(name) ?? "");

/** How a path ends: filled, drawn, both, or not painted. @param {Element} el */
function operator(el) {
  const [fill, stroke] = [has(el, "fill"), has(el, "stroke")];
  return fill && stroke ? "B" : fill && el.tagName !== "line" ? "f" : stroke ? "S" : "n";
}
