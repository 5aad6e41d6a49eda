/** A table of 0 and 1 in which each cell is a button that flips it. */

/** @typedef {{items: string[], rankers: {name: string, bits: number[]}[], flipped: string, done: boolean, how: string}} Table `flipped`: the cell that was flipped, "h1:3"; `done`: no cell can be flipped any more; `how`: what the signs mean */
/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__table?: HTMLElement}, data: Table, setTriggerValue: (name: string, value: unknown) => void}} Component */

const STYLE = `
  table { width: 100%; border-collapse: collapse; font: 600 13px/1.2 var(--st-font, sans-serif); color: var(--st-text-color); }
  th { padding: 2px 1px; text-align: center; } th:first-child { text-align: left; padding-right: 4px; }
  td { padding: 1px; text-align: center; }
  button { width: 100%; min-width: 24px; height: 32px; padding: 0; font: inherit; font-size: 15px; color: var(--st-text-color); cursor: pointer;
    background: none; border: 1px solid var(--st-border-color); border-radius: 6px; }
  button:disabled { color: inherit; cursor: default; }
  button:hover:enabled { border-color: var(--st-primary-color); }
  button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
  button[aria-current] { border: 2px solid var(--st-primary-color); background: color-mix(in srgb, var(--st-primary-color) 16%, transparent); }
  caption { caption-side: bottom; padding-top: 4px; font-weight: 400; text-align: left; }
`;

/** @param {string} tag @param {string} text @param {Record<string, string>} [attributes] */
function node(tag, text, attributes = {}) {
  const el = document.createElement(tag);
  el.textContent = text;
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  return el;
}

/** @param {Table} table @param {(answer: string) => void} flip */
function rows({ items, rankers, flipped, done }, flip) {
  const [chosen, row] = flipped.split(":");
  return rankers.map(({ name, bits }) => {
    const line = node("tr", "");
    line.append(
      node("th", name, { scope: "row" }),
      ...bits.map((bit, i) => {
        const now = name === chosen && i === Number(row);
        const yes = now ? !bit : Boolean(bit);
        const button = /** @type {HTMLButtonElement} */ (
          node("button", yes ? "●" : "○", {
            type: "button",
            "data-answer": `${name}:${i}`,
            "aria-label": `${name} says ${yes ? "yes" : "no"} to ${items[i]}${now ? ", flipped" : done ? "" : ": flip it"}`,
            ...(now ? { "aria-current": "true" } : {}),
          })
        );
        button.disabled = done;
        button.addEventListener("click", () => flip(`${name}:${i}`));
        const cell = node("td", "");
        cell.append(button);
        return cell;
      }),
    );
    return line;
  });
}

/** @param {Table["rankers"]} rankers @param {string} answer to flip @returns {Table["rankers"]} */
function flipped(rankers, answer) {
  const [chosen, row] = answer.split(":");
  const other = (/** @type {number} */ bit, /** @type {number} */ i) => (i === Number(row) ? 1 - bit : bit);
  return rankers.map(({ name, bits }) => ({ name, bits: name === chosen ? bits.map(other) : bits }));
}

/** @param {Component} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const holder = (parentElement.__table ??= node("div", ""));
  if (!holder.isConnected) parentElement.append(node("style", STYLE), holder);
  const tree = holder.getRootNode();
  const active = tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
  const focused = holder.contains(active) ? active?.getAttribute("data-answer") : null;
  const head = node("tr", "");
  head.append(node("td", ""), ...data.items.map((item) => node("th", item, { scope: "col" })));
  const table = node("table", "");
  const flip = (/** @type {string} */ answer) => {
    // The stage shows its own result at once; the server's runs follow.
    document.dispatchEvent(new CustomEvent("rv-answers", { detail: flipped(data.rankers, answer) }));
    setTriggerValue("flip", answer);
  };
  table.append(node("caption", data.how), head, ...rows(data, flip));
  holder.replaceChildren(table);
  if (focused)
    /** @type {HTMLElement | null} */ (holder.querySelector(`[data-answer="${focused}"]`))?.focus();
}
