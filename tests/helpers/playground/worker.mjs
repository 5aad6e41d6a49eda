/**
 * Answers lines {module, source, tasks} with the engine in Pyodide: node worker.mjs PYODIDE LIBRARY.zip NUMPY.tar ENGINE.tar.gz
 *
 * `answers(tasks)` of the module answers, in one line.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, library, numpy, archive] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: library, stdout: console.error });
python.unpackArchive(new Uint8Array(readFileSync(numpy)), "tar", { extractDir: "/lib/python3.14/site-packages" });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", { extractDir: "/engine" });
python.runPython("import sys\nsys.path.insert(0, '/engine')");
for await (const line of createInterface({ input: process.stdin })) {
  const { module, source, tasks } = JSON.parse(line);
  python.FS.writeFile(`/engine/${module}.py`, source);
  python.globals.set("tasks", tasks);
  try {
    process.stdout.write(`${python.runPython(`import ${module}\n${module}.answers(tasks)`)}\n`);
  } catch (error) {
    console.error(error.message); // without the source of Pyodide, which Node.js would print
    process.exit(1);
  }
}
