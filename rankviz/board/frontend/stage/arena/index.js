/** The Arena: ladders that change while the tie value is dragged. Streamlit calls `mount` for every change. */

import { appUrl, styleSheet } from "../host/app.js";
import { html } from "../draw/dom.js";
import { Theme } from "../draw/theme.js";
import { busyDuring } from "../host/rest.js";
import { rowAt } from "./method_places.js";
import { placeChanges } from "./place_changes.js";
import { ladder } from "./ladder.js";
import { pairDetails } from "./pair_details.js";
import { tieSlider } from "./tie_slider.js";
/** @import { ArenaBoard } from "./method_places.js" */
/** @import { Opened } from "./pair_details.js" */

/**
 * @typedef {{board_url: string, tie: number, top: number, focus: string, opened: Opened}} Sent
 * @typedef {{data: Sent, parentElement: HTMLElement | ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} Component
 */

const KEY = Symbol.for("rankviz.arena");
const sheet = new CSSStyleSheet();
const styled = styleSheet("arena/arena").then((text) => sheet.replace(text));

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function mount(component) {
  const holder = /** @type {Record<symbol, Arena | undefined>} */ (
    /** @type {unknown} */ (component.parentElement)
  );
  const arena = holder[KEY] ?? (holder[KEY] = new Arena(component));
  arena.update(component);
  return () => {
    arena.stop();
    if (holder[KEY] === arena) delete holder[KEY];
  };
}

class Arena {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    /** The data shown, and their address. @type {{url: string, board: ArenaBoard} | null} */
    this.shown = null;
    /** @type {ReturnType<typeof buildParts> | null} */
    this.parts = null;
    this.tie = component.data.tie;
    /** The tie value that the server knows: repeating it must not undo a drag. */
    this.told = this.tie;
    this.first = component.data.opened.items[0];
    this.width = 0;
    this.places = 0;
    this.root = html("div", { class: "rv-stage ar", "data-busy": "" });
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
    component.parentElement.append(this.root);
    this.theme = new Theme(this.root);
    this.sizes = new ResizeObserver(() => {
      if (this.root.clientWidth !== this.width) this.draw();
    });
    void styled.finally(() => this.sizes.observe(this.root));
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    const { data } = component;
    if (data.tie !== this.told) this.tie = this.told = data.tie;
    if (this.shown?.url === data.board_url) this.draw();
    else void busyDuring(this.load(data.board_url));
  }

  /** @param {string} url @param {number} [again] number of retries @returns {Promise<void>} */
  async load(url, again = 5) {
    const response = await fetch(appUrl(url));
    if (this.component.data.board_url !== url) return;
    if (!response.ok) {
      this.component.setTriggerValue("missing", again); // the server has dropped it; the rerun that follows stores it again
      if (!again) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return this.load(url, again - 1);
    }
    const board = /** @type {ArenaBoard} */ (await response.json());
    await styled;
    this.shown = { url, board };
    this.parts = buildParts(board, this);
    this.width = 0;
    this.root.replaceChildren(...this.parts.all);
    this.draw();
    delete this.root.dataset.busy;
  }

  draw() {
    const { shown, parts } = this;
    const width = this.root.clientWidth;
    if (!shown || !parts || width === 0) return;
    const { top, opened } = this.component.data;
    const { board } = shown;
    this.theme.read();
    const places = Math.min(top, board.names.length);
    const focus = Math.max(
      0,
      board.methods.findIndex((method) => method.name === this.component.data.focus),
    );
    if (width !== this.width || places !== this.places) {
      parts.ladder.lay(width, places);
      [this.width, this.places] = [width, places];
    }
    parts.ladder.draw({ row: rowAt(board, this.tie), top: places, chosen: opened.items, focus });
    parts.slider.draw(this.tie, focus, places);
    parts.hinges.draw(this.tie, focus, places);
    parts.pair.draw(opened, this.tie);
  }

  /** @param {number} tie */
  drag(tie) {
    this.tie = tie;
    this.draw();
  }

  /** @param {number} tie */
  sendTie(tie) {
    this.drag(tie);
    this.told = tie;
    this.component.setTriggerValue("tie", tie);
  }

  /** Open the clicked item and the one clicked before. @param {number} item */
  choose(item) {
    const [a, b] = this.component.data.opened.items;
    if (item !== a && item !== b) this.component.setTriggerValue("pair", [item, this.first === b ? b : a]);
    this.first = item;
  }

  /** @param {number} method */
  follow(method) {
    if (this.shown) this.component.setTriggerValue("focus", this.shown.board.methods[method].name);
  }

  /** @param {number} tie @param {number} up @param {number} down */
  goTo(tie, up, down) {
    const at = Math.round(tie * 100) / 100;
    this.drag(at);
    this.told = at;
    this.component.setTriggerValue("go", [at, up, down]);
  }

  stop() {
    this.sizes.disconnect();
    this.root.remove();
  }
}

/** @param {ArenaBoard} board @param {Arena} arena */
function buildParts(board, arena) {
  const made = {
    slider: tieSlider(board, { drag: (tie) => arena.drag(tie), rest: (tie) => arena.sendTie(tie) }),
    ladder: ladder(board, {
      choose: (item) => arena.choose(item),
      follow: (method) => arena.follow(method),
    }),
    hinges: placeChanges(board, (tie, up, down) => arena.goTo(tie, up, down)),
    pair: pairDetails(board),
  };
  const below = html("div", { class: "ar-below" }, made.hinges.el, made.pair.el);
  return { ...made, all: [made.slider.el, made.hinges.chips, made.ladder.el, below] };
}
