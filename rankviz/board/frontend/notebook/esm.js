/**
 * The module that a notebook loads as a widget (https://anywidget.dev/en/afm/): it inflates the one that it carries, and starts it.
 * Each view has its own copy, so that two views on a page share no state.
 */

/** @import { Model } from "./widget.js" */

/** Gzipped and base64-encoded by board/offline/widget.py. */
const CARRIED = "{{carried}}";

/** @returns {Promise<{module: string, styles: Record<string, string>, colours: string}>} */
async function inflate() {
  const bytes = Uint8Array.from(atob(CARRIED), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

export default {
  /** @param {{model: Model, el: HTMLElement}} host @returns {Promise<() => void>} called when the view goes away */
  async render({ model, el }) {
    const { module, styles, colours } = await inflate();
    const address = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    const all = await import(address);
    URL.revokeObjectURL(address);
    return all.widget(model, el, styles, colours);
  },
};
