/** Elements and text: the only module that creates HTML nodes. */

/** @typedef {string | Node | null | undefined | false} Child */
/** @typedef {{heard(event: Event): void}["heard"]} Heard an event listener; methods are bivariant, so a listener may take a narrower event */
/** @typedef {Record<string, string | number | boolean | Heard | null | undefined>} Attrs */

/** Below this width of the window it is a phone, px. */
export const PHONE = 640;

/**
 * Set attributes. A function under an `onclick`-like key becomes a listener, `true` an empty attribute; null and false are left out,
 * except that ARIA attributes get the words true and false.
 * @param {Element} el @param {Attrs} attrs
 */
export function setAttrs(el, attrs) {
  for (const [key, value] of Object.entries(attrs)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("aria-")) el.setAttribute(key, String(value));
    else if (value === false) continue;
    else if (typeof value === "function")
      el.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else el.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attrs} [attrs] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  setAttrs(el, attrs);
  for (const child of children) if (child) el.append(child);
  return el;
}

/**
 * Set text only if it differs, because an untouched node needs no layout.
 * @param {Node} node @param {string} text
 */
export function setText(node, text) {
  const first = node.firstChild;
  if (first && first.nodeType === Node.TEXT_NODE && first === node.lastChild) {
    if (/** @type {Text} */ (first).data !== text) /** @type {Text} */ (first).data = text;
  } else if (node.textContent !== text) node.textContent = text;
}

/** Return the focused element of an element's root, which may be a shadow tree. @param {Element} el @returns {Element | null} */
export function focusedBeside(el) {
  const tree = el.getRootNode();
  return tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
}

/** @param {Element} el @param {string} name @param {string | number} value */
export function setAttr(el, name, value) {
  const text = String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** Append an element to another, or remove it. @param {Element} parent @param {Element} el @param {boolean} there */
export function setPresent(parent, el, there) {
  if (!there) el.remove();
  else if (el.parentNode !== parent) parent.append(el);
}

/** @param {Element} el @param {string} cls @param {boolean} on */
export function setClass(el, cls, on) {
  if (el.classList.contains(cls) !== on) el.classList.toggle(cls, on);
}

/** Return the page's element with that id. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
