/** Names of numbers: a run, a colon, and a key, as in "rb-d:alpha". Saved pages without the drawer use this, too. */

/** Split a name into run, key, and the round it contains, if any: "rb-d:e1@2". @param {string} name @returns {[string, string, number | null]} */
export function parseName(name) {
  const [of, key, round] = /^([^:]*):([^@]*)(?:@(\d+))?$/.exec(name)?.slice(1) ?? ["", ""];
  return [of, key, round === undefined ? null : Number(round)];
}
