/** The name of a saved picture: its data, round, tile and algorithms. */

const LONGEST = 40;

/**
 * @param {{source: string, title: string, algos: readonly {id: string}[]}} run @param {number} t the round
 * @param {string | null} tile null for all of them
 * @returns {string} such as diabetes_r10_losses_rb-d_rb-c
 */
export function fileName(run, t, tile) {
  const parts = [shortName(run), `r${t}`, ...(tile ? [slug(tile)] : []), ...run.algos.map((a) => slug(a.id))];
  return parts.join("_");
}

/** The data's name without scheme, folder, ending and options. @param {{source: string, title: string}} run @returns {string} */
export function shortName({ source, title }) {
  const [scheme, rest] = split(source);
  const target = rest.replace(/[?#].*$/s, "");
  const file = decoded(target).split(/[\\/]/).pop() ?? "";
  // What an inline source holds are the data themselves: too long for a name.
  return (scheme === "inline" ? "" : slug(file.replace(/\.\w{1,8}$/, ""))) || slug(title) || "data";
}

/** @param {string} source @returns {[string, string]} */
function split(source) {
  const at = source.indexOf(":");
  return at < 0 ? ["", source] : [source.slice(0, at), source.slice(at + 1)];
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a file whose name holds a plain %
  }
}

/** Letters and digits of any script, joined by hyphens. @param {string} text */
const slug = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
