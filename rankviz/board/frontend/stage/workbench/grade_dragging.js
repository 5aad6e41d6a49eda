/** An item's grade while the hand is at it: dragged by its badge, or stepped by arrows; the board follows, and Python hears what is let go. */

import { pairsOfGrades } from "../branch/votes.js";
/** @import { Table } from "./scene.js" */

/** How far the pointer moves for one grade, px, and the largest grade, as MAX_VALUE of rankviz/engine/data/builtin/inline.py. */
const STEP = 22;
const MOST = 1000;

/** The grade that a pointer has reached that took hold of one; up is higher. @param {number} from @param {number} dy px */
export const gradeAt = (from, dy) => limited(from - Math.round(dy / STEP));

/** @param {number} grade */
const limited = (grade) => Math.min(MOST, Math.max(-MOST, grade));

/** The table with another grade of item i, and the pairs that follow. @param {Table} table @param {number} i @param {number} to @returns {Table} */
export function withGrade(table, i, to) {
  const grades = (table.grades ?? []).map((grade, j) => (j === i ? to : grade));
  const { higher, lower } = pairsOfGrades(grades, new Uint8Array(grades.length));
  return { ...table, grades, pairs: Array.from(higher, (x, k) => [x, lower[k]]) };
}

/** @typedef {{item: number, from: number, y: number | null, before: Table}} Held `y`: where a pointer took hold; null by keys */

export class GradeDragging {
  /** @param {{table: () => Table, draw: (table: Table) => void, send: (edit: Record<string, unknown>) => void}} bench */
  constructor(bench) {
    this.bench = bench;
    /** @type {Held | null} */
    this.held = null;
  }

  /** @param {number} item @param {number | null} y */
  take(item, y) {
    const table = this.bench.table();
    if (table.grades) this.held = { item, from: table.grades[item], y, before: table };
  }

  /** The pointer has moved. @param {number} y */
  pull(y) {
    const { held } = this;
    if (held && held.y !== null) this.to(gradeAt(held.from, y - held.y));
  }

  /** @param {number} grade */
  to(grade) {
    const { bench, held } = this;
    const table = bench.table();
    if (!held || table.grades?.[held.item] === grade) return;
    bench.draw(withGrade(table, held.item, grade));
    this.tell(true);
  }

  /** Tell the stage. @param {boolean} held */
  tell(held) {
    const detail = { grades: this.bench.table().grades, held };
    document.dispatchEvent(new CustomEvent("rv-grades", { detail }));
  }

  /** Tell the stage that nothing is tried any more. */
  none() {
    document.dispatchEvent(new CustomEvent("rv-grades", { detail: { grades: null, held: true } }));
  }

  /** What is held is let go: another grade, or the same. @returns {boolean} whether it is another */
  release() {
    const { bench, held } = this;
    this.held = null;
    const table = bench.table();
    const to = held && table.grades?.[held.item];
    if (!held) return false;
    if (to === held.from) {
      this.none();
      return false;
    }
    this.tell(false);
    bench.send({ do: "grade", item: table.items[held.item], to });
    return true;
  }

  /** The table as it was. @returns {boolean} whether anything was held */
  cancel() {
    const { bench, held } = this;
    this.held = null;
    if (!held) return false;
    bench.draw(held.before);
    this.none();
    return true;
  }

  /** @param {KeyboardEvent} event @param {number} item @returns {boolean} whether it was one of these keys */
  key(event, item) {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      if (this.held?.item !== item) this.take(item, null);
      this.to(limited((this.bench.table().grades?.[item] ?? 0) + by));
    } else if (event.key === "Enter" && this.held) this.release();
    else if (!(event.key === "Escape" && this.cancel())) return false;
    return true;
  }
}
