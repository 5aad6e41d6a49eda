import assert from "node:assert/strict";
import { test } from "node:test";

import { parseColour } from "#frontend/stage/print/css_colour.js";

for (const [css, hex, alpha] of /** @type {[string, string, number][]} */ ([
  ["rgb(200, 74, 0)", "#c84a00", 1],
  ["rgb(200 74 0 / 25%)", "#c84a00", 0.25],
  ["rgba(0, 103, 176, 0.5)", "#0067b0", 0.5],
  ["rgba(0, 0, 0, 0)", "#000000", 0],
  ["transparent", "#000000", 0],
  ["color(srgb 0.5 0.25 1)", "#8040ff", 1],
  ["color(srgb 1.2 -0.1 0.5 / 0.13)", "#ff0080", 0.13],
  ["color(srgb 1e-7 none 1)", "#0000ff", 1],
  ["#FA0", "#ffaa00", 1],
  ["#0067B080", "#0067b0", 0.502],
]))
  test(`${css} is ${hex}`, () => assert.deepEqual(parseColour(css), { hex, alpha }));

for (const css of [
  "var(--x)",
  "color-mix(in srgb, red, blue)",
  "oklch(0.5 0.1 20)",
  "color(display-p3 1 0 0)",
  "rgb(a, b, c)",
  "",
])
  test(`parseColour rejects “${css}”`, () => assert.throws(() => parseColour(css), RangeError));
