/** The table editor beside the stage: the drawing of the table, its buttons, its rows as text, Undo and Redo. */

import { byId, html, setText } from "../stage/draw/dom.js";
import mount from "../stage/workbench/index.js";
import { UndoHistory } from "./undo_history.js";
/** @import { Component } from "../stage/workbench/index.js" */
/** @import { RunDrawn } from "../stage/workbench/round_geometry.js" */
/** @import { Table } from "../stage/workbench/scene.js" */

/**
 * @typedef {[name: string, label: string, off: boolean]} Tool a button
 * @typedef {{drawing: Table & {runs: RunDrawn[]}, data: string, tools: Tool[], further: Tool[], rows: string, says: string, remedies: [label: string, choice: string, value: string][]}} EditorData written by site/playground/bench.py
 * @typedef {{edit: (edit: Record<string, unknown>) => void, change: (name: string, value: string) => void}} Asks
 */

export class TableEditor {
  /** @param {Asks} asks */
  constructor(asks) {
    this.asks = asks;
    this.versions = new UndoHistory();
    /** Name of the run that the drawing follows; "" for the first with rounds. */
    this.drawn = "";
    /** @type {Component | null} */
    this.component = null;
    /** @type {(() => void) | null} */
    this.close = null;
    this.rows = /** @type {HTMLTextAreaElement} */ (byId("bench-rows"));
    byId("bench-text").addEventListener("submit", (event) => {
      event.preventDefault();
      this.asks.edit({ rows: this.rows.value });
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {EditorData | null} shown null on a page without a table @param {string} run name of its run; "" for none */
  show(shown, run) {
    byId("bench").hidden = !shown;
    byId("desk").classList.toggle("benched", Boolean(shown));
    if (!shown) {
      this.close?.();
      [this.close, this.component, this.versions] = [null, null, new UndoHistory()];
      return;
    }
    this.versions.setCurrent(shown.data);
    this.buttons(shown);
    if (this.rows !== document.activeElement) this.rows.value = shown.rows;
    setText(byId("bench-says"), shown.says);
    const mend = shown.remedies.map(([label, name, value]) =>
      button(label, () => this.asks.change(name, value)),
    );
    byId("bench-mend").replaceChildren(...mend);
    this.component = {
      data: { ...shown.drawing, run_url: run, drawn: this.drawn },
      parentElement: byId("bench-drawing"),
      setTriggerValue: (name, value) => this.onMessage(name, value),
    };
    this.close = mount(this.component);
  }

  /** Redraw the table after an edit was refused or its run was stopped. */
  redraw() {
    if (this.component) mount(this.component);
  }

  /** @param {EditorData} shown */
  buttons({ tools, further }) {
    const { versions } = this;
    const tool = (/** @type {Tool} */ [name, label, off]) =>
      button(label, () => this.asks.edit({ tool: name }), off, name);
    const focused = document.activeElement instanceof HTMLElement && document.activeElement.dataset.tool;
    byId("bench-tools").replaceChildren(
      button("Undo", () => this.goToVersion(versions.previous), false, "undo"),
      button("Redo", () => this.goToVersion(versions.following), false, "redo"),
      ...tools.map(tool),
      ...further.map(tool),
    );
    this.updateHistory();
    if (focused) this.onTool(focused)?.focus();
  }

  /** Enable Undo and Redo where there is a version to go to. */
  updateHistory() {
    const { previous, following } = this.versions;
    for (const [name, version] of [
      ["undo", previous],
      ["redo", following],
    ]) {
      const made = this.onTool(String(name));
      if (made) made.disabled = version === null;
    }
  }

  /** @param {string} name @returns {HTMLButtonElement | null} */
  onTool(name) {
    return byId("bench-tools").querySelector(`[data-tool="${CSS.escape(name)}"]`);
  }

  /** @param {string | null} data an earlier or later version of the table */
  goToVersion(data) {
    if (data === null) return;
    // Immediately, so that pressing Undo twice goes back two versions before the first has arrived.
    this.versions.setCurrent(data);
    this.updateHistory();
    this.asks.edit({ put: data });
  }

  /** Handle what the drawing sends. @param {string} name @param {unknown} value */
  onMessage(name, value) {
    if (name === "edit") this.asks.edit(/** @type {Record<string, unknown>} */ (value));
    if (name === "drawn") this.drawn = String(value);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const writes = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!this.component || writes || !(event.ctrlKey || event.metaKey)) return;
    const letter = event.key.toLowerCase();
    if (letter === "z" && !event.shiftKey) this.goToVersion(this.versions.previous);
    else if (letter === "y" || letter === "z") this.goToVersion(this.versions.following);
    else return;
    event.preventDefault();
  }
}

/** @param {string} label @param {() => void} onclick @param {boolean} [off] @param {string} [name] */
function button(label, onclick, off = false, name = "") {
  const made = html("button", { type: "button", disabled: off, onclick }, label);
  if (name) made.dataset.tool = name;
  return made;
}
