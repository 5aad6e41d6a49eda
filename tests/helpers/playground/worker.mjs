/** Answers tasks with the engine in Pyodide: node worker.mjs PYODIDE ASKED.py ENGINE.zip TASKS.json ANSWERS.json */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, asked, archive, tasks, answers] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, packages: ["numpy"], stdout: console.log });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/engine" });
python.FS.writeFile("/engine/asked.py", readFileSync(asked));
python.globals.set("tasks", readFileSync(tasks, "utf8"));
writeFileSync(answers, await python.runPythonAsync("import sys\nsys.path.insert(0, '/engine')\nimport asked\nasked.answers(tasks)"));
