/** Check whether a curve has values. */

/** @param {ArrayLike<number> | undefined} values */
export const hasValues = (values) => Boolean(values && Array.prototype.some.call(values, Number.isFinite));
