/** The event by which a button requests a picture; it bubbles up to the stage, which has the run. */

/** @typedef {"svg" | "png" | "print"} Kind */

/** Labels of the buttons. @type {Record<Kind, string>} */
export const KINDS = { svg: "SVG", png: "PNG", print: "Print" };

/** @typedef {{kind: Kind, all: boolean}} SaveRequest `all`: all panels, or the button's own */

/** @param {SaveRequest["kind"]} kind @param {boolean} all @returns {CustomEvent<SaveRequest>} */
export const saveEvent = (kind, all) => new CustomEvent("rv-save", { bubbles: true, detail: { kind, all } });
