/** Recompute the runs of a pack with other answers of its rankers, and list what differs from another pack (for test_branch_answers.py). */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, asked, told] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { decode } = await load("run/decode");
const { withAnswers, haveSameAnswers } = await load("branch/ranker_answers");
const { BranchBuilder } = await load("branch/branching");
const { listDifferences } = await load("branch/differences");

const run = (path) => decode(new Uint8Array(readFileSync(path)).buffer);

const found = JSON.parse(readFileSync(asked, "utf8")).map(({ before, after, rankers }) => {
  const [other, engine] = [withAnswers(run(before), rankers), run(after)];
  if (!other) return ["not computed"];
  if (!haveSameAnswers(other.branch, engine.branch)) return ["another pool"];
  return engine.algos.flatMap((a, k) => {
    const here = new BranchBuilder(other, other.algos[k], 1).build(undefined);
    const apart = listDifferences(here, a, other.n);
    const same = ["crossed"].filter((name) => String(here.asked[name]) !== String(a.asked[name]));
    if (here.stopped.code !== a.stopped.code) same.push(`stopped: ${here.stopped.code}`);
    if (String(here.h) !== String(a.h)) same.push("h");
    if (String(here.weight) !== String(a.weight)) same.push("colours");
    return [...apart, ...same].map((what) => `${a.label}: ${what}`);
  }).concat(String(other.asks.answers) === String(engine.asks.answers) ? [] : ["what the pool says"])
    .concat(String(other.asks.pool) === String(engine.asks.pool) ? [] : ["its names"]);
});

writeFileSync(told, JSON.stringify(found));
