/** The stage's way in: Streamlit calls `mount` again with every change of data or theme; one instance lives on the element. */

import { Cursor } from "./control/cursor.js";
import { html, setClass, setText } from "./draw/dom.js";
import { follow } from "./control/explain.js";
import { listenToKeys } from "./control/keys.js";
import { RoundLink } from "./control/link.js";
import { Loader } from "./run/loader.js";
import { fullestQuery } from "./run/pairs.js";
import { sizeOf, Stage } from "./stage.js";
import { Theme } from "./draw/theme.js";
import { transport } from "./control/transport.js";
import { heed, nameOf, viewOf } from "./control/view.js";

export { exportPng, exportSvg } from "./draw/export.js";

/**
 * @typedef {{run_url: string, server?: string, round?: number, missing?: boolean, explains?: boolean, layout?: string, settings?: import("./control/view.js").Settings}} StageData
 * @typedef {Object} Component Streamlit's argument
 * @property {StageData} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue
 * @property {(name: string, value: unknown) => void} setTriggerValue
 * @property {string} [key]
 * @property {string} [name]
 */

const KEY = Symbol.for("rankviz.stage");
const SIZES = ["phone", "laptop", "wide", "wide"];

const sheet = new CSSStyleSheet();
const styled = fetch(new URL("stage.css", import.meta.url))
  .then((r) => r.text())
  .then((text) => sheet.replace(text));

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function mount(component) {
  const holder = /** @type {Record<symbol, Instance | undefined>} */ (/** @type {unknown} */ (component.parentElement));
  const instance = holder[KEY] ?? (holder[KEY] = new Instance(component));
  instance.update(component);
  return () => {
    instance.stop();
    if (holder[KEY] === instance) delete holder[KEY];
  };
}

class Instance {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    this.cursor = new Cursor(
      (t) => this.moved(t),
      () => this.played(),
    );
    this.link = new RoundLink((t) => this.component.setStateValue("round", t));
    this.transport = transport(this.cursor);
    this.note = html("div", { class: "rv-status", role: "status", hidden: true });
    this.place = html("div", { class: "rv-place" }, html("p", { class: "rv-empty" }, "Fetching the run …"));
    this.root = html(
      "div",
      { class: "rv-stage", style: "visibility:hidden" },
      this.transport.el,
      this.note,
      this.place,
    );
    this.name = nameOf(component.parentElement);
    this.view = viewOf(this.name, component.data?.settings ?? {});
    /** @type {Stage | null} */
    this.stage = null;
    this.theme = new Theme(this.root);
    this.wanted = 0;
    this.queries = "";
    this.busyTimer = 0;
    this.loader = new Loader({
      loaded: (run) => this.show(run),
      missing: (url) => this.component.setTriggerValue("missing", url),
      waiting: (text) => this.say(text),
    });
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
    component.parentElement.append(this.root);
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.forgetKeys = listenToKeys(this.root, this.cursor);
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.resized()));
    void styled.finally(() => {
      this.root.style.visibility = "";
      this.theme.read();
      this.resized();
      this.sizes.observe(this.root);
    });
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    const data = component.data ?? { run_url: "" };
    setClass(this.root, "rv-explains", Boolean(data.explains));
    if (heed(this.name, data.settings ?? {})) this.stage?.rebuild();
    if (this.theme.read()) this.stage?.retheme();
    this.link.server = data.server;
    const round = typeof data.round === "number" ? this.link.heard(data.round, data.server) : null;
    if (round !== null) {
      this.wanted = round;
      if (this.stage && this.loader.url === data.run_url) this.cursor.go(round);
    }
    if (this.loader.want(data.run_url)) {
      // Quick loads never dim: a short flash is worse than a short wait.
      clearTimeout(this.busyTimer);
      this.busyTimer = window.setTimeout(() => setClass(this.root, "rv-busy", true), 150);
    }
  }

  /** @param {import("./run/run.js").Run} run */
  async show(run) {
    await styled;
    clearTimeout(this.busyTimer);
    setClass(this.root, "rv-busy", false);
    this.cursor.pause();
    this.cursor.load(run.rounds, this.wanted);
    const queries = run.queries.join("\n");
    if (queries !== this.queries) this.view.query = fullestQuery(run);
    this.queries = queries;
    this.stage?.stop();
    this.transport.load(run);
    this.transport.draw(this.cursor.t);
    this.stage = new Stage(
      run,
      this.theme,
      this.cursor,
      this.view,
      this.inner(),
      this.component.data?.layout ?? "watch",
    );
    this.place.replaceChildren(this.stage.el);
    this.stage.resize(this.inner());
    if (this.cursor.t !== this.wanted) this.link.moved(this.cursor.t, false);
    this.wanted = this.cursor.t;
  }

  /** @param {number} t */
  moved(t) {
    this.wanted = t;
    this.transport.draw(t);
    this.stage?.draw(t);
    this.link.moved(t, this.cursor.playing);
  }

  played() {
    this.transport.playing();
    if (!this.cursor.playing) {
      this.stage?.draw(this.cursor.t);
      this.link.moved(this.cursor.t, false);
    }
  }

  inner() {
    return this.root.clientWidth;
  }

  resized() {
    const width = this.inner();
    if (width === 0) return;
    this.root.dataset.size = SIZES[sizeOf(width)];
    // Streamlit's own header may cover the top of the page: stick below it.
    const header = document.querySelector('[data-testid="stHeader"]');
    const covers =
      header && getComputedStyle(header).position !== "static" ? header.getBoundingClientRect().height : 0;
    this.root.style.setProperty("--rv-top", `${covers}px`);
    this.stage?.resize(width);
  }

  /** A number was chosen: tell the round it stands for, and which. @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-explain]") : null;
    const key = target?.getAttribute("data-explain");
    if (!key || !this.component.data?.explains) return;
    this.cursor.pause();
    this.link.now(this.cursor.t);
    this.component.setTriggerValue("explain", key);
    follow(key);
  }

  /** @param {string} text */
  say(text) {
    this.note.hidden = !text;
    setText(this.note, text);
    if (!this.stage && text) this.place.querySelector("p")?.replaceChildren(text);
  }

  stop() {
    this.cursor.pause();
    this.loader.stop();
    this.link.stop();
    this.stage?.stop();
    this.sizes.disconnect();
    this.forgetKeys();
    clearTimeout(this.busyTimer);
    this.root.remove();
  }
}
