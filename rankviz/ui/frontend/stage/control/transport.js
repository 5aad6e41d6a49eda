/** The bar that moves through the rounds, and the legend of the algorithms. */

import { html, setAttr, setText } from "../draw/dom.js";
import { glossary } from "../draw/glossary.js";
import { algoName } from "../panels/panel.js";
import { svg } from "../draw/svg.js";

const ICONS = {
  Back: "M11 3L4 8l7 5Z",
  Step: "M5 3l7 5l-7 5Z",
  Play: "M3 3l5.5 5L3 13ZM8.5 3L14 8l-5.5 5Z",
  Pause: "M4 3h3v10H4ZM9 3h3v10H9Z",
};
const SPEEDS = [1, 2, 5, 10, 20, 30, 60];

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
  svg(
    "svg",
    { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: ICONS[name], fill: "currentColor" }),
  );

/**
 * @param {import("./cursor.js").Cursor} cursor
 */
export function transport(cursor) {
  const back = html(
    "button",
    {
      type: "button",
      class: "rv-button",
      title: "One round earlier (←)",
      onclick: () => cursor.go(cursor.t - 1),
    },
    icon("Back"),
    html("span", {}, "Back"),
  );
  const step = html(
    "button",
    {
      type: "button",
      class: "rv-button rv-main",
      title: "One round on (→)",
      onclick: () => cursor.go(cursor.t + 1),
    },
    html("span", {}, "Step"),
    icon("Step"),
  );
  const playText = html("span", {}, "Play");
  const playIcon = icon("Play");
  const play = html(
    "button",
    {
      type: "button",
      class: "rv-button rv-play",
      title: "Run through the rounds (space)",
      onclick: () => cursor.toggle(),
    },
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
    oninput: () => cursor.go(Number(range.value)),
  });
  const rail = svg("svg", {
    class: "rv-rail",
    "aria-hidden": "true",
    width: "100%",
    height: 8,
    preserveAspectRatio: "none",
  });
  const where = html("output", { class: "rv-where", "aria-live": "polite" }, "");
  const speed = html(
    "select",
    {
      "aria-label": "Speed",
      title: "Rounds a second while playing",
      onchange: () => (cursor.speed = Number(speed.value)),
    },
    ...SPEEDS.map((s) => html("option", { value: s, selected: s === cursor.speed }, `${s}/s`)),
  );
  const legend = html("div", { class: "rv-legend" });
  const el = html(
    "div",
    { class: "rv-transport" },
    html(
      "div",
      { class: "rv-controls" },
      html("div", { class: "rv-buttons", role: "group", "aria-label": "Move" }, back, step, play),
      html("label", { class: "rv-speed" }, html("span", { "aria-hidden": "true" }, "Speed"), speed),
      html("div", { class: "rv-slider" }, rail, range),
      where,
    ),
    legend,
  );

  /** @param {import("../run/run.js").Run} run */
  function load(run) {
    setAttr(range, "max", run.rounds);
    rail.replaceChildren();
    rail.setAttribute("viewBox", `0 0 ${Math.max(1, run.rounds)} 8`);
    const parting = run.parting.round;
    const jump =
      parting === null
        ? null
        : html(
            "button",
            { type: "button", class: "rv-jump", title: run.parting.text, onclick: () => cursor.go(parting) },
            `They part at ${parting}`,
          );
    if (parting !== null && run.rounds)
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
    legend.replaceChildren(
      ...run.algos.map((a) =>
        html(
          "span",
          { class: "rv-legend-item" },
          algoName(a),
          a.rounds < run.rounds ? html("small", { title: a.stopped }, `stopped after ${a.rounds}`) : null,
        ),
      ),
      ...(jump ? [jump] : []),
      glossary(),
    );
  }

  /** @param {number} t */
  function draw(t) {
    if (range.value !== String(t)) range.value = String(t);
    range.style.setProperty("--rv-at", `${(100 * t) / Math.max(1, cursor.rounds)}%`);
    const text = `Round ${t} of ${cursor.rounds}`;
    setText(where, text);
    setAttr(range, "aria-valuetext", text);
    const first = t <= 0;
    const last = t >= cursor.rounds;
    // aria-disabled keeps the focus where it is, unlike disabled
    setAttr(back, "aria-disabled", String(first));
    setAttr(step, "aria-disabled", String(last));
  }

  function playing() {
    setText(playText, cursor.playing ? "Pause" : "Play");
    playIcon.firstElementChild?.setAttribute("d", cursor.playing ? ICONS.Pause : ICONS.Play);
    setAttr(where, "aria-live", cursor.playing ? "off" : "polite");
  }

  return { el, load, draw, playing };
}
