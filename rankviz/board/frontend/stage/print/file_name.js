/** The file name of a saved picture: data, round, tile and algorithms. */

const MAX_LENGTH = 40;

/**
 * @param {{source: string, title: string, algos: readonly {id: string}[]}} run @param {number} t the round
 * @param {string | null} tile null for all tiles
 * @returns {string} such as diabetes_r10_losses_rb-d_rb-c
 */
export function fileName(run, t, tile) {
  const parts = [shortName(run), `r${t}`, ...(tile ? [slug(tile)] : []), ...run.algos.map((a) => slug(a.id))];
  return parts.join("_");
}

/** Return the data's name without scheme, folder, extension and options. @param {{source: string, title: string}} run @returns {string} */
export function shortName({ source, title }) {
  const [scheme, rest] = split(source);
  const target = rest.replace(/[?#].*$/s, "");
  const file = decoded(target).split(/[\\/]/).pop() ?? "";
  // An inline source contains the data themselves, which are too long for a name.
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
    return text; // a file whose name contains a literal %
  }
}

/** Keep letters and digits of any script, joined by hyphens. @param {string} text */
const slug = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
