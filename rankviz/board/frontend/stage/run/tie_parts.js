/** A ranker's effect on the pairs: the three parts of the weight, in the order of the bar. */

export const PARTS = /** @type {const} */ ([
  { key: "epsCorrect", name: "eps_correct", symbol: "ε⁺", cls: "rv-correct", text: "orders correctly" },
  { key: "epsTied", name: "eps_tied", symbol: "ε⁰", cls: "rv-tied", text: "ties" },
  { key: "epsReversed", name: "eps_reversed", symbol: "ε⁻", cls: "rv-reversed", text: "reverses" },
]);
