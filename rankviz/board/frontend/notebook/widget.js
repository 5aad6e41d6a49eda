/** A run as a widget of a notebook: the stage in a separate tree; the round and the run that is picked go to the kernel and come from it. */

import mount from "../stage/index.js";
import { carry, runName } from "../offline/app.js";
import { unfilter } from "../offline/unfilter.js";
import { isDark } from "./dark_background.js";
/** @import { Filter } from "../offline/unfilter.js" */
/** @import { About } from "../stage/print/print_sheet.js" */

/**
 * What the kernel and the view share, as anywidget hands it over.
 * @typedef {Object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, call: () => void) => void} on
 * @property {(event: string, call: () => void) => void} off
 *
 * @typedef {Object} Opening
 * @property {string} layout
 * @property {string[]} contenders what the kernel calls the runs
 * @property {About} about
 * @property {Record<string, Filter>} filters
 */

/** The share of the window's height that the stage takes: the cells around it stay in sight. */
const SHARE = "0.8";

/** @param {Model} model @param {HTMLElement} el @param {Record<string, string>} styles @returns {Promise<() => void>} called when the view goes away */
export async function open(model, el, styles) {
  /** @type {Opening} */
  const opening = model.get("_opening");
  const run = await inflate(model.get("_run"));
  unfilter(run, opening.filters);
  carry({ runs: { [runName(0)]: run }, styles });
  const host = document.createElement("div");
  // JupyterLab's keys stay out of it (https://lumino.readthedocs.io, CommandRegistry).
  host.dataset.lmSuppressShortcuts = "true";
  host.style.setProperty("--rv-screen-share", SHARE);
  const tree = host.attachShadow({ mode: "open" });
  tree.adoptedStyleSheets = [coloursFor(styles.colours)];
  el.append(host);

  const component = {
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
  // A press beside anything that takes the focus gives it to the stage.
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

/** The colours for the stage's tree; fonts count only in the document. @param {string} text */
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
