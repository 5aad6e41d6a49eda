/** Keyboard shortcuts: they work wherever a key has no other meaning, even if the focus is outside the stage. */

/** @import { Cursor } from "./cursor.js" */

/**
 * @typedef {Object} KeyActions actions of keys other than moving between rounds
 * @property {() => void} present
 * @property {() => void} step moves one round forward
 * @property {() => void} enlarge enlarges the current tile
 * @property {() => void} blank
 * @property {() => void} best goes to the next round that is best on held-out pairs
 * @property {() => void} legend
 * @property {() => boolean} turns whether the page keys go to another moment, which the page around the stage does
 * @property {() => void} turn called when such a key is pressed
 * @property {() => boolean} leave closes the drawer, the enlarged tile, or presenting; false if nothing is open
 * @property {() => boolean} alone whether keys work only while the stage has the focus
 * @property {() => boolean} leads whether a class follows the stage
 * @property {() => boolean} asks whether there is a question that no class answers
 * @property {() => boolean} onward reveals a question that holds the next round back; false if there is none
 * @property {(back: boolean) => boolean} turned called when a page key would go to another moment; true if it was a step of a question instead
 * @property {(back: boolean) => void} question moves the question one step
 * @property {() => void} join shows how to join the class
 */

/** Return the rows of the legend. @param {boolean} turns whether the page keys go to another moment @param {boolean} leads whether a class follows @param {boolean} [asks] whether there is a question that no class answers */
export const keyLegend = (turns, leads, asks = false) => [
  ...(turns ? TURNING : STEPPING),
  ["Home, End", "first, last round"],
  ["Space", "play, pause"],
  ["F", "one tile, or all"],
  ["H", "best held-out round"],
  ["P", "present"],
  ...(leads ? LEADING : asks ? ASKING : []),
  ["B", "blank"],
  ["?", "these keys"],
  ["Esc", "back"],
];

const STEPPING = [
  ["→, Page down", "one round forward"],
  ["←, Page up", "one round back"],
  ["Shift → ←", "one beat of a round"],
  ["Shift Page up, down", "ten rounds"],
];
const LEADING = [
  ["V", "ask, lock, bars, reveal"],
  ["Shift V", "ask again, or drop it"],
  ["J", "how to join"],
];
const ASKING = [["V, →", "reveal the answer"]];
const TURNING = [
  ["→ ←", "one round forward, back"],
  ["Page down, up", "next, previous moment"],
  ["Shift → ←", "one beat of a round"],
];

/**
 * @param {HTMLElement} root the stage @param {Cursor} cursor @param {KeyActions} board
 * @returns {() => void} stops listening
 */
export function listenToKeys(root, cursor, board) {
  /** @param {1 | -1} by @param {boolean} far */
  const move = (by, far) => {
    if (far) cursor.go(cursor.t + 10 * by);
    else if (by < 0) cursor.step(by);
    else if (!board.onward()) board.step();
  };
  /** @param {Element} target */
  const heard = (target) => root.isConnected && (root.contains(target) || !board.alone());
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const rounds = {
    ArrowLeft: (e) => (e.shiftKey && cursor.beats ? cursor.stepBeat(-1) : move(-1, e.shiftKey)),
    ArrowRight: (e) => (e.shiftKey && cursor.beats ? cursor.stepBeat(1) : move(1, e.shiftKey)),
    PageUp: (e) => move(-1, e.shiftKey),
    PageDown: (e) => move(1, e.shiftKey),
    Home: () => cursor.go(cursor.first),
    End: () => cursor.go(cursor.last),
  };
  /** Return a key's move through the rounds; none for page keys that go to another moment. @param {string} key */
  const roundOf = (key) => (board.turns() && key.startsWith("Page") ? undefined : rounds[key]);
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const letters = {
    p: board.present,
    f: board.enlarge,
    h: board.best,
    b: board.blank,
    ".": board.blank,
    "?": board.legend,
  };
  /** @type {typeof letters} */
  const leading = { v: (event) => board.question(event.shiftKey), j: board.join };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || !heard(target)) return;
    if (event.key === "Escape") {
      if (board.leave()) event.preventDefault();
      return;
    }
    if (cursor.rounds === 0 || roundOf(event.key)) return;
    if (event.key === " ") {
      const control = target.closest(PRESSED);
      if (control && !scrubs(control)) return;
      cursor.toggle();
    } else {
      const key = event.key.toLowerCase();
      const act = letters[key] ?? (board.leads() || (board.asks() && key === "v") ? leading[key] : undefined);
      if (writes(target)) return;
      if (!act && scrubs(target) && !board.alone()) handOn(event);
      if (!act) return;
      act(event);
    }
    event.preventDefault();
  };
  /** Handle a page key that goes to another moment; a question takes it first. @param {KeyboardEvent} event @returns {boolean} whether it was handled */
  const turn = (event) => {
    const { ctrlKey, altKey, metaKey, shiftKey } = event;
    const target = event.composedPath()[0];
    if (ctrlKey || altKey || metaKey || shiftKey || (target instanceof Element && writes(target)))
      return false;
    if (!board.turned(event.key === "PageUp")) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  let pressed = false; // the focus came from a press, not the tab key
  const onPress = () => (pressed = true);
  /** Runs first, because groups of buttons would take the arrows, too. @param {KeyboardEvent} event */
  const onRound = (event) => {
    if (event.key === "Tab") pressed = false;
    const moved = roundOf(event.key);
    if (!moved && rounds[event.key] && root.isConnected && !turn(event)) board.turn();
    if (!moved || cursor.rounds === 0) return;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || !heard(target) || takes(target, root, pressed)) return;
    moved(event);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onRound, true);
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", onPress, true);
  return () => {
    document.removeEventListener("keydown", onRound, true);
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("pointerdown", onPress, true);
  };
}

/** Elements that the space bar activates or types into. */
const PRESSED =
  "button, summary, a, select, input, textarea, [contenteditable=true], [role=button], [role=tab], [role=option], [role=slider], [role=checkbox], [role=gridcell]";

/** @param {Element} el */
const scrubs = (el) => el instanceof HTMLInputElement && el.type === "range";

/** Pass a key on: the page around hears no keys from inputs, and a slider is one although nobody types into it. @param {KeyboardEvent} event */
function handOn(event) {
  const { key, code, keyCode, shiftKey, repeat } = event;
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, keyCode, shiftKey, repeat, bubbles: true }),
  );
}

/** Return whether an element takes typed letters. @param {Element} el */
const writes = (el) =>
  el.closest("textarea, [contenteditable=true], canvas[data-testid=data-grid-canvas]") !== null ||
  (el instanceof HTMLInputElement && !/range|checkbox|radio|button/.test(el.type));

/** Return whether a focused element handles arrow keys itself. @param {Element} el @param {HTMLElement} root @param {boolean} pressed */
function takes(el, root, pressed) {
  if (root.contains(el)) return el instanceof HTMLSelectElement || el.matches("[data-arrows]");
  // Another component, such as the workbench, has its own use for arrows.
  if (el.getRootNode() instanceof ShadowRoot) return true;
  if (writes(el) || el instanceof HTMLSelectElement || scrubs(el)) return true;
  if (el.closest("[role=slider], [role=listbox], [role=option], [role=grid], [role=menu], [role=menuitem]"))
    return true;
  // Arrows move between tabs and pills reached by the tab key; after a press they move between rounds.
  return !pressed && el.closest("[role=radiogroup], [role=toolbar], [role=tablist], [data-rac]") !== null;
}
