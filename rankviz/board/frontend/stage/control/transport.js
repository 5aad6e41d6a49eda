/** The transport bar, which moves through the rounds, and the legend of the algorithms. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { num } from "../draw/format.js";
import { termList } from "../draw/glossary.js";
import { translate } from "../draw/translate.js";
import { markerIcon, svg } from "../draw/svg.js";
import { bestOfEach, bestRounds, nextBest } from "../run/best_rounds.js";
import { storeSpeed, loadSpeed } from "./playing_speed.js";
/** @import { Best } from "../run/best_rounds.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Cursor } from "./cursor.js" */
/** @import { Settings } from "./view.js" */

const ICONS = {
  Back: "M11 3L4 8l7 5Z",
  Step: "M5 3l7 5l-7 5Z",
  Play: "M3 3l5.5 5L3 13ZM8.5 3L14 8l-5.5 5Z",
  Pause: "M4 3h3v10H4ZM9 3h3v10H9Z",
};
const STEP = "One round forward (→)";
const HELD = "Answer first: the next round shows the answer";
const OVER = "The excerpt ends here";
const SPEEDS = [1, 2, 5, 10, 20, 30, 60];

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
  svg(
    "svg",
    { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: ICONS[name], fill: "currentColor" }),
  );

/**
 * @typedef {Object} TransportActions actions of the buttons beside the rounds
 * @property {(tab: string) => void} deeper opens a part of the drawer
 * @property {() => void} present
 * @property {() => void} future toggles the rounds to come: faint or hidden
 * @property {() => void} keys
 * @property {() => [string, string, boolean][]} tiles lists the page's tiles: name, title, and whether it is on the board
 * @property {(name: string) => void} toggle puts a tile on the board, or removes it
 * @property {() => void} board shows the page's tiles for newcomers
 * @property {() => void} whole shows all tiles that fit
 * @property {() => void} step moves one round forward
 * @property {() => [string, string][]} languages lists the languages: code in links, and own name
 * @property {(name: string) => void} language
 * @property {() => string} layout returns the layout's name
 * @property {(kind: "svg" | "png" | "print") => void} save saves the whole board
 */

/** @param {string} name @param {string} title @param {() => void} onclick @param {(Node | string)[]} inside */
const button = (name, title, onclick, ...inside) =>
  html("button", { type: "button", class: `rv-button ${name}`, title, onclick }, ...inside);

/**
 * @param {Cursor} cursor @param {TransportActions} asks
 */
