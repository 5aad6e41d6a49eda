/**
 * The engine's worker: Python, NumPy and RankViz itself, which answers one question after another.
 *
 * The page starts it from a text, so that the page's policy holds here too: nothing is asked of any other host.
 */

/** @typedef {{answer: (question: string) => {toJs: () => [string, Uint8Array]}}} Desk */

const BEGIN = `
import os, sys
os.environ |= {"RANKVIZ_MAX_FILE_MB": "4", "RANKVIZ_MAX_ITEMS": "5000"}
sys.path.insert(0, "/engine")
from js import told
from rankviz.ui.site.playground.desk import Desk
Desk(told)
`;

/** @type {Desk | null} */
let desk = null;

/** @param {{pyodide: string, engine: string}} from */
async function begin({ pyodide, engine }) {
  const say = (/** @type {string} */ text) => postMessage({ says: text });
  say("Getting Python");
  const archive = fetch(engine).then((response) => {
    if (!response.ok) throw new Error(`${engine}: ${response.status}`);
    return response.arrayBuffer();
  });
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  say("Getting NumPy");
  await python.loadPackage("numpy");
  say("Starting RankViz");
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/engine" });
  Object.assign(globalThis, { told: (/** @type {number} */ share) => postMessage({ share }) });
  desk = python.runPython(BEGIN);
}

addEventListener("message", async ({ data: { id, question, from } }) => {
  try {
    if (from) {
      await begin(from);
      postMessage({ id, answer: {} });
      return;
    }
    const [text, pack] = /** @type {Desk} */ (desk).answer(JSON.stringify(question)).toJs();
    postMessage({ id, answer: JSON.parse(text), pack: pack.slice().buffer });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
