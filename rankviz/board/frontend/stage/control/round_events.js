/** Dispatch which round of which run is shown: at each step, and on request. */

export class RoundEvents {
  constructor() {
    /** The address of the shown run; "" before there is one. */
    this.run = "";
    this.t = 0;
    /** The round and beat drawn; inside a round `t` is the previous one. */
    this.at = { t: 0, beat: 0 };
    this.again = this.again.bind(this);
    document.addEventListener("rv-which-round", this.again);
  }

  /** @param {{whole: number, t: number, beat: number}} cursor @param {string} [run] its address, if it has changed */
  tell({ whole, t, beat }, run = this.run) {
    this.run = run;
    this.t = whole;
    this.at = { t, beat };
    this.again();
  }

  again() {
    const { run, t, at } = this;
    if (run) document.dispatchEvent(new CustomEvent("rv-round", { detail: { run, t, at } }));
  }

  stop() {
    document.removeEventListener("rv-which-round", this.again);
  }
}
