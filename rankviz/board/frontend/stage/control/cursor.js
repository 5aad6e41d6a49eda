/** The round that all algorithms share, its beat, and the loop that plays them. */

import { nextBeat, isUnderWay } from "../beats/beats.js";
import { setBusy } from "../host/rest.js";

/** Beats per second in slow motion: each moves for less than half of its time, then rests. */
const SLOW = 0.8;
/** Share of a round after which the next is due. The tolerance is half a frame: 60 rounds per second on a 60 Hz screen must not skip every other frame. */
const DUE = 0.9;

/** Rounds per second up to which changes are animated. */
const UNHURRIED = 2;

/** @typedef {(t: number, cursor: Cursor) => void} OnRound */

export class Cursor {
  /** @param {OnRound} onRound called on every change @param {() => void} onPlaying called when playing starts or ends */
  constructor(onRound, onPlaying) {
    this.t = 0;
    /** The beat of the round; 0 is the whole round. */
    this.beat = 0;
    /** Whether rounds have beats on this page. */
    this.beats = false;
    this.rounds = 0;
    /** The first and last round available, in an excerpt. */
    this.ends = [0, 0];
    /** The last round that may be shown: the next ones answer a question. */
    this.held = Infinity;
    this.speed = 1;
    this.playing = false;
    /** Whether playing goes beat by beat. */
    this.slow = false;
    /** The round at whose end playing stops. */
    this.until = Infinity;
    /** Extra rest after a round, s, for reading. @type {(t: number) => number} */
    this.reading = () => 0;
    this.onRound = onRound;
    this.onPlaying = onPlaying;
    this.frame = 0;
    this.timer = 0;
    this.tick = this.tick.bind(this);
    this.before = 0;
    this.due = 0;
  }

  /** Take over a new run; keep the round if it exists. @param {number} rounds @param {number} t @param {number} [beat] @param {readonly number[]} [ends] first and last round of an excerpt */
  load(rounds, t, beat = 0, ends = [0, rounds]) {
    this.rounds = rounds;
    this.ends = [...ends];
    this.t = this.clamp(t);
    this.beat = this.t === t ? this.beatAt(t, beat) : 0;
  }

  /** Return the beat, or 0 if round t has none. @param {number} t @param {number} beat */
  beatAt(t, beat) {
    return this.beats && t > 0 ? beat : 0;
  }

  /** Return whether the round is under way. */
  get isInside() {
    return isUnderWay(this.beat);
  }

  /** Return the last round that is complete. */
  get whole() {
    return this.isInside ? this.t - 1 : this.t;
  }

  /** Return the first round that can be shown. */
  get first() {
    return this.ends[0];
  }

  /** Return the last round that can be shown. */
  get last() {
    return Math.min(this.ends[1], this.held);
  }

  /** @param {number} t the last round that may be shown, Infinity for all */
  hold(t) {
    this.held = t;
    if (this.t > t) this.go(t);
  }

  /** @param {number} t */
  clamp(t) {
    return Math.max(this.first, Math.min(this.last, Math.round(Number.isFinite(t) ? t : 0)));
  }

  /** @param {number} t @param {number} [beat] */
  set(t, beat = 0) {
    const next = this.clamp(t);
    const part = this.beatAt(next, beat);
    if (next === this.t && part === this.beat) return;
    this.t = next;
    this.beat = part;
    this.onRound(next, this);
  }

  /** Go to a round by hand, which also stops playing. @param {number} t @param {number} [beat] */
  go(t, beat = 0) {
    this.pause();
    this.set(t, beat);
  }

  /** Move one round; a round under way is completed first. @param {1 | -1} by */
  step(by) {
    this.go(by > 0 && this.isInside ? this.t : this.t + by);
  }

  /** Move one beat. @param {1 | -1} by */
  stepBeat(by) {
    this.pause();
    this.setBeat(by);
  }

  /** @param {1 | -1} by */
  setBeat(by) {
    if (!this.beats) return;
    const { t, beat } = nextBeat(this, by);
    if (t <= this.last && t >= this.first) this.set(t, beat);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Return whether rounds are slow enough for motion between them to be seen. */
  get isUnhurried() {
    return !this.playing || this.speed <= UNHURRIED;
  }

  /** Return whether nothing is left to play. */
  get isAtEnd() {
    return this.t >= this.last && !this.isInside;
  }

  /** @param {boolean} [slow] whether to play beat by beat */
  play(slow = false) {
    if (this.playing || this.last === this.first) return;
    this.slow = slow;
    this.until = Infinity;
    if (this.isAtEnd) this.set(this.first);
    this.playing = true;
    setBusy(this, true);
    this.before = performance.now();
    this.due = 0;
    this.onPlaying();
    this.next();
  }

  /** Play the next round beat by beat; at the end, the last one again. */
  playRound() {
    this.pause();
    if (!this.beats || this.last === this.first) return;
    if (this.isAtEnd) this.set(this.last - 1);
    this.play(true);
    this.until = this.isInside ? this.t : this.t + 1;
    this.setBeat(1); // at once, because it answers a press
  }

  /** In slow motion nothing happens until the next beat, so no frames are spent on checking the clock. */
  next() {
    const frame = () => void (this.frame = requestAnimationFrame(this.tick));
    if (this.slow) this.timer = setTimeout(frame, ((DUE - this.due) / SLOW) * 1000);
    else frame();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.onPlaying();
    setBusy(this, false);
  }

  /** Advance at most one round per frame, so that none is skipped. @param {number} now */
  tick(now) {
    this.due = Math.min(1.5, this.due + ((now - this.before) / 1000) * (this.slow ? SLOW : this.speed));
    this.before = now;
    if (this.due >= DUE) {
      this.due = Math.max(0, this.due - 1);
      if (this.slow && this.t === this.until && !this.isInside)
        this.set(this.t); // then the whole round
      else if (this.slow) this.setBeat(1);
      else {
        this.set(this.isInside ? this.t : this.t + 1);
        if (this.isUnhurried) this.due -= this.reading(this.t) * this.speed;
      }
    }
    const over = this.t === this.until ? !this.beat : this.isAtEnd;
    if (over) this.pause();
    else if (this.playing) this.next();
  }
}
