/** The line below the drawing: what can be done now, and the buttons for the selection. */

import { focusedBeside, html } from "../draw/dom.js";
import { gradeText } from "./item_boxes.js";
import { modeOf } from "./scene.js";
/** @import { Table } from "./scene.js" */

/**
 * @typedef {{item?: number, pair?: number} | null} Chosen
 *
 * @typedef {Object} ToolActions actions of its buttons
 * @property {(edit: Record<string, unknown>) => void} send
 * @property {(item: string, by: number) => void} regrade
 * @property {(to: string | null) => void} named called with a new name; null to keep the old one
 */

const MAX_LENGTH = 16; // as MAX_NAME of data/builtin/inline.py

/** @param {ToolActions} does */
export function toolLine(does) {
  const el = html("div", { class: "wb-say", role: "status" });
  return {
    el,
    /** Discard a half-typed name. */
    clear: () => el.replaceChildren(),
    /** Describe a selection; a focused button stays focused. @param {Table} table @param {Chosen} chosen */
    tell(table, chosen) {
      const focused = focusedBeside(el);
      if (chosen?.pair !== undefined && table.pairs[chosen.pair])
        el.replaceChildren(...ofPair(table, chosen.pair));
      else if (chosen?.item === undefined) el.replaceChildren(words(hintFor(table)));
      else if (!el.querySelector("form")) el.replaceChildren(...ofItem(table, chosen.item));
      if (focused instanceof HTMLButtonElement && !focused.isConnected)
        for (const button of el.querySelectorAll("button"))
          if (labelOf(button) === labelOf(focused)) button.focus();
    },
  };

  /** @param {Table} table @param {number} i */
  function ofPair(table, i) {
    const [higher, lower] = table.pairs[i].map((row) => table.items[row]);
    return [
      words(`${higher} belongs above ${lower}.`),
      button("Flip", () => does.send({ do: "flip", higher, lower })),
      button("Remove", () => does.send({ do: "unpair", higher, lower })),
    ];
  }

  /** @param {Table} table @param {number} i */
  function ofItem(table, i) {
    const name = table.items[i];
    const what = table.grades
      ? `${name} is chosen. Its grade is ${gradeText(table.grades[i])}.`
      : `${name} is chosen. Click the item that belongs below it.`;
    const grade = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
      const made = button(sign, () => does.regrade(name, by));
      made.setAttribute("aria-label", label);
      return made;
    };
    const remove = button("Delete", () => does.send({ do: "remove", item: name }));
    remove.disabled = table.items.length <= 2;
    return [
      words(what),
      ...(table.grades
        ? [grade(-1, "−", `Lower grade of ${name}`), grade(1, "+", `Higher grade of ${name}`)]
        : []),
      button("Rename", () => rename(name)),
      remove,
    ];
  }

  /** Ask for another name. @param {string} name */
  function rename(name) {
    const form = renameForm(name, (to) => {
      does.named(to && to !== name ? to : null);
      if (to && to !== name) does.send({ do: "rename", item: name, to });
    });
    el.replaceChildren(form);
    form.querySelector("input")?.select();
  }
}

/** Return what can be done without a selection. @param {Table} table */
function hintFor(table) {
  const order = table.graded
    ? "A higher grade belongs above. Drag a grade up or down, or choose an item and press + or −."
    : "Click two items to put the first above the second. Click an arrow to flip or remove it.";
  return `${order} ${modeOf(table) === "rows" ? "A filled dot is a yes; click a dot to switch it." : "Drag an item, and the tiles follow."}`;
}

/** @param {HTMLButtonElement} button */
const labelOf = (button) => button.getAttribute("aria-label") ?? button.textContent;

/** @param {string} text @param {() => void} then */
const button = (text, then) => html("button", { type: "button", onclick: then }, text);

/** @param {string} text */
const words = (text) => html("span", {}, text);

/** The form in which an item gets another name. @param {string} name the current name @param {(to: string) => void} then @returns {HTMLFormElement} */
function renameForm(name, then) {
  const input = html("input", { value: name, maxlength: MAX_LENGTH, "aria-label": `New name of ${name}` });
  const form = html("form", {}, input, html("button", {}, "Rename"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    then(input.value.trim());
  });
  // Letters are the page's shortcuts elsewhere; Escape still belongs to the drawing.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") event.stopPropagation();
  });
  return form;
}
