/** The item, pair (higher, lower) or map cell that the reader points at, shared by all panels. */

/** @typedef {{item?: number, pair?: [number, number], cell?: number, x?: number, y?: number} | null} Hover */

export class HoverState {
  constructor() {
    /** @type {Hover} */
    this.now = null;
    /** @type {((hover: Hover) => void)[]} */
    this.listeners = [];
  }

  /** @param {(hover: Hover) => void} fn */
  on(fn) {
    this.listeners.push(fn);
  }

  /** @param {Hover} next */
  set(next) {
    const same = keyOf(next) === keyOf(this.now);
    this.now = next;
    if (!same || next) for (const fn of this.listeners) fn(next);
  }
}

/** @param {Hover} h @returns {string} */
export const keyOf = (h) =>
  !h ? "" : h.pair ? `p${h.pair[0]}-${h.pair[1]}` : h.cell !== undefined ? `c${h.cell}` : `i${h.item}`;

/** @param {Hover} h @param {number} item @returns {boolean} */
export const isLit = (h, item) =>
  Boolean(h && (h.item === item || (h.pair && (h.pair[0] === item || h.pair[1] === item))));
