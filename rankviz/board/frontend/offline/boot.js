/**
 * Open a page that carries a run: inflate its contents, and start the module among them.
 *
 * This script is inline in the document, and simple enough to run in browsers that cannot run the rest.
 */

(function () {
  const wait = /** @type {HTMLElement} */ (document.getElementById("wait"));
  const { opens = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  if (!("DecompressionStream" in window) || !("adoptedStyleSheets" in document)) {
    wait.textContent =
      "This page needs a newer browser: Chrome or Edge 96, Firefox 113, Safari 16.4, or later.";
    return;
  }

  /** Decode 13 bits from each two characters, as board/offline/printable.py writes them. @param {string} text */
  function read(text) {
    const values = new Uint8Array(128);
    for (let code = 33, value = 0; code < 127; code++)
      if (!'"&<'.includes(String.fromCharCode(code))) values[code] = value++;
    const pairs = text.length >> 1;
    const bytes = new Uint8Array(((pairs * 13) >> 3) - (text.length & 1));
    let [held, bits, at] = [0, 0, 0];
    for (let i = 0; i < 2 * pairs; i += 2) {
      held = ((held << 13) | (values[text.charCodeAt(i)] * 91 + values[text.charCodeAt(i + 1)])) & 0xfffff;
      for (bits += 13; bits >= 8;) if (((bits -= 8), at < bytes.length)) bytes[at++] = held >> bits;
    }
    return bytes;
  }

  /** @param {string} name of a carried file @returns {Promise<ArrayBuffer>} */
  function inflate(name) {
    const bytes = read(/** @type {HTMLElement} */ (document.getElementById(name)).textContent || "");
    return new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer();
  }

  /** @param {ArrayBuffer} bytes */
  const parse = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

  /** Return what the page has after this script, once it is there. @param {string} name @returns {Promise<any>} */
  function later(name) {
    const there = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    return (document.readyState === "loading" ? there : Promise.resolve())
      .then(() => inflate(name))
      .then(parse);
  }

  Promise.all([inflate("code"), inflate("opening"), inflate("run")])
    .then(([code, opening, run]) => {
      const first = new Uint8Array(code).indexOf(10); // the end of the line of styles
      const styles = parse(code.slice(0, first));
      const address = URL.createObjectURL(new Blob([code.slice(first)], { type: "text/javascript" }));
      return import(address).then((all) => all[opens](parse(opening), run, styles, later));
    })
    .then(
      () => wait.remove(),
      (error) => {
        console.error(error);
        wait.textContent =
          "The run could not be opened: the file is damaged, or this browser lacks what it needs. (" +
          error +
          ")";
      },
    );
})();
