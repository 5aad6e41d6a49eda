/**
 * Bundle the front end: `npm run build`, or `node build.js FOLDER`. board/offline/modules.py takes the bundles while the files that
 * they were made of are the same.
 */

import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const FRONTEND = dirname(fileURLToPath(import.meta.url));
const BUILT = process.argv[2] ?? join(FRONTEND, "../built");

/** The app's modules and style sheets, those of pages with the engine, and what opens a saved page of any layouts. */
const FIRST = [
  ...["index.js", "workbench/index.js", "arena/index.js"].map((name) => `stage/${name}`),
  ...["follow.js", "presenter.js", "presenter_side.js"].map((name) => `stage/follow/${name}`),
  ...["css/all.css", "css/workbench.css", "arena/arena.css"].map((name) => `stage/${name}`),
  "playground/playground.js",
  "playground/claim.js",
  "saved.js",
  ...["boot.js", "colours.css", "offline.css"].map((name) => `offline/${name}`),
];
/** The files of layouts that a saved page may have alone, and what opens a page of one run, which most are. */
const LAYOUTS = ["watch", "margins", "qbrank", "kernel"];

/** @type {import("esbuild").BuildOptions} */
const OPTIONS = {
  absWorkingDir: FRONTEND,
  outbase: FRONTEND,
  outdir: BUILT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  metafile: true,
  logLevel: "warning",
};

/** Leave out the tiles of other layouts. @param {string} layout @returns {import("esbuild").Plugin} */
const only = (layout) => ({
  name: "only",
  setup(building) {
    building.onLoad({ filter: /layouts[\\/]\w+_layout\.js$/ }, ({ path }) => {
      if (path.endsWith(`${layout}_layout.js`)) return undefined;
      const names = readFileSync(path, "utf8").matchAll(/^export const (\w+)/gm);
      return { contents: Array.from(names, ([, name]) => `export const ${name} = undefined;`).join("\n") };
    });
  },
});

rmSync(BUILT, { recursive: true, force: true });
const { metafile } = await build({ ...OPTIONS, entryPoints: FIRST });
for (const layout of LAYOUTS) {
  const entryPoints = [
    { in: "saved.js", out: `saved-${layout}` },
    { in: "offline/replay.js", out: `replay-${layout}` },
  ];
  await build({ ...OPTIONS, entryPoints, plugins: [only(layout)] });
}
const files = ["build.js", ...Object.keys(/** @type {import("esbuild").Metafile} */ (metafile).inputs)];
const hash = createHash("sha256");
for (const file of files) hash.update(readFileSync(join(FRONTEND, file)));
writeFileSync(join(BUILT, "inputs.json"), JSON.stringify({ files, digest: hash.digest("hex") }));
