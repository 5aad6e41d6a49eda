/** Run branches from a file of problems, and write what the runner returns (for test_branch_runner.py). */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, asked, answered] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const { makeProblem } = await load("problem");
const { Runner, deepCopy } = await load("runner");
const { Meter } = await load("measures");
const { extraSeries } = await load("extra_series");

/** JSON has no word for what is not finite. */
const told = (value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

const answers = JSON.parse(readFileSync(asked, "utf8")).map(
  ({ n, codes, offsets, higher, lower, counts, grades, query, how, rounds, fork }) => {
    const problem = makeProblem(n, Uint8Array.from(codes), Int32Array.from(offsets), higher, lower, counts && Float64Array.from(counts));
    const runner = new Runner(problem, how);
    // As the stage does it: the state of the round before, of which a copy goes on.
    if (fork) while (runner.steps.length < fork.round - 1 && !runner.stopped) runner.next();
    if (fork?.undefined) runner.undefined = fork.undefined;
    const branch = runner.stopped ? runner : runner.copy();
    if (!branch.stopped) branch.run(rounds, fork?.alpha ?? undefined);
    const own = extraSeries(problem, how, branch.steps);
    const truth = { grades: grades ?? new Array(n).fill(NaN), query };
    // As the stage does it: what was measured before the fork is copied, too.
    let meter = new Meter(problem, truth, how.params.independent !== false);
    const states = [undefined, ...branch.steps].map((step, t) => {
      if (fork && t === fork.round - 1) meter = deepCopy(meter);
      return meter.read(step);
    });
    return {
      stopped: branch.stopped,
      refused: branch.refused?.ranker ?? null,
      searched: branch.search.searched.slice(0, branch.steps.length),
      tested: branch.search.tested.slice(0, branch.steps.length),
      weight: Array.from(branch.weights.weight, (w) => told(Math.max(w, 0))),
      steps: branch.steps.map((s) => ({ ...s, eps: s.eps.map(told), ...Object.fromEntries(Object.entries(s).filter(([, v]) => typeof v === "number").map(([k, v]) => [k, told(v)])) })),
      states: states.map(({ scores, place, ...rest }) => ({
        ...Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, told(v)])),
        scores: Array.from(scores, told),
        place: Array.from(place),
      })),
      own: Object.fromEntries(Object.entries(own).map(([k, v]) => [k, Array.from(v, told)])),
    };
  },
);
writeFileSync(answered, JSON.stringify(answers));
