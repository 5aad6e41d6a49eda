/** The event by which a button asks for a picture; it bubbles up to the stage, which has the run. */

/** @typedef {"svg" | "png" | "print"} Kind */

/** What buttons say. @type {Record<Kind, string>} */
export const KINDS = { svg: "SVG", png: "PNG", print: "Print" };

/** @typedef {{kind: Kind, all: boolean}} Wish all panels, or the one the button is in */

/** @param {Wish["kind"]} kind @param {boolean} all @returns {CustomEvent<Wish>} */
export const ask = (kind, all) => new CustomEvent("rv-save", { bubbles: true, detail: { kind, all } });
