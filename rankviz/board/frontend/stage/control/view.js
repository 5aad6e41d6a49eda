/** Choices of looking, which stay while runs and stages come and go, and are written in the link as one text. */

/**
 * @typedef {{log?: boolean | null, curves?: string[] | null, look?: string, chart?: Chart | null, hold?: number | null, asked?: string, hide?: string[], turns?: boolean, found?: number | null, open?: boolean, about?: string[], measures?: string[]}} Settings what
 *   the page asks for; `curves` and `log` where the link says nothing, `hold` the last round that may be shown, `found` a round that was asked for and is ringed, `open` whether a question is, to which no mark may be the answer, `asked` what for: another asks
 *   anew, `hide` tiles that are not shown, `turns` whether the page keys turn to another moment,
 *   `about` tiles that a question is about, `measures` curves that are drawn while it stands
 *
 * @typedef {Object} Chart how the losses' chart is drawn for one sentence about it
 * @property {boolean} [together] errors, losses and bounds on one axis
 * @property {boolean} [unseen] held-out curves and bounds, and no others
 * @property {[number, number] | null} [window] the values shown; all when there is none
 * @property {[string, string, string] | null} [gap] a run and two of its curves: shaded where the first lies above the second
 * @property {{at: number, label: string} | null} [level] a line across
 * @property {[string, string, number][]} [marks] run, curve and round of the points that are named
 * @property {boolean} [asks] whether a round is to be marked by a click
 *
 * @typedef {Object} View
 * @property {string[]} tiles the only ones shown; all when empty
 * @property {string[]} hidden tiles that the page does not show
 * @property {boolean} story whether the board has a newcomer's tiles, and grows with the rounds where `grows`
 * @property {boolean} grows whether what is shown is the story's run
 * @property {boolean} growing whether the board grows with the rounds now
 * @property {string[]} before what was shown before one tile was enlarged
 * @property {Set<string> | null} curves of the losses' tile; null: for each algorithm the loss it lowers and its bound, and the test error
 * @property {string[]} about tiles that stand on the board whatever was chosen: an open question is about them
 * @property {{about: string[], measures: string[]} | null} stands the question on the presented screen: the only tiles beside it, and the curves there
 * @property {string[]} measures curves that an open question is about
 * @property {string} ring the tile that shows what the sentence above says; "" for none
 * @property {string} swiped the tile in sight where there is one a swipe
 * @property {boolean} faint whether the reader wants the rounds to come drawn faintly
 * @property {boolean} held whether a round is a question: then no round to come is drawn
 * @property {boolean} open whether a question is open: then no best round is ringed, it may be the answer
 * @property {"faint" | "hidden"} future how the rounds to come are drawn
 * @property {boolean} heldout
 * @property {boolean | null} log null: as the values ask for
 * @property {boolean | null} pageLog what the page asks of `log`
 * @property {Chart | null} chart
 * @property {"loss" | "ndcg"} tab
 * @property {boolean} step whether the tile of ties shows the step of the round
 * @property {boolean} search whether the tile of weights shows what the search did
 * @property {boolean} features whether it shows what the trees' features gained, beside weights of weak rankers
 * @property {number} query that the map and the ranking show; −1 before there is a run
 * @property {number} usual the query they show when none was chosen
 * @property {string} algo the run (its id) that panels show which have room for one only
 */

/** A board has no more. */
const MOST_TILES = 9;

/** By the stage's name: a long run, or another page, takes a stage away, and it comes back as it was. @type {Map<string, {view: View, asked: string}>} */
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
  swiped: "",
  curves: null,
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

/** The curves that are drawn: those of a question, else the chosen ones. @param {View} view @returns {ReadonlySet<string> | null} */
export function drawnCurves({ stands, measures = [], curves }) {
  const asked = stands?.measures.length ? stands.measures : measures;
  return asked.length ? new Set(asked) : curves;
}

/**
 * What Python calls this stage; Streamlit writes it as a class. (Its `key` here is another one each time.)
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

/** Apply what the page asks for, once, over what was chosen. @param {string} name @param {Settings} settings @param {boolean} [echo] whether its look is an echo @returns {boolean} whether it asks for something new */
export function applySettings(name, settings, echo = false) {
  const memory = memories.get(name);
  const asked = JSON.stringify(settings);
  if (!memory || memory.asked === asked) return false;
  const before = writeLook(memory.view);
  memory.asked = asked;
  // The echo of a choice by the reader asks for nothing new.
  if (settings.look === undefined || (settings.log ?? null) !== memory.view.pageLog)
    memory.view.log = settings.log ?? null;
  memory.view.pageLog = settings.log ?? null;
  memory.view.chart = settings.chart ?? null;
  memory.view.hidden = settings.hide ?? [];
  memory.view.held = typeof settings.hold === "number";
  memory.view.open = settings.open ?? false;
  memory.view.about = settings.about ?? [];
  memory.view.measures = settings.measures ?? [];
  if (settings.curves !== undefined) memory.view.curves = settings.curves ? new Set(settings.curves) : null;
  if (settings.look !== undefined && settings.look !== before && !echo) {
    if (settings.curves === undefined) memory.view.curves = null;
    readLook(memory.view, settings.look);
  }
  if (settings.about?.length) memory.view.swiped = settings.about[0];
  return true;
}

/**
 * The choices that differ from those with which a page opens: "story,tiles:losses.ties,ring:losses,curves:e1.bound,future:hidden,log:1,held:0,top,step,search,features,query:3".
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

/** Read a look into the view. An unknown name shows nothing more. @param {View} view @param {string} text */
export function readLook(view, text) {
  const values = new Map(text.split(",").map((part) => /** @type {[string, string]} */ (part.split(":", 2))));
  const list = (/** @type {string} */ key) => (values.get(key) ?? "").split(".").filter(Boolean);
  view.story = values.has("story");
  view.tiles = list("tiles").slice(0, MOST_TILES);
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
