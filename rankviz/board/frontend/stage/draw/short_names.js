/** Short names of items: drop what all have in common, then a final bracket, then the middle. */

/** @typedef {(text: string) => number} Measure measures a text, px */

/**
 * @param {readonly string[]} labels @param {number} width px @param {Measure} measure
 * @returns {string[]} names that fit; different names stay different if the width allows it
 */
export function shortNames(labels, width, measure) {
  const distinct = new Set(labels).size;
  let names = [...labels];
  for (const shorter of [
    (/** @type {string[]} */ now) => now,
    stripCommonWords,
    (/** @type {string[]} */ now) => stripCommonWords(now.map(bare)),
  ]) {
    const next = shorter(names);
    if (new Set(next).size < distinct) break;
    names = next;
    if (names.every((name) => measure(name) <= width)) return names;
  }
  const ends = names.map((name) => shortenEnd(name, width, measure));
  return new Set(ends).size === distinct ? ends : names.map((name) => shortenMiddle(name, width, measure));
}

/** Drop a final bracket. @param {string} name */
const bare = (name) => name.replace(/\s*\([^()]*\)$/, "") || name;

/** Drop the words with which all names begin or end; a query before its document, as in "10:GX1", counts as one. @param {string[]} names @returns {string[]} */
function stripCommonWords(names) {
  if (names.length < 2) return names;
  const words = names.map((name) => name.split(/(?<=[ :])/));
  const least = Math.min(...words.map((w) => w.length)) - 1;
  const shared = (/** @type {(w: string[], i: number) => string} */ at) => {
    let i = 0;
    while (i < least && words.every((w) => at(w, i) === at(words[0], i))) i++;
    return i;
  };
  const before = shared((w, i) => w[i]);
  const after = Math.min(
    shared((w, i) => w[w.length - 1 - i]),
    least - before,
  );
  return words.map((w) =>
    w
      .slice(before, w.length - after)
      .join("")
      .trim(),
  );
}

/** @param {string} name @param {number} width @param {Measure} measure */
function shortenEnd(name, width, measure) {
  return shorten(name, width, measure, (chars) => `${name.slice(0, chars).trimEnd()}…`);
}

/** Drop the middle, because names often differ at the end: "Hotel…12". @param {string} name @param {number} width @param {Measure} measure */
function shortenMiddle(name, width, measure) {
  return shorten(name, width, measure, (chars) => {
    const tail = Math.floor(chars / 2);
    return `${name.slice(0, chars - tail).trimEnd()}…${name.slice(name.length - tail).trimStart()}`;
  });
}

/** Return the longest cut that fits, at least one character; the name itself if no cut is narrower. @param {string} name @param {number} width @param {Measure} measure @param {(chars: number) => string} cut */
function shorten(name, width, measure, cut) {
  if (measure(name) <= width) return name;
  let chars = name.length - 1;
  while (chars > 1 && measure(cut(chars)) > width) chars--;
  const found = cut(Math.max(1, chars));
  return measure(found) < measure(name) ? found : name;
}
