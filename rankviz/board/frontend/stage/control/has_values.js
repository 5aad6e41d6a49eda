/** Which curves have a value. */

/** @param {ArrayLike<number> | undefined} values */
export const some = (values) => Boolean(values && Array.prototype.some.call(values, Number.isFinite));
