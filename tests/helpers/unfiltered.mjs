/** Answer for each filtered pack whether a page restores it: node unfiltered.mjs OFFLINE ASKED TOLD. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [offline, asked, told] = process.argv.slice(2);
const { unfilter } = await import(pathToFileURL(`${offline}/unfilter.js`).href);

const found = JSON.parse(readFileSync(asked, "utf8")).map(({ filtered, filters, pack }) => {
  const restored = new Uint8Array(readFileSync(filtered)).buffer;
  unfilter(restored, filters);
  return Buffer.from(restored).equals(readFileSync(pack));
});
writeFileSync(told, JSON.stringify(found));
