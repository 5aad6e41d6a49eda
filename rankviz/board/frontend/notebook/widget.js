/** A run as a notebook widget: the stage in its own shadow tree; round and picked run are shared with the kernel. */

import { carry, runName } from "../offline/app.js";
import mount from "../stage/index.js";
import { RoundLink } from "./round_link.js";
import { unfilter } from "../offline/unfilter.js";
/** @import { Filter } from "../offline/unfilter.js" */
/** @import { About } from "../stage/print/print_sheet.js" */

/**
 * The state that kernel and view share, as anywidget provides it.
 * @typedef {Object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, call: () => void) => void} on
 * @property {(event: string, call: () => void) => void} off
 *
 * @typedef {Object} Opening
 * @property {string} layout
 * @property {string[]} contenders the kernel's names of the runs
 * @property {About} about
 * @property {Record<string, Filter>} filters
 */

/** The stage's share of the window height; the cells around it stay visible. */
const SHARE = "0.8";

/** @param {Model} model @param {HTMLElement} el @param {Record<string, string>} styles of the stage @param {string} colours a style sheet @returns {Promise<() => void>} called when the view goes away */
export async function open(model, el, styles, colours) {
  /** @type {Opening} */
  const opening = model.get("_opening");
  const run = await inflate(model.get("_run"));
  unfilter(run, opening.filters);
  carry({ runs: { [runName(0)]: run }, styles });
  const host = document.createElement("div");
  // Keep JupyterLab's keys out (https://lumino.readthedocs.io, CommandRegistry).
  host.dataset.lmSuppressShortcuts = "true";
  host.style.setProperty("--rv-screen-share", SHARE);
  const tree = host.attachShadow({ mode: "open" });
  tree.adoptedStyleSheets = [coloursFor(colours)];
  el.append(host);

  const component = {
    RoundLink,
    get data() {
      return {
        run_url: runName(0),
        layout: opening.layout,
        round: model.get("round"),
        picked: opening.contenders.indexOf(model.get("algorithm")),
        about: opening.about,
        alone: true,
        keeps: true,
      };
    },
    parentElement: tree,
    /** @param {string} name @param {any} value */
    setStateValue(name, value) {
      if (name === "round") model.set("round", value);
      else if (name === "picked") model.set("algorithm", opening.contenders[value]);
      else return;
      model.save_changes();
    },
    setTriggerValue() {},
  };
  /** @type {(() => void) | undefined} */
  let stop;
  function update() {
    const scheme = isDark(el) ? "dark" : "light";
    if (host.dataset.scheme !== scheme) host.dataset.scheme = scheme;
    stop = mount(component);
  }
  update();
  // A press on anything that takes no focus gives the focus to the stage.
  /** @type {HTMLElement | null} */ (tree.querySelector(".rv-stage"))?.setAttribute("tabindex", "-1");
  const rescheme = () => {
    if ((host.dataset.scheme === "dark") !== isDark(el)) update();
  };
  const looks = new MutationObserver(rescheme);
  for (const node of [document.documentElement, document.body]) looks.observe(node, { attributes: true });
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", rescheme);
  for (const name of ["round", "algorithm"]) model.on(`change:${name}`, update);
  return () => {
    for (const name of ["round", "algorithm"]) model.off(`change:${name}`, update);
    system.removeEventListener("change", rescheme);
    looks.disconnect();
    stop?.();
    host.remove();
  };
}

/** @param {DataView | ArrayBuffer | Uint8Array} packed @returns {Promise<ArrayBuffer>} */
function inflate(packed) {
  const bytes = new Blob([/** @type {BlobPart} */ (packed)]);
  return new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Scope the colours to the stage's tree; fonts apply only in the document. @param {string} text */
function coloursFor(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const fonts = [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map((rule) => rule.cssText);
  const shared = new CSSStyleSheet();
  shared.replaceSync(fonts.join("\n"));
  const there = document.adoptedStyleSheets.some(
    (s) => s.cssRules.length && s.cssRules[0].cssText === shared.cssRules[0].cssText,
  );
  if (!there) document.adoptedStyleSheets = [...document.adoptedStyleSheets, shared];
  return sheet;
}

/** Detect a dark notebook. Each host indicates this differently, so the painted background decides. @param {HTMLElement} el @returns {boolean} whether the background behind it is dark; the system's setting if there is none */
function isDark(el) {
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
