/** The reader's choices of what to look at, which survive changes of run and stage, and are one text in the link. */

/**
 * @typedef {{log?: boolean | null, curves?: string[] | null, only?: string[] | null, look?: string, chart?: Chart | null, hold?: number | null, asked?: string, hide?: string[], turns?: boolean, found?: number | null, open?: boolean, about?: string[], measures?: string[], said?: string}} Settings what
 *   the page sets; `curves` and `log`: defaults if the link says nothing; `only`: the measures in the losses' table, all if missing; `hold`: the last round that may be shown; `found`: a round to ring; `open`: whether a question is open, so that no mark may give it away; `asked`: what for; another value applies the settings
 *   again; `hide`: tiles not shown; `turns`: whether the page keys go to another moment;
 *   `about`: tiles of an open question; `measures`: its curves; `said`: the text beside the board
 *
 * @typedef {Object} Chart how the losses' chart illustrates one sentence
 * @property {boolean} [together] whether errors, losses and bounds share one axis
 * @property {boolean} [unseen] whether only held-out curves and bounds are drawn
 * @property {[number, number] | null} [window] range of values; all if missing
 * @property {[string, string, string] | null} [gap] a run and two of its curves: shaded where the first curve is above the second
 * @property {{at: number, label: string, on?: string} | null} [level] a horizontal line, in the chart of the curve `on` where a tile has several
 * @property {[string, string, number][]} [marks] run, curve and round of labelled points
 * @property {{key: string, titles: string[], values: number[][]} | null} [series] a measure that no run keeps, with each run's values after each round
 * @property {string[]} [named] weak rankers to show in the pick's place, or items to name on their dots
 *
 * @typedef {Object} View
 * @property {string[]} tiles the tiles shown; all if empty
 * @property {string[]} hidden tiles hidden by the page
 * @property {boolean} story whether the board has the newcomer's tiles; with `grows`, it grows with the rounds
 * @property {boolean} grows whether what is shown is the story's run
 * @property {boolean} growing whether the board grows with the rounds now
 * @property {string[]} before the tiles shown before one was enlarged
 * @property {Set<string> | null} curves of the losses' tile; null: each algorithm's own loss with its bound, and the test error
 * @property {string[] | null} only the measures in the table of the losses' tile; null: all, and each can be drawn
 * @property {string[]} about tiles of an open question, which are on the board in any case
 * @property {{about: string[], measures: string[]} | null} stands the question on the projected screen: its tiles and curves
 * @property {string[]} measures curves of an open question
 * @property {string} ring the tile that shows what the sentence above says; "" for none
 * @property {Subject} said what the sentence above speaks of; the link does not have it
 * @property {string} text beside the board, whose numbers are highlighted
 * @property {string} swiped the visible tile where tiles are swiped
 * @property {boolean} faint whether the reader wants rounds to come drawn faintly
 * @property {boolean} held whether a question holds the next rounds back, so that none is drawn
 * @property {boolean} open whether a question is open, so that no best round is ringed
 * @property {"faint" | "hidden"} future how rounds to come are drawn
 * @property {boolean} heldout
 * @property {boolean | null} log null: as the values require
 * @property {boolean | null} pageLog the page's default of `log`
 * @property {Chart | null} chart
 * @property {"loss" | "ndcg"} tab
 * @property {boolean} step whether the tile of ties shows the round's step
 * @property {boolean} search whether the tile of weights shows the search
 * @property {boolean} features whether the tile of weights shows the importance of features
 * @property {number} query shown by the map and the ranking; −1 before there is a run
 * @property {number} usual the default of `query`
 * @property {string} algo id of the run shown by panels with room for only one
 */

/** @typedef {{key: string, tile: string, algo: string}} Subject of a sentence: its tile, and the id of its algorithm; "" for none. `key` tells sentences apart */

/** The subject of no sentence. @type {Subject} */
export const UNSAID = { key: "", tile: "", algo: "" };

/** Maximum number of tiles on a board. */
const MAX_TILES = 9;

/** Views by stage name: a long run or another page removes a stage, which later returns unchanged. @type {Map<string, {view: View, asked: string}>} */
const memories = new Map();

/** @returns {View} */
const fresh = () => ({
  tiles: [],
  hidden: [],
  story: false,
  grows: false,
  get growing() {
    return this.story && this.grows;
  },
  before: [],
  about: [],
  stands: null,
  measures: [],
  ring: "",
  said: UNSAID,
  text: "",
  swiped: "",
  curves: null,
  only: null,
  faint: true,
  held: false,
  open: false,
  get future() {
    return this.faint && !this.held && !this.growing ? "faint" : "hidden";
  },
  heldout: true,
  log: null,
  pageLog: null,
  chart: null,
  tab: "loss",
  step: false,
  search: false,
  features: false,
  query: -1,
  usual: -1,
  algo: "",
});

