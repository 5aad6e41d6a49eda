/**
 * Opens a page that carries a run: inflates what it carries, gives every module an address of its own, and starts the first.
 *
 * It stands in the document itself, and is plain enough to be read by browsers that cannot run the rest.
 */

(function () {
  const wait = /** @type {HTMLElement} */ (document.getElementById("wait"));
  const { nonce, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const first = dataset.first || "rv/offline/replay.js";
  const maps = HTMLScriptElement.supports && HTMLScriptElement.supports("importmap");
  if (!maps || !("DecompressionStream" in window) || !("adoptedStyleSheets" in document)) {
    wait.textContent = "This page needs a newer browser: Chrome or Edge 96, Firefox 113, Safari 16.4, or later.";
    return;
  }

  /** @param {string} name of what is carried @returns {Promise<ArrayBuffer>} */
  function inflate(name) {
    const text = atob(/** @type {HTMLElement} */ (document.getElementById(name)).textContent || "");
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  /** @param {ArrayBuffer} bytes */
  const parse = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

  Promise.all([inflate("code"), inflate("opening"), inflate("run")])
    .then(([code, opening, run]) => {
      const { modules, styles } = parse(code);
      /** @type {Record<string, string>} */
      const imports = {};
      for (const name of Object.keys(modules))
        imports[name] = URL.createObjectURL(new Blob([modules[name]], { type: "text/javascript" }));
      const map = document.createElement("script");
      map.type = "importmap";
      map.nonce = nonce;
      map.textContent = JSON.stringify({ imports });
      document.head.append(map);
      return import(first).then((module) => module.open(parse(opening), run, styles));
    })
    .then(
      () => wait.remove(),
      (error) => {
        console.error(error);
        wait.textContent = "The run could not be opened: the file is damaged, or this browser lacks what it needs. (" + error + ")";
      },
    );
})();
