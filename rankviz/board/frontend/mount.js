/**
 * The short script that Streamlit gets for the stage and the workbench: it loads their modules by HTTP, addressed by hash.
 *
 * Streamlit calls the default export again for every change of data or theme, with the same element. Because modules load
 * asynchronously, only the latest call may reach the stage, and none after the element is gone.
 */

/** @typedef {(name: string, value: unknown) => void} Tell */
/** @typedef {{data: {stage_url: string, room?: object | null, notes?: object | null}, setStateValue: Tell, setTriggerValue: Tell, parentElement: (HTMLElement | ShadowRoot) & {__rankviz?: MountState}}} Component */
/** @typedef {Omit<Component, "data"> & {data: [Component["data"]]}} Sent Streamlit's argument: the data in a list of one */
/** @typedef {{default: (holder: Component["parentElement"], component: Component | null) => void}} PresenterModule */
/** @typedef {{component?: Component, gone?: boolean, close?: () => void, leads?: Promise<PresenterModule>}} MountState the state of one element */
/** @typedef {{default: (component: Component) => (() => void) | undefined}} Module */

/** @type {Map<string, Promise<Module>>} */
const modules = new Map();

/** Mark something as under way or finished (see stage/host/rest.js). @param {unknown} what @param {boolean} is */
const setBusy = (what, is) => document.dispatchEvent(new CustomEvent("rv-busy", { detail: { what, is } }));

/** @template {unknown[]} A @param {(...values: A) => void} tell @returns {(...values: A) => void} `tell`, which also marks the page as busy until the server answers */
const asking =
  (tell) =>
  (...values) => {
    setBusy("told", true);
    tell(...values);
  };

/** @param {Sent} sent @returns {() => void} called when the element goes away */
export default function (sent) {
  const { setStateValue, setTriggerValue } = sent;
  const component = {
    ...sent,
    data: sent.data[0],
    setStateValue: asking(setStateValue),
    setTriggerValue: asking(setTriggerValue),
  };
  const { parentElement } = component;
  const here = (parentElement.__rankviz ??= {});
  const before = here.component;
  setBusy("told", false); // new data are the server's answer
  show(here, component);
  return () => {
    // Streamlit also ends the earlier of two calls made while this script was loading, and Chromium may make that one last.
    if (here.component !== component) return;
    if (before && parentElement.isConnected) {
      show(here, before);
      return;
    }
    here.gone = true;
    setBusy("told", false); // nobody will send it any more
    lead(here);
    if (here.close) here.close();
    here.close = undefined;
  };
}

/** Give the stage a component, once its module is loaded. @param {MountState} here @param {Component} component */
function show(here, component) {
  const { parentElement, data } = component;
  here.component = component;
  here.gone = false;
  const address = addressOf(component);
  const module = modules.get(address) ?? /** @type {Promise<Module>} */ (import(address));
  modules.set(address, module);
  setBusy(module, true);
  module.then(
    (stage) => {
      if (here.gone || here.component !== component) return;
      here.close = stage.default(component) ?? here.close;
      if (data.room || data.notes || here.leads) lead(here);
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
  void module.catch(() => {}).then(() => setBusy(module, false));
}

/** @param {Component} component */
const addressOf = ({ data }) => new URL(data.stage_url, document.baseURI).href;

/** Start or stop leading a class and a second window; only a presenter loads the module for it. @param {MountState} here */
function lead(here) {
  const { component } = here;
  if (!component || (here.gone && !here.leads)) return;
  here.leads ??= /** @type {Promise<PresenterModule>} */ (
    import(new URL("follow/presenter_side.js", addressOf(component)).href)
  );
  const failed = () => void (here.leads = undefined);
  here.leads.then(
    (leading) => leading.default(component.parentElement, here.gone ? null : (here.component ?? null)),
    failed,
  );
}
