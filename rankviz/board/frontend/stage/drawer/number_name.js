/** How a number is named: a run, a colon, and its key, as "rb-d:alpha"; a page by itself reads it, too, without the drawer. */

/** The run, the number's key, and the round it names, if any: "rb-d:e1@2". @param {string} name @returns {[string, string, number | null]} */
export function parseName(name) {
  const [of, key, round] = /^([^:]*):([^@]*)(?:@(\d+))?$/.exec(name)?.slice(1) ?? ["", ""];
  return [of, key, round === undefined ? null : Number(round)];
}
