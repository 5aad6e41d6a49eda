/** The workbench: items, pairs and rankers, edited where they are drawn. Streamlit calls `mount` for every change. */

import { styleSheet } from "../host/app.js";
import { focusedBeside } from "../draw/dom.js";
import { svg } from "../draw/svg.js";
import { layArrows, pairNode } from "./pair_arrows.js";
import { GradeDragging } from "./grade_dragging.js";
import { featureAxes, answerRows } from "./axes_and_rows.js";
import { roundLine } from "./round_line.js";
import { listenToStage } from "./listeners.js";
import { itemNode, replaceGrade, shiftNode } from "./item_boxes.js";
import { toolLine } from "./tool_line.js";
import { roundGround, scoreBand } from "./round_marks.js";
import { ItemDragging, arrowKeyTarget, sceneWhileMoving, dragOffset } from "./item_dragging.js";
import { arrowWidths } from "./round_geometry.js";
import { scene } from "./scene.js";
import { triedRun } from "./tried_run.js";
/** @import { ShownRound } from "./listeners.js" */
/** @import { Chosen } from "./tool_line.js" */
/** @import { RunDrawn } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/**
 * @typedef {{run_url: string, runs: RunDrawn[], drawn: string}} Runs the runs learned from the table, their address, and the run chosen to be drawn; none while there is nothing to learn
 * @typedef {{data: Table & Runs, parentElement: HTMLElement | ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} Component
 */

const KEY = Symbol.for("rankviz.workbench");
const sheet = new CSSStyleSheet();
const styled = styleSheet("css/workbench").then((text) => sheet.replace(text));

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function mount(component) {
  const holder = /** @type {Record<symbol, Workbench | undefined>} */ (
    /** @type {unknown} */ (component.parentElement)
  );
  const bench = holder[KEY] ?? (holder[KEY] = new Workbench(component));
  bench.update(component);
  return () => {
    bench.stop();
    if (holder[KEY] === bench) delete holder[KEY];
  };
}

