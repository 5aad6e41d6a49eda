/** Answers tasks with the engine in Pyodide: node worker.mjs PYODIDE LIBRARY.zip NUMPY.tar ASKED.py ENGINE.tar.gz TASKS.json ANSWERS.json */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, library, numpy, asked, archive, tasks, answers] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: library, stdout: console.log });
python.unpackArchive(new Uint8Array(readFileSync(numpy)), "tar", { extractDir: "/lib/python3.14/site-packages" });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", { extractDir: "/engine" });
python.FS.writeFile("/engine/asked.py", readFileSync(asked));
python.globals.set("tasks", readFileSync(tasks, "utf8"));
writeFileSync(answers, await python.runPythonAsync("import sys\nsys.path.insert(0, '/engine')\nimport asked\nasked.answers(tasks)"));
