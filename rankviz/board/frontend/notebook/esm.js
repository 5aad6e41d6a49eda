/**
 * The module that a notebook loads as a widget (https://anywidget.dev/en/afm/): it inflates the stage's modules, gives each its
 * own address, and starts the first. Each view has its own copies, so that two views on a page share no state.
 */

/** @import { Model } from "./widget.js" */

/** Gzipped and base64-encoded by board/offline/widget.py: modules and style sheets by name. */
const CARRIED = "{{carried}}";
const FIRST = "{{first}}";

/** @returns {Promise<{modules: Record<string, string>, styles: Record<string, string>}>} */
async function inflate() {
  const bytes = Uint8Array.from(atob(CARRIED), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** @param {Record<string, string>} modules @returns {Promise<typeof import("./widget.js")>} */
async function first(modules) {
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** There are no circular imports, so each module's imports have addresses before it does. @param {string} name @returns {string} */
  const addressOf = (name) => {
    const there = addresses.get(name);
    if (there) return there;
    const text = modules[name].replace(
      /(["'])(rv\/[^"']+\.js)\1/g,
      (_, quote, other) => quote + addressOf(other) + quote,
    );
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    addresses.set(name, address);
    return address;
  };
  try {
    return await import(addressOf(FIRST));
  } finally {
    for (const address of addresses.values()) URL.revokeObjectURL(address);
  }
}

export default {
  /** @param {{model: Model, el: HTMLElement}} host @returns {Promise<() => void>} called when the view goes away */
  async render({ model, el }) {
    const { modules, styles } = await inflate();
    return (await first(modules)).open(model, el, styles);
  },
};
