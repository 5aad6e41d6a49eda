/**
 * The meanings of the symbols, by board: when the stage is sent or carried, board/offline/modules.py puts those of
 * content/en/glossary.md in the place of the text.
 * @type {Record<string, Record<string, string>>}
 */
export const TERMS = JSON.parse('{"terms":{}}');
