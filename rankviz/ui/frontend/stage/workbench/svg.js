/** Making SVG nodes, and buttons of them. */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, unknown>} how @param {(Node | string)[]} inside */
export function svg(name, how = {}, ...inside) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(how)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(key, String(value));
  }
  node.append(...inside);
  return node;
}

/** @param {() => void} then */
export function pressed(then) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    then();
  };
}
