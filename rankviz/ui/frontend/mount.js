/**
 * The short script that Streamlit gets for the stage and for the workbench: their modules arrive over HTTP under their hash.
 *
 * Streamlit calls the default export again for every change of data or theme, with the same element. Modules load
 * asynchronously: only the newest call may reach the stage, and none after the element is gone.
 */

/** @typedef {{data: {stage_url: string}, parentElement: (HTMLElement | ShadowRoot) & {__rankviz?: Here}}} Component */
/** @typedef {Omit<Component, "data"> & {data: [Component["data"]]}} Sent what Streamlit hands over: the data in a list of one */
/** @typedef {{component?: Component, gone?: boolean, close?: () => void}} Here what is known of an element */
/** @typedef {{default: (component: Component) => (() => void) | undefined}} Module */

/** @type {Map<string, Promise<Module>>} */
const modules = new Map();

/** @param {Sent} sent @returns {() => void} called when the element goes away */
export default function (sent) {
  const component = { ...sent, data: sent.data[0] };
  const { parentElement, data } = component;
  const here = (parentElement.__rankviz ??= {});
  here.component = component;
  here.gone = false;
  const address = new URL(data.stage_url, document.baseURI).href;
  const module = modules.get(address) ?? /** @type {Promise<Module>} */ (import(address));
  modules.set(address, module);
  module.then(
    (stage) => {
      if (here.gone || here.component !== component) return;
      here.close = stage.default(component) ?? here.close;
    },
    (error) => {
      modules.delete(address);
      if (here.gone) return;
      const line = document.createElement("p");
      line.setAttribute("role", "alert");
      line.textContent = "The stage could not be loaded. Reload the page to try again. (" + error + ")";
      parentElement.replaceChildren(line);
    },
  );
  return () => {
    here.gone = true;
    if (here.close) here.close();
    here.close = undefined;
  };
}
