/** Recompute the runs of a pack for another problem, and list what differs from another pack (for test_branch_pairs.py). */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, asked, told] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { decode } = await load("run/decode");
const { recomputeAll } = await load("branch/recompute");
const { withMovedItems, haveSameStumps } = await load("branch/moved_items");
const { withGrades, withTieValue } = await load("branch/modified_pairs");
const { listDifferences } = await load("branch/differences");
const { triedRun } = await load("workbench/tried_run");

const run = (path) => decode(new Uint8Array(readFileSync(path)).buffer);
const SHARED = ["m", "axis", "position", "cells", "cellRow", "cellCol", "pairHigher", "pairLower", "cellPairs", "itemGroup", "grades"];
/** Which of equal pairs moved most, or has the least margin, rounding decides: they are left out. */
const DRAWN = ["h", "weight", "topMark", "topAlike", "cellCorrect", "cellReversed"];

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} expected */
const near = (found, expected) =>
  found.length === expected.length && Array.from(found).every((x, i) => Math.abs(x - expected[i]) <= 1e-6);

/** @param {{moverBefore: Float64Array, moverAfter: Float64Array}} a */
const moved = (a) => a.moverAfter.map((w, i) => w - a.moverBefore[i]);

/** The workbench's marks of a run that is tried against Python's of the same run: weights travel as sixteenths of a doubling. */
const marks = (run, drawing) =>
  drawing.runs.flatMap((expected, k) => {
    const found = triedRun(run, k, drawing, expected);
    if (!found) return ["no marks"];
    const close = (a, b, part, least = 1e-6) => Math.abs(a - b) <= part * Math.abs(b) + least;
    const rows = (name, part, least) =>
      found[name].length === expected[name].length &&
      found[name].every((row, s) => row.every((x, i) => close(x, expected[name][s][i], part, least)));
    const picks = (all) => all.map(({ column, threshold, text }) => [column, threshold, text.split(",")[0]]);
    return [
      ...(JSON.stringify(picks(found.picks)) === JSON.stringify(picks(expected.picks)) ? [] : ["picks"]),
      ...(rows("weights", 0.03, 2 ** (-127 / 16)) ? [] : ["widths"]),
      ...(rows("scores", 1e-3) && rows("reach", 1e-3) ? [] : ["heights"]),
      ...(found.rounds === expected.rounds && close(found.most, expected.most, 1e-3) ? [] : ["most"]),
    ].map((what) => `${expected.label}, drawn: ${what}`);
  });

const answers = JSON.parse(readFileSync(asked, "utf8")).map(({ before, after, tie, grades, places, drawing }) => {
  const [left, engine] = [run(before), run(after)];
  const made = places ? withMovedItems(left, places) : grades ? withGrades(left, grades) : withTieValue(left, tie);
  if (!made) return ["not computed"];
  if (places && !haveSameStumps(made.branch, engine.branch)) return ["other stumps"];
  const here = recomputeAll(made, "of another table");
  const shared = SHARED.filter((name) => String(here[name]) !== String(engine[name]));
  if (JSON.stringify(here.map) !== JSON.stringify(engine.map)) shared.push("map");
  if (here.rounds !== engine.rounds) shared.push("rounds");
  return [
    ...shared,
    ...(drawing ? marks(here, drawing) : []),
    ...engine.algos.flatMap((a, k) => {
      const b = here.algos[k];
      const same = DRAWN.filter((name) => String(b[name]) !== String(a[name]));
      if (b.stopped.code !== a.stopped.code) same.push(`stopped: ${b.stopped.code}, not ${a.stopped.code}`);
      if (a.boosted && String(b.asked.crossed) !== String(a.asked.crossed)) same.push("crossed");
      for (const name of ["marginHist", "top"]) if (!near(b[name], a[name])) same.push(name);
      if (!near(moved(b), moved(a))) same.push("moved");
      return [...listDifferences(b, a, engine.n), ...same].map((what) => `${a.label}: ${what}`);
    }),
  ];
});
writeFileSync(told, JSON.stringify(answers));