export function transport(cursor, asks) {
  const back = button(
    "rv-back",
    translate("One round earlier (←)"),
    () => cursor.step(-1),
    icon("Back"),
    html("span", {}, translate("Back")),
  );
  const step = button(
    "rv-main",
    translate(STEP),
    () => asks.step(),
    html("span", {}, translate("Step")),
    icon("Step"),
  );
  const beats = button(
    "rv-beats",
    "The next round in five beats, one after the other: score, pick, weigh, reweigh, add",
    () => cursor.playRound(),
    html("span", { class: "rv-beats-long" }, "One round in five beats"),
    html("span", { class: "rv-beats-short" }, "Five beats"),
  );
  const playText = html("span", {}, translate("Play"));
  const playIcon = icon("Play");
  const play = button(
    "rv-play",
    translate("Run through the rounds (space)"),
    () => cursor.toggle(),
    playIcon,
    playText,
  );
  const range = html("input", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    value: 0,
    "aria-label": "Round",
    oninput: () => {
      cursor.go(Number(range.value));
      range.value = String(cursor.t); // a held round counts as the last
    },
  });
  const rail = svg("svg", {
    class: "rv-rail",
    "aria-hidden": "true",
    width: "100%",
    height: 8,
    preserveAspectRatio: "none",
  });
  const where = html("output", { class: "rv-where", "aria-live": "polite" }, "");
  cursor.speed = loadSpeed(SPEEDS) ?? cursor.speed;
  const speed = html(
    "select",
    {
      "aria-label": "Speed",
      title: "Rounds per second while playing",
      onchange: () => storeSpeed((cursor.speed = Number(speed.value))),
    },
    ...SPEEDS.map((s) => html("option", { value: s, selected: s === cursor.speed }, `${s}/s`)),
  );
  const jump = html("button", { type: "button", class: "rv-jump", hidden: true }, "");
  /** @type {Best[]} */
  let bests = [];
  /** Whether a question is open to which the marks may be the answer. */
  let open = false;
  /** @type {{t: number, button: HTMLButtonElement}[]} */
  let leasts = [];
  const ticks = html("div", { class: "rv-best-ticks", "aria-hidden": "true" });
  const leastOf = html("div", {
    class: "rv-bests",
    role: "group",
    "aria-label": "Lowest test error",
    hidden: true,
  });
  const toBest = () => {
    const next = open ? null : nextBest(bests, cursor.t, cursor.last);
    if (next) cursor.go(next.t);
  };
  const found = html("output", { class: "rv-found", hidden: true });
  const deeper = menu("Look deeper", "rv-deeper", []);
  /** Parts of the drawer with their own buttons, because a lecture needs them at once. @type {[string, HTMLButtonElement][]} */
  const sooner = [
    ["export", button("rv-sooner", "Export and share", () => asks.deeper("export"), "Share")],
    ["class", button("rv-sooner", "Let a class follow", () => asks.deeper("class"), "Class")],
  ];
  /** @type {[string, () => void]} */
  const slow = ["One round in five beats", () => cursor.playRound()];
  /** @type {[string, () => void]} */
  const usual = ["Usual tiles", () => asks.board()];
  /** @type {[string, () => void]} */
  const whole = ["All tiles", () => asks.whole()];
  /** @type {[string, () => void]} */
  const bestEntry = ["Best held-out round (H)", () => toBest()];
  /** @type {[string, () => void][]} */
  const entries = [
    ["Future rounds faint or hidden", asks.future],
    ["Present (P)", asks.present],
    ["Keys (?)", asks.keys],
    ["Save all tiles as SVG", () => asks.save("svg")],
    ["Save all tiles as PNG", () => asks.save("png")],
    ["Print all tiles, or save them as PDF", () => asks.save("print")],
  ];
  const more = menu("View", "rv-more", entries);
  more.el.addEventListener("toggle", () => {
    if (!more.el.open) return;
    const tiles = asks
      .tiles()
      .map(
        ([name, title, on]) =>
          /** @type {[string, () => void]} */ ([`${on ? "✓" : "+"} ${title}`, () => asks.toggle(name)]),
      );
    more.list([
      ...tiles,
      ...(tiles.length ? [usual, whole] : []),
      ...(bests.length && !open ? [bestEntry] : []),
      ...(cursor.beats ? [slow] : []),
      ...entries,
      ...asks
        .languages()
        .map(([name, label]) => /** @type {[string, () => void]} */ ([label, () => asks.language(name)])),
    ]);
    symbols.replaceChildren(termList(asks.layout()));
  });
  const symbols = html("div");
  more.panel.append(symbols);
  const el = html(
    "div",
    { class: "rv-transport" },
    html("div", { class: "rv-buttons", role: "group", "aria-label": "Move" }, back, step, play),
    beats,
    html("label", { class: "rv-speed" }, speed),
    html("div", { class: "rv-slider" }, rail, range, ticks, found),
    where,
    jump,
    leastOf,
    deeper.el,
    more.el,
    ...sooner.map(([, go]) => go),
  );

  /** Return a round's position on the scrubber. @param {number} t */
  const percent = (t) => (100 * (t - cursor.first)) / Math.max(1, cursor.ends[1] - cursor.first);

  /** Return the button to an algorithm's round with the lowest test error. @param {{algo: Algo, t: number}} best */
  function leastButton({ algo, t }) {
    const title = `${algo.label}: lowest test error, R̂2 ${num(algo.curves.r2_holdout[t])} on held-out pairs, after round ${t} (H: the next such round)`;
    const go = html(
      "button",
      {
        type: "button",
        class: "rv-least-jump",
        title,
        "aria-label": `${algo.label}: lowest test error, after round ${t}`,
        onclick: () => cursor.go(t),
      },
      markerIcon(algo),
      html("b", {}, String(t)),
    );
    return { t, button: go };
  }

  /** @param {Run} run @param {boolean} marked whether to mark the best rounds on held-out pairs, and those in which S is fixed */
  function load(run, marked) {
    const [first, last] = run.ends;
    const there = (/** @type {number} */ t) => t >= first && t <= last;
    setAttr(range, "min", first);
    setAttr(range, "max", last);
    rail.replaceChildren();
    rail.setAttribute("viewBox", `${first} 0 ${Math.max(1, last - first)} 8`);
    bests = marked ? bestRounds(run).filter((b) => there(b.t)) : [];
    leasts = marked
      ? bestOfEach(run)
          .filter((b) => there(b.t))
          .map(leastButton)
      : [];
    leastOf.hidden = leasts.length === 0;
    leastOf.replaceChildren(html("span", {}, "Lowest test error in round"), ...leasts.map((l) => l.button));
    ticks.replaceChildren(
      ...bests.map(({ t, algos }) =>
        html("span", { style: `left:${percent(t)}%` }, ...algos.map((a) => markerIcon(a))),
      ),
    );
    for (const a of run.algos)
      if (marked && a.boosted && a.search.fixed && there(a.search.fixed.round))
        rail.append(
          svg("line", {
            x1: a.search.fixed.round,
            x2: a.search.fixed.round,
            y1: 0,
            y2: 8,
            class: `rv-fixed-tick rv-k${a.slot}`,
            "vector-effect": "non-scaling-stroke",
          }),
        );
    const parting = run.parting.round;
    // Runs that split in the first round need no jump.
    const tells = parting !== null && parting > 1 && there(parting);
    jump.hidden = !tells;
    if (parting === null || !tells) return;
    setText(jump, `They first differ in round ${parting}`);
    setAttr(jump, "title", run.parting.text);
    jump.onclick = () => cursor.go(parting);
    rail.append(
      svg("line", {
        x1: parting,
        x2: parting,
        y1: 0,
        y2: 8,
        class: "rv-part-tick",
        "vector-effect": "non-scaling-stroke",
      }),
    );
  }

  /** Ring a round that was asked for; while a question is open no mark may give it away. @param {Settings} settings */
  function ask(settings) {
    const t = settings.found ?? null;
    found.hidden = t === null;
    open = settings.open ?? false;
    // The figure of a lesson's step marks best rounds only where it is about held-out pairs.
    setClass(el, "rv-asks", open || (settings.only !== undefined && !settings.chart?.unseen));
    if (t === null) return;
    setText(found, `found: ${t}`);
    found.style.left = `calc(12px + ${percent(t) / 100} * (100% - 24px))`;
  }

  /** Set the drawer's parts and the open one. @param {[string, string][]} tabs name and label @param {string} open */
  function offer(tabs, open) {
    deeper.el.hidden = tabs.length === 0;
    for (const [name, go] of sooner) go.hidden = !tabs.some(([tab]) => tab === name);
    deeper.list(tabs.map(([name, words]) => [words, () => asks.deeper(name)]));
    setClass(deeper.el, "rv-on", open !== "");
  }

  /** @param {number} t */
  function draw(t) {
    if (range.value !== String(t)) range.value = String(t);
    range.style.setProperty("--rv-at", `${percent(t)}%`);
    const text = translate("Round {t} of {rounds}", { t, rounds: cursor.rounds });
    setText(where, text);
    setAttr(range, "aria-valuetext", text);
    for (const { t: best, button: go } of leasts) {
      setClass(go, "rv-unseen", best > cursor.last);
      setAttr(go, "aria-current", String(best === t));
    }
    ticks.childNodes.forEach((node, i) =>
      setClass(/** @type {Element} */ (node), "rv-unseen", bests[i].t > cursor.last),
    );
    const first = t <= cursor.first;
    const last = t >= cursor.last && !cursor.isInside;
    setAttr(step, "title", translate(!last || t >= cursor.rounds ? STEP : t >= cursor.held ? HELD : OVER));
    setAttr(back, "aria-disabled", String(first));
    setAttr(step, "aria-disabled", String(last));
    beats.hidden = !cursor.beats;
    setAttr(play, "aria-disabled", String(cursor.last === cursor.first));
  }

  function playing() {
    // Screen readers need not read ten rounds per second.
    setAttr(where, "aria-live", cursor.playing ? "off" : "polite");
    setText(playText, translate(cursor.playing ? "Pause" : "Play"));
    playIcon.firstElementChild?.setAttribute("d", ICONS[cursor.playing ? "Pause" : "Play"]);
  }

  return { el, load, ask, offer, draw, playing, toBest };
}

