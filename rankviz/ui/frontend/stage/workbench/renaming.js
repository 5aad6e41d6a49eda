/** The line in which an item gets another name. */

const LONGEST = 16; // as the data allow: MAX_NAME of data/builtin/inline.py

/** @param {string} name as it is now @param {(to: string) => void} then @returns {HTMLFormElement} */
export function renaming(name, then) {
  const form = document.createElement("form");
  const input = document.createElement("input");
  input.value = name;
  input.maxLength = LONGEST;
  input.setAttribute("aria-label", `New name of ${name}`);
  const done = document.createElement("button");
  done.textContent = "Rename";
  form.append(input, done);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    then(input.value.trim());
  });
  // Letters are shortcuts of the page elsewhere; Escape is still the drawing's.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") event.stopPropagation();
  });
  return form;
}