class Workbench {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    /** @type {Table} */
    this.table = component.data;
    /** The scene at the last drawn width. */
    this.place = scene(this.table, 0);
    /** The selected item or pair. @type {Chosen} */
    this.chosen = null;
    /** The stage's round and run. @type {ShownRound | null} */
    this.shown = null;
    /** Name of the run chosen to be drawn; "" for none. */
    this.run = component.data.drawn;
    /** The data-key of the node that gets the focus when it is next drawn. @type {string | null} */
    this.next = null;
    /** The run tried on the stage. @type {RunDrawn | null} */
    this.tried = null;
    /** Whether nodes are being rebuilt during a drag: the focus that they lose comes back. */
    this.redrawing = false;
    this.grading = new GradeDragging({
      table: () => this.table,
      draw: (table) => this.drawGrades(table),
      send: (edit) => this.send(edit),
    });
    this.moving = new ItemDragging({
      table: () => this.table,
      place: () => this.place,
      draw: (table) => this.drawMove(table),
      send: (edit) => this.send(edit),
    });
    this.root = document.createElement("div");
    this.root.className = "wb";
    this.svg = svg("svg", { role: "group", "aria-label": "Items, pairs and weak rankers" });
    // The drawing captures the pointer while a grade is dragged, because the badge is rebuilt.
    this.svg.addEventListener("pointermove", (event) => this.grading.onMove(event.clientY));
    this.svg.addEventListener("pointerup", () => {
      const { held } = this.grading;
      if (held && !this.grading.release() && held.y !== null) this.click(held.item);
    });
    this.svg.addEventListener("pointercancel", () => this.grading.cancel());
    this.marks = svg("g");
    this.head = roundLine((run) => this.follow(run));
    this.line = toolLine({
      send: (edit) => this.send(edit),
      regrade: (item, by) => this.regrade(this.table.items.indexOf(item), by),
      named: (to) => this.onRename(to),
    });
    this.root.append(this.head.el, this.svg, this.line.el);
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
    component.parentElement.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    void styled.finally(() => this.sizes.observe(this.root));
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.grading.cancel() && !this.moving.cancel()) this.choose(null);
    });
    this.deaf = listenToStage(
      (shown) => {
        this.shown = shown;
        this.drawRound();
      },
      (tried) => {
        const { runs } = this.component.data;
        this.tried = tried && runs.length ? triedRun(tried, this.drawn, this.table, runs[this.drawn]) : null;
        this.drawRound();
      },
    );
  }

  /** Return the drawn run and the stage's round in it; null while the stage shows no run of this table. */
  get shownRound() {
    const { runs, run_url } = this.component.data;
    if (this.tried && this.shown) return { run: this.tried, t: this.shown.t };
    return runs.length && this.shown?.run === run_url ? { run: runs[this.drawn], t: this.shown.t } : null;
  }

  /** Return which run is drawn: the chosen one, else the first with rounds. */
  get drawn() {
    const { runs } = this.component.data;
    const chosen = runs.findIndex((run) => run.name === this.run);
    return chosen >= 0
      ? chosen
      : Math.max(
          0,
          runs.findIndex((run) => run.rounds > 0),
        );
  }

  /** Draw another run. @param {number} run */
  follow(run) {
    this.run = this.component.data.runs[run].name;
    this.component.setTriggerValue("drawn", this.run);
    this.draw();
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    if (this.grading.held ?? this.moving.held)
      // A drag is not interrupted: the data wait for its end.
      return void requestAnimationFrame(
        () => this.root.isConnected && component === this.component && this.update(component),
      );
    if (JSON.stringify(component.data) === JSON.stringify(this.table) && this.svg.childNodes.length) return;
    if (String(component.data.items) !== String(this.table.items)) this.tried = null; // a run of other items
    const chosen = sameIn(component.data, this.table, this.chosen);
    this.table = component.data;
    this.run = component.data.drawn;
    if (!chosen) return this.choose(null);
    this.chosen = chosen; // a half-typed name stays
    this.draw();
  }

  /** @param {Record<string, unknown>} edit */
  send(edit) {
    if (edit.do === "toggle") this.onFlip(edit);
    this.component.setTriggerValue("edit", edit);
  }

  /** Flip an answer at once, here and on the stage; the server's runs follow. @param {Record<string, unknown>} edit */
  onFlip({ ranker, item }) {
    const at = this.table.items.indexOf(String(item));
    const rankers = this.table.rankers.map((r) =>
      r.name === ranker ? { ...r, bits: r.bits.map((bit, i) => (i === at ? 1 - bit : bit)) } : r,
    );
    this.table = { ...this.table, rankers };
    this.draw();
    document.dispatchEvent(new CustomEvent("rv-answers", { detail: rankers }));
  }

  /** Draw other grades, in the existing nodes as long as nothing has to move. @param {Table} table */
  drawGrades(table) {
    const before = this.table;
    this.table = table;
    if (this.regraded(before)) return;
    this.redrawing = true;
    this.draw();
    this.redrawing = false;
  }

  /** @param {Table} before @returns {boolean} whether nothing has moved */
  regraded(before) {
    const { table, chosen } = this;
    const place = scene(table, this.root.clientWidth, this.component.data.runs.length > 0);
    const nodes = this.svg.querySelectorAll(".wb-graded");
    if (String(place.boxes.map((b) => b.y)) !== String(this.place.boxes.map((b) => b.y))) return false;
    if (nodes.length !== table.items.length || place.height !== this.place.height) return false;
    this.place = place;
    nodes.forEach((node, i) => {
      if (table.grades?.[i] !== before.grades?.[i])
        replaceGrade(node, itemNode(table, place, i, chosen?.item === i, this.handling(i)));
    });
    const pairs = [...this.svg.querySelectorAll(".wb-pair")];
    for (const extra of pairs.slice(table.pairs.length)) extra.remove();
    for (let i = pairs.length; i < table.pairs.length; i++)
      nodes[0].before(pairNode(table, i, false, { choose() {}, send() {} }));
    this.arrows();
    this.line.tell(table, chosen);
    return true;
  }

  /** Move an item: meanwhile only it and its arrows move. @param {Table} table */
  drawMove(table) {
    this.table = table;
    const { held } = this.moving;
    if (!held) return this.draw();
    const node = this.svg.querySelectorAll(".wb-item")[held.item];
    shiftNode(node.closest(".wb-graded") ?? node, dragOffset(table, this.place, held.item));
    this.arrows();
  }

  /** @param {Chosen} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.line.clear();
    this.draw();
  }

  draw() {
    const width = this.root.clientWidth;
    if (width === 0) return;
    const { table, chosen } = this;
    const place = (this.place = scene(table, width, this.component.data.runs.length > 0));
    const focus = this.next ?? this.focused();
    const send = (/** @type {Record<string, unknown>} */ edit) => this.send(edit);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(place.height));
    this.svg.replaceChildren(
      this.marks,
      ...(place.mode === "rows" ? answerRows(table, place, send) : featureAxes(table, place, width)),
      ...table.pairs.map((_, i) =>
        pairNode(table, i, chosen?.pair === i, { choose: () => this.choose({ pair: i }), send }),
      ),
      ...table.items.map((_, i) => itemNode(table, place, i, chosen?.item === i, this.handling(i))),
    );
    const again =
      focus && [...this.svg.querySelectorAll("[data-key]")].find((g) => g.getAttribute("data-key") === focus);
    if (again) {
      /** @type {SVGElement} */ (again).focus();
      this.next = null;
    }
    this.drawRound();
    this.line.tell(table, chosen);
  }

  /** Draw what the stage's round changes; controls are not rebuilt while rounds go by. */
  drawRound() {
    const { shownRound, place, table } = this;
    const width = this.root.clientWidth;
    if (width === 0 || !this.svg.childNodes.length) return;
    const runs = this.component.data.runs.map((run, k) =>
      shownRound && k === this.drawn ? shownRound.run : run,
    );
    this.head.draw(runs, this.drawn, shownRound ? shownRound.t : null);
    this.marks.replaceChildren(
      ...(shownRound
        ? [
            ...roundGround(shownRound.run, shownRound.t, place, width),
            ...scoreBand(table, shownRound.run, shownRound.t, place, width),
          ]
        : []),
    );
    this.arrows();
  }

  arrows() {
    const { shownRound, table, tried } = this;
    const { held } = this.moving;
    const place = held?.moved ? sceneWhileMoving(table, this.place, held.item) : this.place;
    // Pairs that the runs have not learned from have no weights yet.
    const known = shownRound && (tried ?? String(table.pairs) === String(this.component.data.pairs));
    layArrows(this.svg, table, place, known ? arrowWidths(shownRound.run, shownRound.t) : []);
  }

  focused() {
    const active = focusedBeside(this.root);
    return active instanceof SVGElement && this.svg.contains(active) ? active.dataset.key : null;
  }

  /** @param {number} i @param {number} by */
  regrade(i, by) {
    const { grades } = this.table;
    if (!grades) return;
    this.grading.start(i, null);
    this.grading.setGrade(grades[i] + by);
    this.grading.release();
  }

  /** @param {string | null} to */
  onRename(to) {
    if (to === null) {
      const item = this.chosen?.item;
      this.next = item === undefined ? null : `item-${this.table.items[item]}`;
      this.choose(null);
    } else if (!this.table.items.includes(to)) this.next = `item-${to}`; // a name that is taken is refused
  }

  /** Return the handlers of an item's pointer and keys. @param {number} i */
  handling(i) {
    return {
      grade: (/** @type {PointerEvent} */ event) => {
        if (event.button !== 0) return;
        this.svg.setPointerCapture(event.pointerId);
        this.grading.start(i, event.clientY);
      },
      gradeKey: (/** @type {KeyboardEvent} */ event) => {
        if (!this.grading.key(event, i)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      blur: () => void (this.redrawing || this.grading.cancel()),
      take: (/** @type {PointerEvent} */ event) => {
        if (event.button !== 0) return;
        /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
        this.moving.start(i, event);
      },
      pull: (/** @type {PointerEvent} */ event) =>
        this.moving.onMove(event, this.svg.getBoundingClientRect()),
      put: () => this.release(),
      drop: () => void this.moving.cancel(),
      key: (/** @type {KeyboardEvent} */ event) => this.key(event, i),
    };
  }

  /** Release what the pointer holds. */
  release() {
    const { held } = this.moving;
    const clicked = this.moving.release();
    if (clicked !== null) this.click(clicked);
    else if (held?.moved) this.draw();
  }

  /** @param {number} i */
  click(i) {
    const first = this.chosen?.item;
    if (first === i) this.choose(null);
    else if (this.table.graded || first === undefined) this.choose({ item: i });
    else {
      this.chosen = null;
      this.send({ do: "pair", higher: this.table.items[first], lower: this.table.items[i] });
      this.draw();
    }
  }

  /** @param {KeyboardEvent} event @param {number} i */
  key(event, i) {
    const { table } = this;
    const to = arrowKeyTarget(table, i, event);
    if (event.key === "Enter" || event.key === " ") this.click(i);
    else if (table.grades && "+=".includes(event.key)) this.regrade(i, 1);
    else if (table.grades && "-−".includes(event.key)) this.regrade(i, -1);
    else if (event.key === "Delete") this.send({ do: "remove", item: table.items[i] });
    else if (to) this.moving.step(i, to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() {
    this.sizes.disconnect();
    this.deaf();
    this.root.remove();
  }
}

/** Return the selection in a table by its names in the table before; null where they are gone. @param {Table} table @param {Table} before @param {Chosen} chosen @returns {Chosen} */
function sameIn(table, before, chosen) {
  const pairs = (/** @type {Table} */ { items, pairs }) =>
    pairs.map((pair) => JSON.stringify(pair.map((row) => items[row])));
  const item = table.items.indexOf(before.items[chosen?.item ?? -1]);
  const pair = table.graded ? -1 : pairs(table).indexOf(pairs(before)[chosen?.pair ?? -1]);
  return item >= 0 ? { item } : pair >= 0 ? { pair } : null;
}
