/**
 * The engine's worker: Python, NumPy and RankViz, which answers one question after another.
 *
 * The page starts it from a text, so that the page's policy applies: it requests nothing from other hosts. Downloads are stored
 * in the browser, and so is Python's memory after RankViz is imported: the next start needs neither of them again.
 */

/**
 * @typedef {{url: string, size: number}} Part a gzipped file of the site
 * @typedef {{loader: Part, core: Part, wasm: Part, library: Part, numpy: Part}} Copied files of Pyodide and NumPy
 * @typedef {{engine: Part, public: string, copied: Copied | null, lock: object, memory: string, cache: string}} EngineSource
 * @typedef {{answer: (question: string) => {toJs: () => [string, Uint8Array]}}} PlaygroundApi
 * @typedef {[name: string, contents: Uint8Array<ArrayBuffer>]} Entry of an archive
 * @typedef {any} Python Pyodide, untyped
 */

const IMPORT = `
import os, sys
os.environ |= {"RANKVIZ_MAX_FILE_MB": "4", "RANKVIZ_MAX_ITEMS": "5000"}
sys.path.insert(0, "/engine")
import numpy.random
import rankviz.site.playground.playground_api
`;
const BEGIN = `
from js import told
from rankviz.site.playground.playground_api import PlaygroundApi
PlaygroundApi(told)
`;
const PACKAGES = "/lib/python3.14/site-packages";

/** @type {PlaygroundApi | null} */
let api = null;

/** Bytes received, and expected. */
const came = { bytes: 0, of: 0 };
/** Writes to the cache that are under way. @type {Promise<unknown>[]} */
const keeping = [];

/** @param {string} text */
const say = (text) => postMessage({ says: text });

/** @param {EngineSource} from @returns {Promise<boolean>} whether the stored memory of an earlier start was used */
async function begin(from) {
  // A host without https has no cache.
  const cache = "caches" in globalThis ? await caches.open(from.cache).catch(() => null) : null;
  const stored = from.copied ? await cache?.match(from.memory) : undefined;
  const started = await (
    from.copied ? startFromSite(from, from.copied, cache, stored) : startFromPublic(from, cache)
  ).catch(async (error) => {
    // Whatever is wrong with the stored files, the next start goes without them.
    await globalThis.caches?.delete(from.cache);
    throw error;
  });
  if (!stored) started.runPython(IMPORT);
  if (cache && from.copied && !stored) storeMemory(cache, from.memory, started.makeMemorySnapshot());
  Object.assign(globalThis, { told: (/** @type {number} */ share) => postMessage({ share }) });
  api = started.runPython(BEGIN);
  return stored !== undefined;
}

/** Start from the site's own files. @param {EngineSource} from @param {Copied} parts @param {Cache | null} cache @param {Response} [stored] Python's memory */
async function startFromSite(from, parts, cache, stored) {
  const wanted = [parts.loader, parts.core, parts.wasm, parts.library, parts.numpy, from.engine];
  const [loader, core, wasm, library, numpy, engine] = await fetchParts(wanted, cache);
  say("Starting Python");
  // Import them as modules of this page, because its policy allows no others.
  const { loadPyodide } = await import(address(await loader.text()));
  const { default: createModule } = await import(address(await core.text()));
  const [libraries, ours] = await Promise.all(
    [numpy, engine].map(async (each) => untar(await each.arrayBuffer())),
  );
  const compiled = Promise.all(
    libraries
      .filter(([name]) => name.endsWith(".so"))
      .map(async ([name, bytes]) => /** @type {const} */ ([name, await WebAssembly.compile(bytes)])),
  );
  const memory = stored && new Uint8Array(await unzipped(stored.body).arrayBuffer());
  const here = new URL("./", from.engine.url).href;
  const { back, fail, failed } = replaceFetches(wasm, library, memory?.byteLength ?? 0);
  const createPyodideModule = (/** @type {Python} */ settings) => {
    settings.preRun.push((/** @type {Python} */ module) => {
      write(module.FS, PACKAGES, libraries);
      write(module.FS, "/engine", ours);
      module.addRunDependency("numpy");
      compiled
        .then((each) => placeLibraries(module, each))
        .then(() => module.removeRunDependency("numpy"))
        .catch(fail);
    });
    return createModule(settings);
  };
  const python = loadPyodide({
    indexURL: here,
    packageBaseUrl: here,
    lockFileContents: from.lock,
    createPyodideModule,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: cache !== null }),
  });
  return Promise.race([python, failed]).finally(back);
}

/**
 * Until `back` is called, answer Pyodide's requests from here, and fail where it would only warn and wait for ever.
 * @param {Response} wasm @param {Response} library @param {number} bytes of the memory that replaces its own
 */
