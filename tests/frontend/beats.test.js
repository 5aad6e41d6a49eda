/** The beats of a round: order, lit tiles, the round that a tile shows, words, and links. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { beatWords } from "#frontend/stage/panels/round_in_words.js";
import {
  beatFromLink,
  needsRedraw,
  LAST,
  litTiles,
  momentText,
  NAMES,
  nextBeat,
  shownRound,
} from "#frontend/stage/beats/beats.js";
import { num, asFactor } from "#frontend/stage/draw/format.js";
import { WATCH_BEATS as PLAN } from "#frontend/stage/layouts/watch_layout.js";
import { picksAt } from "#frontend/stage/run/ensemble.js";
import { moversOf } from "#frontend/stage/run/movers.js";
import { boostedOnly } from "#frontend/stage/run/run.js";
import { run } from "./packs.js";

const TILES = ["ranking", "losses", "ties", "pairs", "margins", "weights"];

/** @param {string} text */
const moment = (text) => ({ t: parseInt(text, 10), beat: beatFromLink(text, parseInt(text, 10)) });

test("nextBeat goes through a round into the next, and back", () => {
  const way = ["0", "1.1", "1.2", "1.3", "1.4", "1.5", "2.1"];
  for (let i = 1; i < way.length; i++) {
    assert.equal(momentText(nextBeat(moment(way[i - 1]), 1)), way[i]);
    assert.equal(momentText(nextBeat(moment(way[i]), -1)), way[i - 1]);
  }
});

test("nextBeat treats a whole round like its last beat", () => {
  const next = (/** @type {string} */ from, /** @type {1 | -1} */ by) =>
    momentText(nextBeat(moment(from), by));
  assert.deepEqual([next("7", 1), next("7", -1), next("0", -1)], ["8.1", "7.4", "0"]);
});

test("beatFromLink reads a beat of the same round only", () => {
  for (let beat = 1; beat <= LAST; beat++) assert.equal(beatFromLink(`12.${beat}`, 12), beat);
  for (const text of ["12", "12.0", "12.6", "12.33", "0.3", "012.3", "12.3e1", "-12.3", "x", "", null])
    assert.equal(beatFromLink(text, 12), 0, `${text}`);
  assert.equal(beatFromLink("12.3", 11), 0);
});

test("each beat lights existing tiles, and every tile shows the round no later than it is lit", () => {
  for (let beat = 1; beat <= LAST; beat++) {
    assert.ok(NAMES[beat]);
    const lit = litTiles(PLAN, beat, TILES);
    assert.ok(lit && lit.length < TILES.length);
    const planned = TILES.filter((tile) => PLAN.lit[beat].includes(tile));
    assert.deepEqual(lit, planned);
  }
  assert.equal(litTiles(PLAN, 0, TILES), null);
  assert.equal(litTiles(PLAN, 2, ["losses"]), null, "one tile alone is not dimmed");
  assert.equal(litTiles(undefined, 2, TILES), null);
  const open = litTiles(PLAN, 1, TILES, ["weights"]);
  assert.deepEqual(open, ["pairs", "weights"], "candidates are scored in the open search, too");
  assert.equal(litTiles(PLAN, 0, TILES, ["weights"]), null);
});

test("tiles show the previous round until their beat", () => {
  const at = (/** @type {number} */ beat) =>
    Object.fromEntries(TILES.map((tile) => [tile, shownRound(PLAN, tile, { t: 9, beat })]));
  const before = { ranking: 8, losses: 8, ties: 8, pairs: 8, margins: 8, weights: 8 };
  assert.deepEqual(at(1), before);
  assert.deepEqual(at(2), before);
  assert.deepEqual(at(3), { ...before, ties: 9, weights: 9 });
  assert.deepEqual(at(4), { ...before, ties: 9, weights: 9, pairs: 9 });
  for (const beat of [0, 5]) assert.ok(Object.values(at(beat)).every((t) => t === 9));
});

test("needsRedraw is true if the round changes, or either beat draws the tile in its own way", () => {
  const drawn = (/** @type {string | null} */ from, /** @type {string} */ to) =>
    TILES.filter((tile) => needsRedraw(PLAN, tile, from === null ? null : moment(from), moment(to)));
  assert.deepEqual(drawn("8.2", "8.3"), ["ties", "weights"]);
  assert.deepEqual(drawn("9.3", "9.4"), ["ties", "pairs"]);
  assert.deepEqual(drawn("9.4", "9.5"), ["ranking", "losses", "ties", "margins"]);
  for (const from of ["9", "9.5"])
    assert.deepEqual(drawn(from, "10.1"), ["weights"], "nothing has happened yet in the next round");
  assert.ok(drawn("9", "9.4").includes("ties"), "how many pairs the ensemble ties is that of round 8 again");
  assert.deepEqual(drawn("9.4", "9"), TILES, "a whole round draws all");
  assert.deepEqual(drawn(null, "1.1"), TILES);
});

test("beatWords contains the round's own numbers", () => {
  const found = run("rounds");
  for (const a of boostedOnly(found).algos) {
    for (let t = 1; t <= a.rounds; t++) {
      const told = (/** @type {number} */ beat) => beatWords(found, a, t, beat).map((p) => p.text);
      assert.deepEqual(told(2), [a.rankers[a.pick[t - 1]]]);
      assert.deepEqual(told(3), [
        `ε⁺ ${a.epsCorrect[t - 1].toFixed(2)}`,
        `ε⁰ ${a.epsTied[t - 1].toFixed(2)}`,
        `ε⁻ ${a.epsReversed[t - 1].toFixed(2)}`,
      ]);
      const loss = a.curves[a.loss];
      assert.ok(told(5)[0].endsWith(`${num(loss[t - 1])} → ${num(loss[t])}`), told(5)[0]);
      const most = moversOf(found, a, t)[0];
      assert.ok(told(4)[0].startsWith("tied ×"));
      const [higher, lower] = most?.pair.map((item) => found.labels[item]) ?? [];
      if (most && most.after > most.before)
        assert.equal(told(4)[1], `${higher} › ${lower} ${asFactor(most.before)} → ${asFactor(most.after)}`);
    }
  }
});

test("a ranker being picked has its weight from before the round", () => {
  const { algos } = boostedOnly(run("rounds"));
  for (let t = 1; t <= 6; t++)
    for (const { row, algos: by } of picksAt(algos, t))
      for (const a of by) {
        const earlier = a.pick.subarray(0, t - 1).includes(a.pick[t - 1]);
        assert.equal(row.weights.has(a.index), earlier, `${a.label}, round ${t}`);
      }
});