/**
 * Return a button with a menu below it, which closes on a choice, Escape, or a click elsewhere.
 * @param {string} name @param {string} cls @param {[string, () => void][]} entries
 */
function menu(name, cls, entries) {
  const buttons = html("div", { class: "rv-menu-list" });
  const panel = html("div", { class: "rv-menu-panel" }, buttons);
  const el = html(
    "details",
    { class: `rv-menu ${cls}` },
    html("summary", { class: "rv-button" }, `${name} ▾`),
    panel,
  );
  const shut = () => (el.open = false);
  el.addEventListener("focusout", (event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    if (to && !el.contains(to)) shut();
  });
  el.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !el.open) return;
    shut();
    el.querySelector("summary")?.focus();
    event.stopPropagation();
  });
  el.addEventListener("toggle", () => {
    if (el.open) document.addEventListener("pointerdown", away);
    else document.removeEventListener("pointerdown", away);
  });
  /** @param {Event} event */
  const away = (event) => {
    if (!event.composedPath().includes(el)) shut();
  };
  /** Same entries keep their buttons: an answer of the server in the middle of a click must not take one away. @param {[string, () => void][]} now */
  function list(now) {
    if (
      now.length === buttons.children.length &&
      now.every(([w], i) => buttons.children[i].textContent === w)
    )
      return;
    buttons.replaceChildren(
      ...now.map(([words, act]) => html("button", { type: "button", onclick: () => (shut(), act()) }, words)),
    );
  }
  list(entries);
  return { el, panel, list };
}
