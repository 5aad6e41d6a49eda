/** The form in which an item gets another name. */

import { html } from "../draw/dom.js";

const MAX_LENGTH = 16; // as MAX_NAME of data/builtin/inline.py

/** @param {string} name the current name @param {(to: string) => void} then @returns {HTMLFormElement} */
export function renameForm(name, then) {
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
