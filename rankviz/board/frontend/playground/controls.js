/** The controls that Python describes; each reports its name and new value when it changes. */

import { html, setText } from "../stage/draw/dom.js";

/**
 * @typedef {Object} Control written by site/playground/controls.py
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {"one" | "many" | "flag" | "number" | "range" | "text"} kind
 * @property {string} value
 * @property {[string, string, string][]} [options]
 * @property {number | null} [low]
 * @property {number | null} [high]
 * @property {number | null} [step]
 *
 * @typedef {{title: string, controls: Control[]}} Group
 * @typedef {(name: string, value: string) => void} Changed
 */

/** Groups that arrived while the reader was typing into a field; drawn when the field loses the focus unchanged. @type {(() => void) | null} */
let later = null;

/**
 * Draw the groups, each with its title; the last is collapsed.
 * @param {HTMLElement} place
 * @param {Group[]} groups
 * @param {Changed} changed
 */
export function showControls(place, groups, changed) {
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const writing = active instanceof HTMLInputElement && active.type !== "checkbox";
  later = writing && active.value !== active.defaultValue ? () => showControls(place, groups, changed) : null;
  if (later) return;
  const focused = active instanceof HTMLElement ? active.dataset.control : undefined;
  const open = place.querySelector("details")?.open ?? false;
  place.replaceChildren(
    ...groups.map(({ title, controls }, i) => {
      const made = controls.map((control) => controlWidget(control, changed));
      if (i < groups.length - 1) return html("section", {}, html("h2", {}, title), ...made);
      return html("details", { open }, html("summary", {}, title), ...made);
    }),
  );
  if (focused)
    /** @type {HTMLElement | null} */ (
      place.querySelector(`[data-control="${CSS.escape(focused)}"]`)
    )?.focus();
}

/** @param {Control} control @param {Changed} changed @returns {HTMLElement} */
export function controlWidget(control, changed) {
  const { name, label, help, kind, value } = control;
  if (kind === "many") return checkboxes(control, changed);
  if (kind === "flag") {
    const box = html("input", {
      type: "checkbox",
      checked: value === "1",
      onchange: () => changed(name, box.checked ? "1" : "0"),
    });
    box.dataset.control = name;
    return html("label", { class: "flag", title: help }, box, label);
  }
  const input = kind === "one" ? menu(control) : entry(control);
  input.dataset.control = name;
  input.addEventListener("change", () => {
    if (input instanceof HTMLInputElement) input.defaultValue = input.value;
    later = null;
    changed(name, input.value);
  });
  input.addEventListener("blur", () => later?.());
  // No <output>: the label would name it instead of the slider.
  const now = kind === "range" && html("i", { "aria-hidden": true }, value);
  if (now) input.addEventListener("input", () => setText(now, input.value));
  return html("label", { title: help }, html("span", {}, label, now), input);
}

/** @param {Control} control */
function menu({ options = [], value }) {
  const made = options.map(([each, words, help]) => html("option", { value: each, title: help }, words));
  const found = html("select", {}, ...made);
  found.value = value;
  return found;
}

/** @param {Control} control */
function entry({ kind, value, low, high, step }) {
  const found = html("input", { type: kind });
  if (kind !== "text") {
    found.step = step ? String(step) : "any";
    if (low !== null && low !== undefined) found.min = String(low);
    if (high !== null && high !== undefined) found.max = String(high);
  }
  // Set after min and max, because a slider clamps its value to the ends it has.
  found.defaultValue = found.value = value;
  return found;
}

/** @param {Control} control @param {Changed} changed */
function checkboxes({ name, label, help, value, options = [] }, changed) {
  const chosen = value.split(",");
  const boxes = options.map(([each, words, about]) => {
    const box = html("input", { type: "checkbox", value: each, checked: chosen.includes(each) });
    box.dataset.control = `${name}.${each}`;
    box.addEventListener("change", () => {
      const now = boxes.filter(([one]) => one.checked).map(([one]) => one.value);
      if (now.length) changed(name, now.join());
      else box.checked = true;
    });
    return /** @type {const} */ ([box, html("label", { class: "flag", title: about }, box, words)]);
  });
  return html("fieldset", { title: help }, html("legend", {}, label), ...boxes.map(([, made]) => made));
}
