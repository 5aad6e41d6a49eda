/** The workbench: items, their pairs and their rankers, edited where they are drawn. Streamlit calls `mount` with every change. */

import { axes, rows } from "./ground.js";
import { head } from "./head.js";
import { hear } from "./hearing.js";
import { ground, scores } from "./marks.js";
import { widths } from "./round.js";
import { arrow, LABEL, modeOf, scene, short } from "./scene.js";
import { renaming } from "./renaming.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./scene.js").Table} Table
 * @typedef {import("./round.js").RunDrawn} RunDrawn
 * @typedef {{run_url: string, runs: RunDrawn[]}} Runs what is learned from the table, and its address; none while there is nothing to learn
 * @typedef {{data: Table & Runs, parentElement: HTMLElement | ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} Component
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
    /** The stage's round, of the run it shows. @type {import("./hearing.js").News | null} */
    this.news = null;
    /** Which of the runs was chosen to be drawn. @type {number | null} */
    this.run = null;
    /** What is drawn next and is to have the focus then, by its data-key. @type {string | null} */
    this.next = null;
    /** The item that stays chosen when its edit has come back, and the button that stays in focus. @type {{item: string, button: string} | null} */
    this.stay = null;
    /** @type {{item: number, x: number, y: number, moved: boolean} | null} */
    this.drag = null;
    this.root = document.createElement("div");
    this.root.className = "wb";
    this.svg = svg("svg", { role: "group", "aria-label": "Items, pairs and weak rankers" });
    this.say = document.createElement("div");
    this.say.className = "wb-say";
    this.say.setAttribute("role", "status");
    this.marks = svg("g");
    this.head = head((run) => {
      this.run = run;
      this.draw();
    });
    this.root.append(this.head.el, this.svg, this.say);
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
    component.parentElement.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    void styled.finally(() => this.sizes.observe(this.root));
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.choose(null);
    });
    this.deaf = hear((news) => {
      this.news = news;
      if (!this.drag) this.drawRound();
    });
  }

  /** The run that is drawn and the stage's round of it; null while the stage shows no run of this table. */
  get now() {
    const { runs, run_url } = this.component.data;
    return runs.length && this.news?.run === run_url ? { run: runs[this.drawn], t: this.news.t } : null;
  }

  /** Which of the runs is drawn: the chosen one, else the first that has rounds. */
  get drawn() {
    const { runs } = this.component.data;
    if (this.run !== null && this.run < runs.length) return this.run;
    return Math.max(0, runs.findIndex((run) => run.rounds > 0));
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    if (JSON.stringify(component.data) === JSON.stringify(this.table) && this.svg.childNodes.length) return;
    this.table = component.data;
    const { stay } = this;
    this.stay = null;
    const item = stay ? this.table.items.indexOf(stay.item) : -1;
    this.choose(item < 0 ? null : { item });
    for (const button of stay ? this.say.querySelectorAll("button") : [])
      if (button.getAttribute("aria-label") === stay?.button) button.focus();
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
    const { table } = this;
    const place = (this.place = scene(table, width, this.component.data.runs.length > 0));
    const focus = this.next ?? this.focused();
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(place.height));
    this.svg.replaceChildren(
      this.marks,
      ...(place.mode === "rows" ? rows(table, place, (edit) => this.send(edit)) : axes(table, place, width)),
      ...table.pairs.map((_, i) => this.pair(i)),
      ...table.items.map((_, i) => this.item(i)),
    );
    const again = focus && [...this.svg.querySelectorAll("[data-key]")].find((g) => g.getAttribute("data-key") === focus);
    if (again) {
      /** @type {SVGElement} */ (again).focus();
      this.next = null;
    }
    this.drawRound();
    this.tell();
  }

  /** What the stage's round changes; nothing that can be pressed is made anew while rounds go by. */
  drawRound() {
    const { now, place, table } = this;
    const width = this.root.clientWidth;
    if (width === 0 || !this.svg.childNodes.length) return;
    this.head.draw(this.component.data.runs, this.drawn, now ? now.t : null);
    this.marks.replaceChildren(
      ...(now ? [...ground(now.run, now.t, place, width), ...scores(table, now.run, now.t, place, width)] : []),
    );
    this.arrows(place.boxes, now ? widths(now.run, now.t) : []);
  }

  /** Draw the arrows between boxes. @param {import("./scene.js").Box[]} boxes @param {(number | null)[]} wide px */
  arrows(boxes, wide) {
    const drawn = this.svg.querySelectorAll(".wb-pair");
    this.table.pairs.forEach(([a, b], i) => {
      const { d, middle, angle } = arrow(boxes[a], boxes[b], this.place.mode === "plane");
      const at = wide[i] ?? null;
      for (const line of drawn[i].querySelectorAll(".wb-line, .wb-hit")) line.setAttribute("d", d);
      const line = /** @type {SVGElement} */ (drawn[i].querySelector(".wb-line"));
      line.style.strokeWidth = at === null ? "" : `${at}px`;
      const head = /** @type {Element} */ (drawn[i].querySelector(".wb-head"));
      const scale = at === null ? 1 : 0.75 + at / 8; // the head keeps to the width of its line
      head.setAttribute("transform", `translate(${middle[0]},${middle[1]}) rotate(${angle}) scale(${scale})`);
    });
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
        ? "A higher grade belongs above. Click an item to change its grade, + and − on the keys too."
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
      ? `${name} is chosen. Its grade is ${gradeOf(table.grades[i])}.`
      : `${name} is chosen. Click the item that belongs below it.`;
    const grade = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
      const button = this.button(sign, () => {
        this.stay = { item: name, button: label };
        this.regrade(i, by);
      });
      button.setAttribute("aria-label", label);
      return button;
    };
    const remove = this.button("Delete", () => this.send({ do: "remove", item: name }));
    remove.disabled = table.items.length <= 2;
    this.say.replaceChildren(
      words(what),
      ...(table.grades ? [grade(-1, "−", `Lower grade of ${name}`), grade(1, "+", `Higher grade of ${name}`)] : []),
      this.button("Rename", () => this.rename(name)),
      remove,
    );
  }

  /** @param {number} i @param {number} by */
  regrade(i, by) {
    const { grades, items } = this.table;
    if (grades) this.send({ do: "grade", item: items[i], to: grades[i] + by });
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

  /** The nodes of a pair; `arrows` says where they are. @param {number} i */
  pair(i) {
    const { table } = this;
    const [a, b] = table.pairs[i];
    const words = `${table.items[a]} over ${table.items[b]}`;
    const line = svg("path", { class: "wb-line" });
    const head = svg("path", { class: "wb-head", d: "M-6,-5L6,0L-6,5Z" });
    if (table.graded) return svg("g", { class: "wb-pair wb-implied" }, line, head);
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
      svg("path", { class: "wb-hit" }),
      line,
      head,
    );
  }

  /** @param {number} i */
  item(i) {
    const { table, place } = this;
    const box = place.boxes[i];
    const movable = place.mode !== "rows";
    const grade = table.grades ? `, grade ${gradeOf(table.grades[i])}` : "";
    return svg(
      "g",
      {
        class: `wb-item${this.chosen?.item === i ? " wb-chosen" : ""}${movable ? " wb-movable" : ""}`,
        role: "button",
        tabindex: 0,
        "data-key": `item-${table.items[i]}`,
        "aria-label": `${table.items[i]}${grade}${movable ? ": arrow keys move it" : ""}`,
        "aria-keyshortcuts": table.grades ? "Delete + -" : "Delete",
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
      ...(table.grades ? badge(box, gradeOf(table.grades[i])) : []),
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
    this.arrows(scene(this.table, this.root.clientWidth).boxes, this.now ? widths(this.now.run, this.now.t) : []);
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
    else if (table.grades && "+=".includes(event.key)) this.regrade(i, 1);
    else if (table.grades && "-−".includes(event.key)) this.regrade(i, -1);
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
    this.deaf();
    this.root.remove();
  }
}

/** @param {number} grade */
const gradeOf = (grade) => String(+grade.toFixed(2)).replace("-", "−");

/** The grade at the corner of an item. @param {import("./scene.js").Box} box @param {string} text */
function badge(box, text) {
  const w = 8 * text.length + 10;
  const [x, y] = [box.x + box.w / 2, box.y - LABEL / 2 + 3];
  return [
    svg("rect", { class: "wb-grade", x: x - w / 2, y: y - 10, width: w, height: 20, rx: 10 }),
    svg("text", { class: "wb-grade-text", x, y: y + 5, "text-anchor": "middle" }, text),
  ];
}

/** @param {string} text */
function words(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}
