/** The bytes of a run as they travel: "RVZ1", the header's length, the header as JSON, then the arrays it names. */

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  i4: Int32Array,
};

/** @typedef {keyof typeof TYPES} Kind the element type, as numpy writes it */
/** @typedef {{[K in Kind]: InstanceType<typeof TYPES[K]>}} Arrays */
/** @typedef {Record<string, {dtype: Kind, shape: number[], offset: number}>} Table */

/**
 * A pack that has been opened.
 * @template Meta
 * @typedef {Object} Pack
 * @property {Meta} meta what the header says beside the arrays
 * @property {Finder} arrays
 */

/** Typed views into the pack's bytes, by name. An array whose element type is another one than asked for is an error. */
export class Finder {
  /** @param {ArrayBuffer} buffer @param {number} start of the first array, bytes @param {Table} table @param {string} prefix of all names */
  constructor(buffer, start, table, prefix = "") {
    this.buffer = buffer;
    this.start = start;
    this.table = table;
    this.prefix = prefix;
  }

  /** Only the arrays whose names begin so. @param {string} prefix */
  within(prefix) {
    return new Finder(this.buffer, this.start, this.table, this.prefix + prefix);
  }

  /**
   * @template {Kind} K
   * @param {string} name @param {K[]} kinds that it may have @returns {Arrays[K] | null} null where there is none
   */
  find(name, ...kinds) {
    const at = this.table[this.prefix + name];
    if (!at) return null;
    if (!kinds.some((kind) => kind === at.dtype))
      throw new Error(`The array ${this.prefix}${name} has the type ${at.dtype}, not ${kinds.join(" or ")}.`);
    const count = at.shape.reduce((x, y) => x * y, 1);
    return /** @type {Arrays[K]} */ (new TYPES[at.dtype](this.buffer, this.start + at.offset, count));
  }

  /**
   * An array that every such run has.
   * @template {Kind} K
   * @param {string} name @param {K[]} kinds @returns {Arrays[K]}
   */
  get(name, ...kinds) {
    const found = this.find(name, ...kinds);
    if (!found) throw new Error(`The run has no array ${this.prefix}${name}.`);
    return found;
  }

  /** @param {string} name */
  has(name) {
    return this.prefix + name in this.table;
  }

  /** @param {string} name @returns {number[]} [] when there is no such array */
  shape(name) {
    return this.table[this.prefix + name]?.shape ?? [];
  }
}

/**
 * @template Meta
 * @param {ArrayBuffer} buffer @returns {Pack<Meta>}
 */
export function open(buffer) {
  const { meta, start, table } = locate(buffer);
  return { meta, arrays: new Finder(buffer, start, table) };
}

/** The header, and where the arrays begin, bytes. @param {ArrayBuffer} buffer @returns {{meta: any, start: number, table: Table}} */
export function locate(buffer) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, false) !== 0x52565a31)
    throw new Error("This is not a run (it does not begin with RVZ1).");
  const size = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)));
  return { meta: header.meta, start: 8 + size, table: header.arrays };
}
