/** Levels of items by their pairs: the longest chain of preferences below each; items on a cycle share a level (rankviz/board/pair_map.py). */

/**
 * Return the strongly connected components of the pair graph (Tarjan), each after all components below it.
 * @param {number} n @param {Int32Array} start item x belongs above lower[start[x]] to lower[start[x + 1] − 1] @param {ArrayLike<number>} lower
 * @returns {{part: Int32Array, count: number}} each item's component
 */
export function strongComponents(n, start, lower) {
  const part = new Int32Array(n).fill(-1);
  const [seen, low] = [new Int32Array(n).fill(-1), new Int32Array(n)];
  const next = start.slice(0, n);
  /** @type {number[]} */
  const open = [];
  let [order, count] = [0, 0];
  for (let root = 0; root < n; root++) {
    const path = seen[root] < 0 ? [root] : [];
    while (path.length) {
      const x = path[path.length - 1];
      if (seen[x] < 0) {
        seen[x] = low[x] = order++;
        open.push(x);
      }
      if (next[x] < start[x + 1]) {
        const y = lower[next[x]++];
        if (seen[y] < 0) path.push(y);
        else if (part[y] < 0) low[x] = Math.min(low[x], seen[y]);
        continue;
      }
      path.pop();
      if (path.length) low[path[path.length - 1]] = Math.min(low[path[path.length - 1]], low[x]);
      if (low[x] < seen[x]) continue;
      for (let y = -1; y !== x;) part[(y = /** @type {number} */ (open.pop()))] = count;
      count++;
    }
  }
  return { part, count };
}

/** Return each item's level. @param {number} n @param {Int32Array} start @param {ArrayLike<number>} lower @returns {Float64Array} */
export function preferenceLevels(n, start, lower) {
  const { part, count } = strongComponents(n, start, lower);
  const level = new Float64Array(count);
  const items = Array.from({ length: n }, (_, x) => x).sort((x, y) => part[x] - part[y]);
  for (const x of items)
    for (let i = start[x]; i < start[x + 1]; i++)
      if (part[lower[i]] !== part[x]) level[part[x]] = Math.max(level[part[x]], level[part[lower[i]]] + 1);
  return Float64Array.from(part, (p) => level[p]);
}
