/** Choices of looking, kept while runs and stages come and go; loading the page again forgets them. */

/**
 * @typedef {{log?: boolean | null, curves?: string[]}} Settings what the page asks for
 * @typedef {{curves: Set<string>, heldout: boolean, log: boolean | null, tab: "loss" | "ndcg", query: number, algo: string}} View
 * `algo` is the run (its id) that panels show which have room for one only
 */

/** By the stage's name: a long run, or another page, takes a stage away, and it comes back as it was. @type {Map<string, {view: View, said: string}>} */
const kept = new Map();

/**
 * What Python calls this stage; Streamlit writes it as a class. (Its `key` here is another one each time.)
 * @param {HTMLElement | ShadowRoot} holder
 */
export function nameOf(holder) {
  const tree = holder.getRootNode();
  const outside = tree instanceof ShadowRoot ? tree.host : holder;
  const named = outside instanceof Element ? outside.closest('[class*="st-key-"]') : null;
  return [...(named?.classList ?? [])].find((c) => c.startsWith("st-key-")) ?? "";
}

/** @param {string} name of the stage @param {Settings} settings @returns {View} */
export function viewOf(name, settings) {
  let memory = kept.get(name);
  if (!memory) {
    const view = /** @type {View} */ ({
      curves: new Set(["r2", "e2", "bound"]),
      heldout: true,
      log: null,
      tab: "loss",
      query: 0,
      algo: "",
    });
    kept.set(name, (memory = { view, said: "" }));
  }
  heed(name, settings);
  return memory.view;
}

/** What the page asks for stands over what was chosen, once. @param {string} name @param {Settings} settings @returns {boolean} whether it asks for something new */
export function heed(name, settings) {
  const memory = kept.get(name);
  const said = JSON.stringify(settings);
  if (!memory || memory.said === said) return false;
  memory.said = said;
  memory.view.log = settings.log ?? null;
  if (settings.curves) memory.view.curves = new Set(settings.curves);
  return true;
}
