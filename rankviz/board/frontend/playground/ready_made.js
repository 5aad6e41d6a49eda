/** The starts' ready-made runs: one file each beside the page, used until the engine is ready. */

import { unfilter } from "../offline/unfilter.js";
/** @import { Filter } from "../offline/unfilter.js" */
/** @import { RunFacts } from "./run_description.js" */
/** @import { Menus } from "./menus.js" */

export class ReadyMade {
  /** @param {Record<string, string>} files by link */
  constructor(files) {
    this.files = files;
  }

  /** @param {string} link @returns {Promise<{menus: Menus, shown: RunFacts, pack: ArrayBuffer} | null>} */
  async get(link) {
    const file = this.files[link];
    if (!file) return null;
    const found = await fetch(file);
    if (!found.ok || !found.body) return null;
    const unpacked = new Response(found.body.pipeThrough(new DecompressionStream("gzip")));
    const bytes = new Uint8Array(await unpacked.arrayBuffer());
    // A line of JSON, then the pack.
    const end = bytes.indexOf(10);
    /** @type {{menus: Menus, shown: RunFacts, filters: Record<string, Filter>}} */
    const { menus, shown, filters } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const pack = bytes.slice(end + 1).buffer;
    unfilter(pack, filters);
    return { menus, shown, pack };
  }
}
