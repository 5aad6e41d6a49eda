/** The workbench: items, their pairs and their rankers, edited where they are drawn. Streamlit calls `mount` with every change. */

import { axes, rows } from "./ground.js";
import { arrow, LABEL, modeOf, scene, short } from "./scene.js";
import { renaming } from "./renaming.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./scene.js").Table} Table
 * @typedef {{data: Table, parentElement: HTMLElement | ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} Component
 */

const KEY = Symbol.for("rankviz.workbench");
const sheet = new CSSStyleSheet();
const styled = fetch(new URL("workbench.css", import.meta.url))
  .then((r) => r.text())
  .then((text) => sheet.replace(text));

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function mount(component) {
  const holder = /** @type {Record<symbol, Bench | undefined>} */ (/** @type {unknown} */ (component.parentElement));
  const bench = holder[KEY] ?? (holder[KEY] = new Bench(component));
  bench.update(component);
  return () => {
    bench.stop();
    if (holder[KEY] === bench) delete holder[KEY];
  };
}

class Bench {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    /** @type {Table} */
    this.table = component.data;
    /** Where everything stands at the width last drawn. */
    this.place = scene(this.table, 0);
    /** The item or pair that is chosen. @type {{item?: number, pair?: number} | null} */
    this.chosen = null;
    /** What is drawn next and is to have the focus then, by its data-key. @type {string | null} */
    this.next = null;
    /** @type {{item: number, x: number, y: number, moved: boolean} | null} */
    this.drag = null;
    this.root = document.createElement("div");
    this.root.className = "wb";
    this.svg = svg("svg", { role: "group", "aria-label": "Items, pairs and weak rankers" });
    this.say = document.createElement("div");
    this.say.className = "wb-say";
    this.say.setAttribute("role", "status");
    this.root.append(this.svg, this.say);
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
    component.parentElement.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    void styled.finally(() => this.sizes.observe(this.root));
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.choose(null);
    });
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    if (JSON.stringify(component.data) === JSON.stringify(this.table) && this.svg.childNodes.length) return;
    this.table = component.data;
    this.choose(null);
  }

  /** @param {Record<string, unknown>} edit */
  send(edit) {
    this.component.setTriggerValue("edit", edit);
  }

  /** @param {{item?: number, pair?: number} | null} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.say.replaceChildren(); // a name half typed goes
    this.draw();
  }

  draw() {
    const width = this.root.clientWidth;
    if (width === 0) return;
    const table = this.table;
    const place = (this.place = scene(table, width));
    const focus = this.next ?? this.focused();
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(place.height));
    this.svg.replaceChildren(
      ...(place.mode === "rows" ? rows(table, place, (edit) => this.send(edit)) : axes(table, place, width)),
      ...table.pairs.map((_, i) => this.pair(i)),
      ...table.items.map((_, i) => this.item(i)),
    );
    const again = focus && [...this.svg.querySelectorAll("[data-key]")].find((g) => g.getAttribute("data-key") === focus);
    if (again) {
      /** @type {SVGElement} */ (again).focus();
      this.next = null;
    }
    this.tell();
  }

  focused() {
    const tree = this.root.getRootNode();
    const active = tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
    return active instanceof SVGElement && this.svg.contains(active) ? active.dataset.key : null;
  }

  /** What can be done now, with the buttons for what is chosen. */
  tell() {
    const { table, chosen } = this;
    const name = (/** @type {number} */ i) => table.items[i];
    if (chosen?.pair !== undefined && table.pairs[chosen.pair]) {
      const [a, b] = table.pairs[chosen.pair];
      this.say.replaceChildren(
        words(`${name(a)} belongs above ${name(b)}.`),
        this.button("Flip", () => this.send({ do: "flip", higher: name(a), lower: name(b) })),
        this.button("Remove", () => this.send({ do: "unpair", higher: name(a), lower: name(b) })),
      );
    } else if (chosen?.item !== undefined) {
      if (!this.say.querySelector("form")) this.offer(chosen.item);
    } else {
      const how = table.graded
        ? "A higher grade belongs above. Click an item to rename or delete it."
        : "Click two items to put the first above the second. Click an arrow to flip or remove it.";
      const more = modeOf(table) === "rows" ? "A filled dot is a yes; click a dot to switch it." : "Drag an item to move it.";
      this.say.replaceChildren(words(`${how} ${more}`));
    }
  }

  /** What can be done with a chosen item. @param {number} i */
  offer(i) {
    const { table } = this;
    const name = table.items[i];
    const what = table.grades
      ? `${name} is chosen. Its grade is ${+table.grades[i].toFixed(2)}.`
      : `${name} is chosen. Click the item that belongs below it.`;
    const remove = this.button("Delete", () => this.send({ do: "remove", item: name }));
    remove.disabled = table.items.length <= 2;
    this.say.replaceChildren(
      words(what),
      this.button("Rename", () => this.rename(name)),
      remove,
    );
  }

  /** Ask for another name. @param {string} name */
  rename(name) {
    const form = renaming(name, (to) => {
      if (!to || to === name) {
        this.next = `item-${name}`;
        this.choose(null);
      } else {
        if (!this.table.items.includes(to)) this.next = `item-${to}`; // a name that is taken is refused
        this.send({ do: "rename", item: name, to });
      }
    });
    this.say.replaceChildren(form);
    form.querySelector("input")?.select();
  }

  /** @param {string} text @param {() => void} then */
  button(text, then) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", then);
    return button;
  }

  /** @param {number} i */
  pair(i) {
    const { table, place } = this;
    const [a, b] = table.pairs[i];
    const { d, middle, angle } = arrow(place.boxes[a], place.boxes[b], place.mode === "plane");
    const words = `${table.items[a]} over ${table.items[b]}`;
    const head = svg("path", {
      class: "wb-head",
      d: "M-6,-5L6,0L-6,5Z",
      transform: `translate(${middle[0]},${middle[1]}) rotate(${angle})`,
    });
    if (table.graded) return svg("g", { class: "wb-pair wb-implied" }, svg("path", { class: "wb-line", d }), head);
    const edit = (/** @type {string} */ what) =>
      this.send({ do: what, higher: table.items[a], lower: table.items[b] });
    return svg(
      "g",
      {
        class: `wb-pair${this.chosen?.pair === i ? " wb-chosen" : ""}`,
        role: "button",
        tabindex: 0,
        "data-key": `pair-${table.items[a]}-${table.items[b]}`,
        "aria-label": `${words}: Enter flips it, Delete removes it`,
        onclick: () => this.choose({ pair: i }),
        ondblclick: () => edit("flip"),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") edit("flip");
          else if (event.key === "Delete" || event.key === "Backspace") edit("unpair");
          else return;
          event.preventDefault();
        },
      },
      svg("title", {}, words),
      svg("path", { class: "wb-hit", d }),
      svg("path", { class: "wb-line", d }),
      head,
    );
  }

  /** @param {number} i */
  item(i) {
    const { table, place } = this;
    const box = place.boxes[i];
    const movable = place.mode !== "rows";
    const grade = table.grades ? `, grade ${+table.grades[i].toFixed(2)}` : "";
    return svg(
      "g",
      {
        class: `wb-item${this.chosen?.item === i ? " wb-chosen" : ""}${movable ? " wb-movable" : ""}`,
        role: "button",
        tabindex: 0,
        "data-key": `item-${table.items[i]}`,
        "aria-label": `${table.items[i]}${grade}${movable ? ": arrow keys move it" : ""}`,
        "aria-keyshortcuts": "Delete",
        onpointerdown: (/** @type {PointerEvent} */ event) => this.take(event, i),
        onpointermove: (/** @type {PointerEvent} */ event) => this.pull(event),
        onpointerup: () => this.put(i),
        onpointercancel: () => this.drop(),
        ontouchstart: (/** @type {TouchEvent} */ event) => {
          if (movable && event.cancelable) event.preventDefault(); // else the page takes the finger and scrolls
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, i),
      },
      svg("title", {}, table.items[i] + grade),
      svg("rect", {
        x: box.x - box.w / 2,
        y: box.y - LABEL / 2 + 2,
        width: box.w,
        height: LABEL - 4,
        rx: 9,
      }),
      svg("text", { x: box.x, y: box.y + 5, "text-anchor": "middle" }, short(table.items[i])),
    );
  }

  /** @param {PointerEvent} event @param {number} i */
  take(event, i) {
    if (event.button !== 0) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.drag = { item: i, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    const { x, y } = this.place;
    if (!drag || !x) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    drag.moved = true;
    const frame = this.svg.getBoundingClientRect();
    this.moveTo(drag.item, x.back(event.clientX - frame.left), y ? y.back(event.clientY - frame.top) : null);
    const g = /** @type {Element} */ (event.currentTarget);
    const box = this.scratch(drag.item);
    g.setAttribute("transform", `translate(${box[0]},${box[1]})`);
    this.follow(drag.item);
  }

  /** The arrows of an item follow while it is dragged. @param {number} i */
  follow(i) {
    const boxes = scene(this.table, this.root.clientWidth).boxes;
    const drawn = this.svg.querySelectorAll(".wb-pair");
    this.table.pairs.forEach(([a, b], k) => {
      if (a !== i && b !== i) return;
      const { d, middle, angle } = arrow(boxes[a], boxes[b], this.place.mode === "plane");
      for (const line of drawn[k].querySelectorAll(".wb-line, .wb-hit")) line.setAttribute("d", d);
      const head = /** @type {Element} */ (drawn[k].querySelector(".wb-head"));
      head.setAttribute("transform", `translate(${middle[0]},${middle[1]}) rotate(${angle})`);
    });
  }

  /** How far an item is drawn from where it will be. @param {number} i */
  scratch(i) {
    const { table, place } = this;
    const x = place.x?.at(table.features[0].values[i]) ?? 0;
    const y = place.y ? place.y.at(table.features[1].values[i]) : place.boxes[i].y;
    return [x - place.boxes[i].x, y - place.boxes[i].y];
  }

  /** @param {number} i @param {number} x @param {number | null} y in the features' own units */
  moveTo(i, x, y) {
    const tenth = (/** @type {number} */ v) => Math.round(v * 10) / 10;
    const { place, table } = this;
    const within = (/** @type {{low: number, high: number} | null} */ a, /** @type {number} */ v) =>
      a ? Math.min(a.high, Math.max(a.low, tenth(v))) : v;
    const features = table.features.map((f, k) => ({
      ...f,
      values: f.values.map((v, j) => (j !== i ? v : k === 0 ? within(place.x, x) : within(place.y, y ?? v))),
    }));
    this.table = { ...table, features };
  }

  /** @param {number} i */
  put(i) {
    const { drag } = this;
    this.drag = null;
    if (drag?.moved) {
      this.draw();
      this.send({ do: "move", item: this.table.items[i], to: this.table.features.map((f) => f.values[i]) });
    } else if (drag) this.click(i);
  }

  /** A drag that the browser ends: the item goes back. */
  drop() {
    this.drag = null;
    this.table = this.component.data;
    this.draw();
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
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    const table = this.table;
    if (event.key === "Enter" || event.key === " ") this.click(i);
    else if (event.key === "Delete") this.send({ do: "remove", item: table.items[i] });
    else if (way && table.features.length) {
      const step = event.shiftKey ? 1 : 0.1;
      const to = table.features.map((f, k) => +(f.values[i] + way[k] * step).toFixed(6));
      this.send({ do: "move", item: table.items[i], to });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() {
    this.sizes.disconnect();
    this.root.remove();
  }
}

/** @param {string} text */
function words(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}
