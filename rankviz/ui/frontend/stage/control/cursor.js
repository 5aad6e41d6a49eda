/** The one round all algorithms share, and the loop that plays it. */

/** @typedef {(t: number, cursor: Cursor) => void} OnRound */

export class Cursor {
  /** @param {OnRound} onRound called on every change @param {() => void} onPlaying called when playing starts or ends */
  constructor(onRound, onPlaying) {
    this.t = 0;
    this.rounds = 0;
    /** The last round that may be shown: what comes after it is a question. */
    this.held = Infinity;
    this.speed = 10;
    this.playing = false;
    this.onRound = onRound;
    this.onPlaying = onPlaying;
    this.frame = 0;
    this.tick = this.tick.bind(this);
    this.before = 0;
    this.due = 0;
  }

  /** A new run: keep the round where it exists. @param {number} rounds @param {number} t */
  load(rounds, t) {
    this.rounds = rounds;
    this.t = this.clamp(t);
  }

  /** The last round there is to go to. */
  get last() {
    return Math.min(this.rounds, this.held);
  }

  /** @param {number} t the last round that may be shown, Infinity for all */
  hold(t) {
    this.held = t;
    if (this.t > t) this.go(t);
  }

  /** @param {number} t */
  clamp(t) {
    return Math.max(0, Math.min(this.last, Math.round(Number.isFinite(t) ? t : 0)));
  }

  /** @param {number} t */
  set(t) {
    const next = this.clamp(t);
    if (next === this.t) return;
    this.t = next;
    this.onRound(next, this);
  }

  /** What a person does by hand also ends playing. @param {number} t */
  go(t) {
    this.pause();
    this.set(t);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing || this.last === 0) return;
    if (this.t >= this.last) this.set(0);
    this.playing = true;
    this.before = performance.now();
    this.due = 0;
    this.onPlaying();
    this.frame = requestAnimationFrame(this.tick);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.onPlaying();
  }

  /** At most one round a frame, so none is skipped. @param {number} now */
  tick(now) {
    this.due = Math.min(1.5, this.due + ((now - this.before) / 1000) * this.speed);
    this.before = now;
    // Half a frame of tolerance: 60 rounds a second on a 60 Hz screen must not miss every other frame.
    if (this.due >= 0.9) {
      this.due = Math.max(0, this.due - 1);
      this.set(this.t + 1);
    }
    if (this.t >= this.last) this.pause();
    else if (this.playing) this.frame = requestAnimationFrame(this.tick);
  }
}
