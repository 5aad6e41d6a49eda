import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

import { PdfFile, latin, textString } from "../../rankviz/ui/frontend/stage/print/pdf/file.js";
import { glyph, writable } from "../../rankviz/ui/frontend/stage/print/pdf/glyphs.js";
import { num, pathOperators } from "../../rankviz/ui/frontend/stage/print/pdf/path.js";
import { repeat } from "../../rankviz/ui/frontend/stage/print/pdf/pattern.js";
import { gives } from "./cases.js";

test("numbers have no exponent and four decimals at most", () => {
  gives([0.1 + 0.2, -0, 1e-9, -2.5, 12345.67891], num, ["0.3", "0", "0", "-2.5", "12345.6789"]);
});

test("lines of a path, absolute and relative", () => {
  assert.equal(pathOperators("M1 2L3 4h5v-1H0V7Z"), "1 2 m\n3 4 l\n8 4 l\n8 3 l\n0 3 l\n0 7 l\nh");
  assert.equal(pathOperators("m1,2 3,4-1.5.5z l1 1"), "1 2 m\n4 6 l\n2.5 6.5 l\nh\n2 3 l");
  assert.equal(pathOperators("M0 0C1 2 3 4 5 6s1 1 2 2"), "0 0 m\n1 2 3 4 5 6 c\n7 8 6 7 7 8 c");
  assert.equal(pathOperators("M0 0Q3 3 6 0"), "0 0 m\n2 2 4 2 6 0 c");
  assert.equal(pathOperators(""), "");
});

test("arcs lie on their circle", () => {
  const said = pathOperators("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z").split("\n");
  const curves = said
    .filter((line) => line.endsWith(" c"))
    .map((line) => line.split(" ").slice(0, 6).map(Number));
  assert.equal(curves.length, 4);
  let [x, y] = [-5, 0];
  for (const [x1, y1, x2, y2, x3, y3] of curves) {
    // halfway along a Bézier curve
    const [mx, my] = [(x + 3 * x1 + 3 * x2 + x3) / 8, (y + 3 * y1 + 3 * y2 + y3) / 8];
    for (const [px, py] of [
      [mx, my],
      [x3, y3],
    ])
      assert.ok(Math.abs(Math.hypot(px, py) - 5) < 0.003, `${px} ${py}`);
    [x, y] = [x3, y3];
  }
  assert.ok(Math.hypot(x + 5, y) < 1e-3);
  assert.ok(said[1].startsWith("-5 2.7614 "), "the first half runs below, where y grows");
});

for (const d of ["L", "M1", "M1 2X3", "1 2", "M1 2Z3", "M1 2LNaN 3"])
  test(`“${d}” is no path`, () => assert.throws(() => pathOperators(d), /No path/));

test("every letter of the stage's symbols has a glyph", () => {
  const texts = "R\u03021|Ê2|ε⁺ ε⁰ ε⁻|α −0.5|×1.017|η ∞ ≤ ≥ → ↑|G\u0303 ρ|10⁻⁴|Rₖ|Mälar’s “é” …";
  for (const text of texts.split("|")) assert.ok(writable(text), text);
  assert.ok(!writable("お茶") && !writable("‖f‖"));
});

test("glyphs stand where the encodings have them", () => {
  for (const [symbol, codes] of /** @type {[boolean, Record<string, number>][]} */ ([
    [true, { ε: 101, "∞": 165, "≤": 163 }],
    [false, { Ê: 0xca, "…": 0x85, "’": 0x92, "›": 0x9b, "−": 0x96 }],
  ]))
    for (const [letter, code] of Object.entries(codes)) assert.deepEqual(glyph(letter), { symbol, code });
  assert.deepEqual(glyph("⁺"), { symbol: false, code: 43, size: 0.65, rise: 0.36 });
  assert.equal(glyph("\u0302")?.accent, true);
  for (const none of ["\0", "\n", "\u007f", "\u0081", "茶"]) assert.equal(glyph(none), null);
});

test("a file's table finds every object, and contents come back", async () => {
  const file = new PdfFile();
  const root = file.reserve();
  const content = await file.addStream("/Kind /Test", latin("0 0 m\n".repeat(50)));
  file.add(`<< /Type /Catalog /Pages ${content} 0 R >>`, root);
  const bytes = Buffer.from(file.bytes(root, root));
  const text = bytes.toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  assert.ok(text.slice(table).startsWith("xref\n0 3\n"));
  [...text.slice(table).matchAll(/(\d{10}) 00000 n /g)].forEach((m, i) =>
    assert.ok(text.slice(Number(m[1])).startsWith(`${i + 1} 0 obj\n`)),
  );
  const from = text.indexOf("stream\n") + 7;
  const length = Number(/\/Length (\d+)/.exec(text)?.[1]);
  assert.equal(inflateSync(bytes.subarray(from, from + length)).toString(), "0 0 m\n".repeat(50));
  assert.equal(text.slice(from + length, from + length + 10), "\nendstream");
});

test("an object that was never written is noticed", () => {
  const file = new PdfFile();
  file.reserve();
  assert.throws(() => file.bytes(1, 1), /Object 1/);
});

test("information is UTF-16", () => assert.equal(textString("Aお"), "<FEFF0041304A>"));

test("hatching is one stripe per cell, ground one piece", () => {
  assert.deepEqual(repeat(0, 5, 5, [-1, 3]), [[-5, 20]]);
  assert.deepEqual(repeat(1, 2, 5, [0, 3]), [
    [1, 2],
    [6, 2],
    [11, 2],
  ]);
});
