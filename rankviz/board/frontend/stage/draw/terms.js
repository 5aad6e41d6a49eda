/**
 * What the symbols mean, by board. Nothing stands here: where the stage is sent or carried, the words of
 * content/en/glossary.md do (board/offline/modules.py).
 * @type {Record<string, Record<string, string>>}
 */
export const TERMS = {};
