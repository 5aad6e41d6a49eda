/** A claim's options after the `#` of its page: those that differ from their defaults, under the app's names. */

/** @param {string} hash with or without the `#` @returns {Record<string, string>} */
export const readOptions = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));

/** @param {Record<string, string>} values @returns {string} */
export const writeOptions = (values) => new URLSearchParams(values).toString();

/**
 * Return the values after one was changed, without those at their defaults.
 * @param {Record<string, string>} values @param {string} name @param {string} value @param {string | undefined} usual
 * @returns {Record<string, string>}
 */
export function changeOption(values, name, value, usual) {
  const kept = Object.entries({ ...values, [name]: value }).filter(
    ([key]) => key !== name || value !== usual,
  );
  return Object.fromEntries(kept);
}
