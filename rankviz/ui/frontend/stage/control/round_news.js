/** Telling the rest of the page which round of which run is shown: at each step, and when somebody asks. */

export class RoundNews {
  constructor() {
    /** The address of the run that is shown; "" before there is one. */
    this.run = "";
    this.t = 0;
    this.again = this.again.bind(this);
    document.addEventListener("rv-which-round", this.again);
  }

  /** @param {number} t @param {string} [run] its address, when it is another */
  tell(t, run = this.run) {
    this.run = run;
    this.t = t;
    this.again();
  }

  again() {
    const { run, t } = this;
    if (run) document.dispatchEvent(new CustomEvent("rv-round", { detail: { run, t } }));
  }

  stop() {
    document.removeEventListener("rv-which-round", this.again);
  }
}
