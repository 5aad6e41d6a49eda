/** The binary format of a run: "RVZ1", the header's length, the header as JSON, then the arrays. */

import { ARRAYS } from "./arrays.js";

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  i4: Int32Array,
};

/** @typedef {keyof typeof TYPES} Kind an element type, in NumPy's notation */
/** @typedef {{dtype: Kind, shape: number[], offset: number}} Place of an array */
/** @typedef {Record<string, Place>} Table */
/** @typedef {keyof typeof ARRAYS} Group */

/** @template {Group} G @typedef {typeof ARRAYS[G]["arrays"]} Specs */
/** @template {Group} G @typedef {keyof Specs<G> & string} Name an array of the group */
/** @template {Group} G @template {Kind} K @typedef {{[N in Name<G>]: Specs<G>[N] extends `${K}${string}` ? N : never}[Name<G>]} NameOf an array of that element type */
/** @template S @typedef {S extends `${infer K}?` ? KindOf<K> : S extends `${infer A}|${infer B}` ? KindOf<A> | KindOf<B> : S extends Kind ? S : never} KindOf */
/** @template S @typedef {S extends `${infer K} ${string}` ? InstanceType<typeof TYPES[KindOf<K>]> : never} Typed the typed array of a line of the schema */
/** @template {string} S @typedef {S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S} Camel */

/**
 * All arrays of a group by camel-cased name; null for an optional array that the pack lacks.
 * @template {Group} G @typedef {{[N in Name<G> as Camel<N>]: Typed<Specs<G>[N]> | (Specs<G>[N] extends `${string}?${string}` ? null : never)}} All
 */

/**
 * An opened pack.
 * @template Meta
 * @typedef {Object} Pack
 * @property {Meta} meta the header without the table of arrays
 * @property {ArrayFinder<"shared">} arrays
 */

/**
 * Typed views into a pack's arrays, for one group of the schema.
 * @template {Group} G
 */
export class ArrayFinder {
  /** @param {ArrayBuffer} buffer @param {number} start of the first array, bytes @param {Table} table @param {G} group @param {number} run number of the run, if the group belongs to one */
  constructor(buffer, start, table, group, run = 0) {
    this.buffer = buffer;
    this.start = start;
    this.table = table;
    this.group = group;
    this.run = run;
  }

  /** Return the finder of another group. @template {Group} H @param {H} group @param {number} [run] @returns {ArrayFinder<H>} */
  of(group, run = this.run) {
    return new ArrayFinder(this.buffer, this.start, this.table, group, run);
  }

  /** Return an array's name in the pack. @param {Name<G>} name */
  nameOf(name) {
    return ARRAYS[this.group].at.replace("#", String(this.run)).replace("*", name);
  }

  /**
   * Return an array. Throws an Error if its element type contradicts the schema.
   * @template {Name<G>} N
   * @param {N} name @returns {Typed<Specs<G>[N]> | null} null if the pack has none
   */
  find(name) {
    const place = this.table[this.nameOf(name)];
    if (!place) return null;
    const kinds = this.kinds(name);
    if (!kinds.includes(place.dtype))
      throw new Error(
        `The array ${this.nameOf(name)} has the type ${place.dtype}, not ${kinds.join(" or ")}.`,
      );
    return /** @type {Typed<Specs<G>[N]>} */ (arrayAt(this.buffer, this.start, place));
  }

  /**
   * Return an array that every such run has.
   * @template {Name<G>} N
   * @param {N} name @returns {Typed<Specs<G>[N]>}
   */
  get(name) {
    const found = this.find(name);
    if (!found) throw new Error(`The run has no array ${this.nameOf(name)}.`);
    return found;
  }

  /** @returns {All<G>} */
  all() {
    const specs = /** @type {Record<Name<G>, string>} */ (ARRAYS[this.group].arrays);
    const names = /** @type {Name<G>[]} */ (Object.keys(specs));
    const found = names.map((name) => [
      camel(name),
      specs[name].includes("?") ? this.find(name) : this.get(name),
    ]);
    return Object.fromEntries(found);
  }

  /** Return the element types that an array may have. @param {Name<G>} name */
  kinds(name) {
    const specs = /** @type {Record<Name<G>, string>} */ (ARRAYS[this.group].arrays);
    return specs[name].split(" ")[0].replace("?", "").split("|");
  }

  /** @param {Name<G>} name */
  has(name) {
    return this.nameOf(name) in this.table;
  }

  /** @param {Name<G>} name @returns {number[]} [] if there is no such array */
  shape(name) {
    return this.table[this.nameOf(name)]?.shape ?? [];
  }
}

/** @param {string} name */
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Return the array at a place. @param {ArrayBuffer} buffer @param {number} start of the first array, bytes @param {Place} place */
export function arrayAt(buffer, start, { dtype, shape, offset }) {
  return new TYPES[dtype](
    buffer,
    start + offset,
    shape.reduce((x, y) => x * y, 1),
  );
}

/**
 * @template Meta
 * @param {ArrayBuffer} buffer @returns {Pack<Meta>}
 */
export function openPack(buffer) {
  const { meta, start, table } = readHeader(buffer);
  return { meta, arrays: new ArrayFinder(buffer, start, table, "shared") };
}

/** Return the header, and the offset of the arrays in bytes. @param {ArrayBuffer} buffer @returns {{meta: any, start: number, table: Table}} */
export function readHeader(buffer) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, false) !== 0x52565a31)
    throw new Error("This is not a run (it does not begin with RVZ1).");
  const size = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)));
  return { meta: header.meta, start: 8 + size, table: header.arrays };
}