function replaceFetches(wasm, library, bytes) {
  const { fetch: outside, WebAssembly: assembly } = globalThis;
  const { instantiateStreaming: start } = assembly;
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => (fail = reject));
  globalThis.fetch = (asked, options) => {
    const name = String(asked).split("/").at(-1);
    if (name === "pyodide.asm.wasm") return Promise.resolve(new Response());
    return name === "python_stdlib.zip" ? Promise.resolve(library) : outside(asked, options);
  };
  assembly.instantiateStreaming = async (_, imports) => {
    try {
      const headers = { "content-type": "application/wasm" };
      const made = await start.call(assembly, new Response(wasm.body, { headers }), imports);
      const memory = /** @type {WebAssembly.Memory} */ (made.instance.exports.memory);
      const pages = Math.ceil((bytes - memory.buffer.byteLength) / 65_536);
      if (pages > 0) memory.grow(pages);
      return made;
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  const back = () => {
    globalThis.fetch = outside;
    assembly.instantiateStreaming = start;
  };
  return { back, fail, failed };
}

/** Start from the public distribution that the page names. @param {EngineSource} from @param {Cache | null} cache @returns {Promise<Python>} */
async function startFromPublic(from, cache) {
  say("Loading Python");
  const [engine] = await fetchParts([from.engine], cache);
  const { loadPyodide } = await import(`${from.public}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: from.public });
  say("Loading NumPy");
  await python.loadPackage("numpy");
  say("Starting RankViz");
  write(python.FS, "/engine", untar(await engine.arrayBuffer()));
  return python;
}

/**
 * Place NumPy's libraries before Python starts, so that their addresses are always the same: stored memory contains
 * these addresses. Python finds the libraries by name.
 * @param {Python} module @param {(readonly [string, WebAssembly.Module])[]} libraries
 */
async function placeLibraries(module, libraries) {
  for (const [name, compiled] of libraries) {
    const path = `${PACKAGES}/${name}`;
    const flags = { loadAsync: true, nodelete: true, allowUndefined: true };
    const exports = await module.loadWebAssemblyModule(compiled, flags, path, {});
    module.newDSO(path, undefined, exports);
  }
}

/** Fetch parts, from the cache if they are there. @param {Part[]} parts @param {Cache | null} cache @returns {Promise<Response[]>} unpacked */
async function fetchParts(parts, cache) {
  const before = await Promise.all(parts.map(({ url }) => cache?.match(url)));
  came.of = parts.reduce((sum, { size }, i) => sum + (before[i] ? 0 : size), 0);
  return Promise.all(
    parts.map(async ({ url }, i) => {
      const found = before[i] ?? (await fetch(url));
      if (!found.ok || !found.body) throw new Error(`${url}: ${found.status}`);
      if (before[i]) return unzipped(found.body);
      if (cache) keeping.push(cache.put(url, found.clone()).catch(() => {}));
      return unzipped(found.body.pipeThrough(new TransformStream({ transform: counted })));
    }),
  );
}

/** @param {Uint8Array} chunk @param {TransformStreamDefaultController} controller */
function counted(chunk, controller) {
  came.bytes += chunk.byteLength;
  postMessage({ came });
  controller.enqueue(chunk);
}

/** @param {ReadableStream | null} packed */
function unzipped(packed) {
  return new Response(packed?.pipeThrough(new DecompressionStream("gzip")));
}

/** Store Python's memory for the next start. @param {Cache} cache @param {string} name @param {Uint8Array<ArrayBuffer>} memory */
function storeMemory(cache, name, memory) {
  const packed = new Blob([memory]).stream().pipeThrough(new CompressionStream("gzip"));
  keeping.push(
    new Response(packed)
      .blob()
      .then((blob) => cache.put(name, new Response(blob)))
      .catch(() => {}),
  );
}

/** @param {string} text of a module @returns {string} */
function address(text) {
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

/** @param {ArrayBuffer} archive POSIX tar with files only @returns {Entry[]} */
function untar(archive) {
  const bytes = new Uint8Array(archive);
  /** @type {Entry[]} */
  const found = [];
  for (let at = 0; bytes[at];) {
    const field = (/** @type {number} */ from, /** @type {number} */ length) =>
      new TextDecoder().decode(bytes.subarray(at + from, at + from + length)).replace(/\0.*$/s, "");
    const [name, size, before] = [field(0, 100), parseInt(field(124, 12), 8), field(345, 155)];
    found.push([before ? `${before}/${name}` : name, bytes.subarray(at + 512, at + 512 + size)]);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return found;
}

/** @param {Python} FS @param {string} folder @param {Entry[]} entries */
function write(FS, folder, entries) {
  for (const [name, contents] of entries) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, contents);
  }
}

/** Return the last line, which has the message; the lines before it are the traceback. @param {unknown} error */
function lastLine(error) {
  return String(error).trim().split("\n").at(-1);
}

addEventListener("message", async ({ data: { id, question, from } }) => {
  try {
    if (from) {
      postMessage({ id, answer: { remembered: await begin(from) } });
      await Promise.all(keeping);
      postMessage({ kept: true });
      return;
    }
    const [text, pack] = /** @type {PlaygroundApi} */ (api).answer(JSON.stringify(question)).toJs();
    postMessage({ id, answer: JSON.parse(text), pack: pack.slice().buffer });
  } catch (error) {
    // After an exception in Python the interpreter is intact; after anything else, such as memory exhaustion, it is not.
    const ended = /** @type {any} */ (error)?.name !== "PythonError" || /MemoryError/.test(String(error));
    postMessage({ id, failed: lastLine(error), ended });
  }
});

export {};
