/** Elements and text: the only place that creates HTML nodes. */

/** @typedef {string | Node | null | undefined | false} Child */
/** @typedef {{heard(event: Event): void}["heard"]} Heard a listener of any kind of event: methods may name a narrower one */
/** @typedef {Record<string, string | number | boolean | Heard | null | undefined>} Attrs */

/**
 * Set attributes; `onclick`-like keys with a function become listeners, `true` is an empty attribute, null and false are left out,
 * but for those of ARIA, which have the words true and false.
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
 * Write text only where it differs: an untouched node costs no layout.
 * @param {Node} node @param {string} text
 */
export function setText(node, text) {
  const first = node.firstChild;
  if (first && first.nodeType === Node.TEXT_NODE && first === node.lastChild) {
    if (/** @type {Text} */ (first).data !== text) /** @type {Text} */ (first).data = text;
  } else if (node.textContent !== text) node.textContent = text;
}

/** What has the focus in the tree that an element is in, which may be a shadow of the page. @param {Element} el @returns {Element | null} */
export function focusedBeside(el) {
  const tree = el.getRootNode();
  return tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
}

/** @param {Element} el @param {string} name @param {string | number} value */
export function setAttr(el, name, value) {
  const text = String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** Have an element among the last children of another, or nowhere. @param {Element} parent @param {Element} el @param {boolean} there */
export function setPresent(parent, el, there) {
  if (!there) el.remove();
  else if (el.parentNode !== parent) parent.append(el);
}

/** @param {Element} el @param {string} cls @param {boolean} on */
export function setClass(el, cls, on) {
  if (el.classList.contains(cls) !== on) el.classList.toggle(cls, on);
}

/** What the page has under that id. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
