/**
 * The meanings of the symbols, by board. Empty here: when the stage is sent or carried, board/offline/modules.py fills it from
 * content/en/glossary.md.
 * @type {Record<string, Record<string, string>>}
 */
export const TERMS = {};
