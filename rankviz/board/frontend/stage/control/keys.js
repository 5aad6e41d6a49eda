/** Keys: they work wherever they cannot mean anything else, also after something beside the stage was clicked. */

/** @import { Cursor } from "./cursor.js" */

/**
 * @typedef {Object} KeyActions what keys ask for beside the rounds
 * @property {() => void} present
 * @property {() => void} step one round on
 * @property {() => void} enlarge the tile that is looked at
 * @property {() => void} blank
 * @property {() => void} best to the next round that is best on held-out pairs
 * @property {() => void} legend
 * @property {() => boolean} turns whether the page keys turn to another moment, which the page around does
 * @property {() => void} turn such a key was pressed
 * @property {() => boolean} leave the drawer, one tile, or presenting; false when there is nothing to leave
 * @property {() => boolean} alone whether keys count only while the stage has the focus
 * @property {() => boolean} leads whether a class follows the stage
 * @property {() => boolean} asks whether a question stands that no class answers
 * @property {() => boolean} onward a round on, where a question holds it back: it is revealed; false where none does
 * @property {(back: boolean) => boolean} turned a page key was pressed that turns to another moment; whether it was a step of a question instead
 * @property {(back: boolean) => void} question the question, a step on or back
 * @property {() => void} join how to join the class
 */

/** What stands in the legend. @param {boolean} turns whether the page keys turn to another moment @param {boolean} leads whether a class follows @param {boolean} [asks] whether a question stands that no class answers */
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
 * @returns {() => void} stop listening
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
  /** The move of a key through the rounds; none for page keys that turn to another moment. @param {string} key */
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
  /** A page key that turns to another moment; a question takes it first. @param {KeyboardEvent} event @returns {boolean} whether it did */
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
  let pressed = false; // the focus came by pressing, not by the tab key
  const onPress = () => (pressed = true);
  /** Before anything else: buttons in a row would take the arrows too. @param {KeyboardEvent} event */
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

/** Elements that the space bar presses, or writes into. */
const PRESSED =
  "button, summary, a, select, input, textarea, [contenteditable=true], [role=button], [role=tab], [role=option], [role=slider], [role=checkbox], [role=gridcell]";

/** @param {Element} el */
const scrubs = (el) => el instanceof HTMLInputElement && el.type === "range";

/** Hand a key on: the page around hears none from within an input; a slider is one, though nobody writes into it. @param {KeyboardEvent} event */
function handOn(event) {
  const { key, code, keyCode, shiftKey, repeat } = event;
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, keyCode, shiftKey, repeat, bubbles: true }),
  );
}

/** Whether letters are written into an element. @param {Element} el */
const writes = (el) =>
  el.closest("textarea, [contenteditable=true], canvas[data-testid=data-grid-canvas]") !== null ||
  (el instanceof HTMLInputElement && !/range|checkbox|radio|button/.test(el.type));

/** Whether an element with the focus moves by arrows itself. @param {Element} el @param {HTMLElement} root @param {boolean} pressed */
function takes(el, root, pressed) {
  if (root.contains(el)) return el instanceof HTMLSelectElement || el.matches("[data-arrows]");
  // Another component, such as the workbench, uses arrows otherwise.
  if (el.getRootNode() instanceof ShadowRoot) return true;
  if (writes(el) || el instanceof HTMLSelectElement || scrubs(el)) return true;
  if (el.closest("[role=slider], [role=listbox], [role=option], [role=grid], [role=menu], [role=menuitem]"))
    return true;
  // Tabs and pills move by arrows for who came there by the tab key; who pressed one goes on with the rounds.
  return !pressed && el.closest("[role=radiogroup], [role=toolbar], [role=tablist], [data-rac]") !== null;
}
