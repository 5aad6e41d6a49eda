/** The versions of a table in this visit, for Undo and Redo. */

/** A list of versions with a current one. */
const MAX_VERSIONS = 200;

export class UndoHistory {
  constructor() {
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {string | null} */
    this.present = null;
  }

  /** The version that Undo restores; null for none. */
  get previous() {
    return this.past[this.past.length - 1] ?? null;
  }

  /** The version that Redo restores; null for none. */
  get following() {
    return this.future[this.future.length - 1] ?? null;
  }

  /** Make a version the current one. After the browser's Back it may be the previous one. @param {string} version */
  setCurrent(version) {
    const { present, previous, following } = this;
    if (version === present) return;
    if (present !== null) {
      if (version === previous) {
        this.past.pop();
        this.future.push(present);
      } else {
        if (version === following) this.future.pop();
        else this.future = [];
        this.past = [...this.past, present].slice(-MAX_VERSIONS);
      }
    }
    this.present = version;
  }
}