/** Return the curves to draw: those of a question, else the chosen ones. @param {View} view @returns {ReadonlySet<string> | null} */
export function drawnCurves({ stands, measures = [], curves }) {
  const asked = stands?.measures.length ? stands.measures : measures;
  return asked.length ? new Set(asked) : curves;
}

/** Return the id of the run that panels with room for only one show: the sentence's, unless the reader has chosen since. @param {View} view */
export const shownAlgo = ({ said, algo }) => said.algo || algo;

/** Return the tile that shows what the sentence above says. @param {View} view */
export const ringedTile = ({ ring, said }) => ring || said.tile;

/**
 * Return the stage's name on the server, which Streamlit writes as a CSS class. (Its `key` here changes each time.)
 * @param {HTMLElement | ShadowRoot} holder
 */
export function stageName(holder) {
  const tree = holder.getRootNode();
  const outside = tree instanceof ShadowRoot ? tree.host : holder;
  const named = outside instanceof Element ? outside.closest('[class*="st-key-"]') : null;
  return [...(named?.classList ?? [])].find((c) => c.startsWith("st-key-")) ?? "";
}

/** @param {string} name of the stage @param {Settings} settings @returns {View} */
export function viewFor(name, settings) {
  let memory = memories.get(name);
  if (!memory) memories.set(name, (memory = { view: fresh(), asked: "" }));
  applySettings(name, settings);
  return memory.view;
}

/** Apply the page's settings once, over the reader's choices. @param {string} name @param {Settings} settings @param {boolean} [echo] whether its look is an echo @returns {boolean} whether there was something new */
export function applySettings(name, settings, echo = false) {
  const memory = memories.get(name);
  const asked = JSON.stringify(settings);
  if (!memory || memory.asked === asked) return false;
  const before = writeLook(memory.view);
  memory.asked = asked;
  // The echo of a reader's choice contains nothing new.
  if (settings.look === undefined || (settings.log ?? null) !== memory.view.pageLog)
    memory.view.log = settings.log ?? null;
  memory.view.pageLog = settings.log ?? null;
  memory.view.chart = settings.chart ?? null;
  memory.view.only = settings.only ?? null;
  memory.view.hidden = settings.hide ?? [];
  memory.view.held = typeof settings.hold === "number";
  memory.view.open = settings.open ?? false;
  memory.view.about = settings.about ?? [];
  memory.view.measures = settings.measures ?? [];
  memory.view.text = settings.said ?? "";
  if (settings.curves !== undefined) memory.view.curves = settings.curves ? new Set(settings.curves) : null;
  if (settings.look !== undefined && settings.look !== before && !echo) {
    if (settings.curves === undefined) memory.view.curves = null;
    readLook(memory.view, settings.look);
  }
  if (settings.about?.length) memory.view.swiped = settings.about[0];
  return true;
}

/**
 * Write the choices that differ from a page's initial ones: "story,tiles:losses.ties,ring:losses,curves:e1.bound,future:hidden,log:1,held:0,top,step,search,features,query:3".
 * @param {View} view @returns {string}
 */
export function writeLook(view) {
  return [
    view.story ? "story" : "",
    view.tiles.length ? `tiles:${view.tiles.join(".")}` : "",
    view.ring ? `ring:${view.ring}` : "",
    view.curves ? `curves:${[...view.curves].join(".")}` : "",
    view.faint ? "" : "future:hidden",
    view.log === view.pageLog || view.log === null ? "" : `log:${Number(view.log)}`,
    view.heldout ? "" : "held:0",
    view.tab === "ndcg" ? "top" : "",
    view.step ? "step" : "",
    view.search ? "search" : "",
    view.features ? "features" : "",
    view.query >= 0 && view.query !== view.usual ? `query:${view.query}` : "",
    view.algo ? `of:${view.algo.replace("~", "_")}` : "",
  ]
    .filter(Boolean)
    .join(",");
}

/** Read a look into the view. Unknown names are ignored. @param {View} view @param {string} text */
export function readLook(view, text) {
  // A run's name may have colons of its own: of:qbrank:w=0.5.
  const values = new Map(Array.from(text.matchAll(/([^,:]+):?([^,]*)/g), ([, key, value]) => [key, value]));
  const list = (/** @type {string} */ key) => (values.get(key) ?? "").split(".").filter(Boolean);
  view.story = values.has("story");
  view.tiles = list("tiles").slice(0, MAX_TILES);
  view.ring = values.get("ring") ?? "";
  if (view.ring) view.swiped = view.ring;
  if (values.has("curves")) view.curves = new Set(list("curves"));
  view.faint = values.get("future") !== "hidden";
  view.log = values.has("log") ? values.get("log") === "1" : view.pageLog;
  view.heldout = values.get("held") !== "0";
  view.tab = values.has("top") ? "ndcg" : "loss";
  view.step = values.has("step");
  view.search = values.has("search");
  view.features = values.has("features");
  view.query = values.has("query")
    ? Math.max(0, Number.parseInt(values.get("query") ?? "", 10) || 0)
    : view.usual;
  view.algo = (values.get("of") ?? "").replace("_", "~");
}
