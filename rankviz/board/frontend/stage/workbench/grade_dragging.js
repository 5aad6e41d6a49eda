/** Change an item's grade: drag its badge or step it by arrow keys; the board follows, and the server learns the result on release. */

import { pairsOfGrades } from "../branch/votes.js";
/** @import { Table } from "./scene.js" */

/** Distance per grade, px, and the largest grade, as MAX_VALUE of rankviz/engine/data/builtin/inline.py. */
const STEP = 22;
const MAX_GRADE = 1000;

/** Return the grade reached by a pointer that took hold of one; up is higher. @param {number} from @param {number} dy px */
export const gradeAt = (from, dy) => limited(from - Math.round(dy / STEP));

/** @param {number} grade */
const limited = (grade) => Math.min(MAX_GRADE, Math.max(-MAX_GRADE, grade));

/** Return the table with another grade of item i, and the pairs that follow. @param {Table} table @param {number} i @param {number} to @returns {Table} */
export function withGrade(table, i, to) {
  const grades = (table.grades ?? []).map((grade, j) => (j === i ? to : grade));
  const { higher, lower } = pairsOfGrades(grades, new Uint8Array(grades.length));
  return { ...table, grades, pairs: Array.from(higher, (x, k) => [x, lower[k]]) };
}

/** @typedef {{item: number, from: number, y: number | null, before: Table}} Held `y`: where a pointer took hold; null with keys */

export class GradeDragging {
  /** @param {{table: () => Table, draw: (table: Table) => void, send: (edit: Record<string, unknown>) => void}} bench */
  constructor(bench) {
    this.bench = bench;
    /** @type {Held | null} */
    this.held = null;
  }

  /** @param {number} item @param {number | null} y */
  start(item, y) {
    const table = this.bench.table();
    if (table.grades) this.held = { item, from: table.grades[item], y, before: table };
  }

  /** Handle a move of the pointer. @param {number} y */
  onMove(y) {
    const { held } = this;
    if (held && held.y !== null) this.setGrade(gradeAt(held.from, y - held.y));
  }

  /** @param {number} grade */
  setGrade(grade) {
    const { bench, held } = this;
    const table = bench.table();
    if (!held || table.grades?.[held.item] === grade) return;
    bench.draw(withGrade(table, held.item, grade));
    this.tell(true);
  }

  /** Send the grades to the stage. @param {boolean} held */
  tell(held) {
    const detail = { grades: this.bench.table().grades, held };
    document.dispatchEvent(new CustomEvent("rv-grades", { detail }));
  }

  /** Tell the stage that the trial is withdrawn. */
  withdraw() {
    document.dispatchEvent(new CustomEvent("rv-grades", { detail: { grades: null, held: true } }));
  }

  /** Release the item with its new or old grade. @returns {boolean} whether the grade has changed */
  release() {
    const { bench, held } = this;
    this.held = null;
    const table = bench.table();
    const to = held && table.grades?.[held.item];
    if (!held) return false;
    if (to === held.from) {
      this.withdraw();
      return false;
    }
    this.tell(false);
    bench.send({ do: "grade", item: table.items[held.item], to });
    return true;
  }

  /** Restore the table. @returns {boolean} whether anything was held */
  cancel() {
    const { bench, held } = this;
    this.held = null;
    if (!held) return false;
    bench.draw(held.before);
    this.withdraw();
    return true;
  }

  /** @param {KeyboardEvent} event @param {number} item @returns {boolean} whether the key was handled */
  key(event, item) {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      if (this.held?.item !== item) this.start(item, null);
      this.setGrade(limited((this.bench.table().grades?.[item] ?? 0) + by));
    } else if (event.key === "Enter" && this.held) this.release();
    else if (!(event.key === "Escape" && this.cancel())) return false;
    return true;
  }
}
