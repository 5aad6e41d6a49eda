/** The event by which a button asks for a picture; it bubbles up to the stage, which has the run. */

/** @typedef {"svg" | "png" | "print"} Kind */

/** What buttons say. @type {Record<Kind, string>} */
export const KINDS = { svg: "SVG", png: "PNG", print: "Print" };

/** @typedef {{kind: Kind, all: boolean}} SaveRequest all panels, or the one the button is in */

/** @param {SaveRequest["kind"]} kind @param {boolean} all @returns {CustomEvent<SaveRequest>} */
export const saveEvent = (kind, all) => new CustomEvent("rv-save", { bubbles: true, detail: { kind, all } });
