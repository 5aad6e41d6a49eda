/**
 * The schema of a pack's arrays, stated once: rankviz/board/schema.py reads this file, too, and checks each pack against it.
 *
 * `at` says where a group's arrays are in a pack, # being the run's number and * the array's name. Each array has its element
 * type (alternatives by |; ? if some packs lack it), then the length of each dimension. A named length is the same everywhere
 * in a pack, or in a run; `states` are one more than `rounds`.
 * Entry t − 1 of an array over rounds belongs to round t; entry t of one over states is after round t. NaN is a missing value.
 */
// prettier-ignore
export const ARRAYS = /** @type {const} */ ({
  "shared": {"at": "*", "arrays": {
    "grades": "f8 items",
    "query": "u2|u4 items",
    "axis": "i4 items", // items in true order
    "pair_higher": "u4? pairs", // the map's marks, if they are pairs
    "pair_lower": "u4? pairs",
    "cell_row": "u2? cells", // the map's marks, if they are cells
    "cell_col": "u2? cells",
    "cell_pairs": "u4? cells",
    "item_group": "u2? items",
    "ask_values": "f8? columns items", // of the features used by picked stumps
    "ask_pool": "u1? pool items" // the answers of a small pool
  }},
  "branch": {"at": "branch.*", "arrays": { // what stage/branch computes from; small runs only
    "codes": "u1? pool_rows items", // the bin of each item on each feature; a ranker is 1 above its own bin
    "offsets": "i4? pool_ends", // index of the first ranker of each feature
    "thresholds": "f8? candidates", // NaN for a ranker that has only a name
    "higher": "u4? critical", // the pairs, if the map's marks are cells
    "lower": "u4? critical",
    "counts": "f8? critical", // how much each pair counts, if pairs count differently
    "vote_a": "u4? met", // the votes behind the pairs: each two items that met, and their results
    "vote_b": "u4? met",
    "votes": "f8? 3 met", // won by the first, won by the second, tied
    "held_codes": "u1? pool_rows held_items", // the same for held-out items
    "held_grades": "f8? held_items",
    "held_query": "u4? held_items",
    "held_higher": "u4? held_pairs",
    "held_lower": "u4? held_pairs",
    "held_counts": "f8? held_pairs"
  }},
  "run": {"at": "#.*", "arrays": {
    "curves": "f8 curves states",
    "own": "f8? own states",
    "search": "f8? 2 states",
    "pick": "u2 rounds",
    "alpha": "f8 rounds",
    "scores": "f4 states items",
    "place": "u2 states items",
    "margin_hist": "f4 states bins",
    "least_pair": "u4 states",
    "weight": "u1 states marks", // for the colour: 16 steps per doubling, see factorOf
    "factor": "f8? states marks", // the same in equal shares, exactly; small runs only
    "mover_higher": "u4 rounds movers",
    "mover_lower": "u4 rounds movers",
    "mover_before": "f8 rounds movers",
    "mover_after": "f8 rounds movers",
    "top": "f8 states asked", // each query's largest weight of a mark, in equal shares; one query if marks are cells
    "top_mark": "u4 states asked", // the first mark with that weight
    "top_alike": "u4 states asked", // how many marks have it
    "cell_correct": "u1? rounds marks",
    "cell_reversed": "u1? rounds marks"
  }},
  "picks": {"at": "#.*", "arrays": {
    "outcome": "u1 rounds",
    "h": "u1 rounds items",
    "alpha_prior": "f8 rounds",
    "tied_for": "f8? rounds", // how much of ε⁰ counts as ε⁺ in α's equation
    "tied_against": "f8? rounds", // how much of ε⁰ counts as ε⁻
    "eps_correct": "f8 rounds",
    "eps_tied": "f8 rounds",
    "eps_reversed": "f8 rounds",
    "z": "f8 rounds",
    "delta": "f8 rounds",
    "tie_factor": "f8 rounds" // factor of a tied pair's weight
  }},
  "asked": {"at": "#.*", "arrays": {
    "crossed": "u4? rankers 3", // pairs ordered correctly, tied, reversed
    "edge": "f4? rounds pool" // NaN if a ranker was not searched
  }},
  "best": {"at": "#.*", "arrays": {
    "best": "u2 rounds listed", // the best candidates of each round
    "best_slope": "f4 rounds listed", // the quantity by which they are compared
    "best_kind": "u1 rounds listed"
  }},
  "steps": {"at": "#.step_*", "arrays": {
    "alphas": "f4 grids points", // the grids, concatenated
    "grid": "u2 tries", // each round's grid; one more if a policy refused a round
    "z": "f4 tries points",
    "loss": "f4 tries points",
    "bound": "f4? tries points",
    "z2": "f4? tries points", // the factor of Ê2, of a run that lowers Ê1
    "parts": "u1 tries 2 points",
    "marks": "f8 tries 9"
  }},
  "population": {"at": "population.#", "arrays": {
    "errors": "f8 2 states"
  }},
  "kernel": {"at": "kernel.*", "arrays": {
    "positive": "u1 items",
    "points": "f4? items 2",
    "held_points": "f4? held 2",
    "held_positive": "u1? held"
  }},
  "law": {"at": "kernel.law.*", "arrays": {
    "surface": "u1? 1 side side",
    "lines": "u2? pieces_of_law 4",
    "line_start": "u4? 2"
  }},
  "surface": {"at": "kernel.#.*", "arrays": {
    "surface": "u1? frames side side",
    "lines": "u2? pieces 4",
    "line_start": "u4? starts"
  }},
  "learner": {"at": "kernel.#.*", "arrays": {
    "classes": "f4 frames sides score_bins",
    "shapes": "f4? losses edges",
    "held_risk": "f8? states",
    "coefficients": "f4? frames shown",
    "coefficient_items": "u4? shown",
    "target_coefficients": "f4? shown",
    "margins": "f4? frames margin_bins",
    "losses_auc": "f8? losses states",
    "losses_auc_holdout": "f8? losses states"
  }},
  "game": {"at": "margins.*", "arrays": {
    "higher": "u4? hardest", // the hardest pairs of the margin game
    "lower": "u4? hardest",
    "weight": "f8? hardest",
    "weighed_higher": "u4 weighed",
    "weighed_lower": "u4 weighed",
    "d_star": "f8 weighed",
    "share_star": "f8 shares"
  }},
  "margins": {"at": "margins.*.#", "arrays": {
    "margin": "f4? states hardest",
    "d": "f4 states weighed",
    "share": "f4 states shares",
    "slack": "f8? states",
    "ratio": "f8? states",
    "sure_ratio": "f8? states",
    "gain_thousandths": "f8? states",
    "least_thousandths": "f8? states",
    "given_away": "f8? states",
    "step_share": "f8? states",
    "along_two": "f8? rounds",
    "along_marks": "f8? rounds 6",
    "along_f": "f8? rounds steps",
    "along_g": "f8? rounds steps",
    "f_tilde": "f8? states",
    "auc": "f8? states",
    "f_skew": "f8? states"
  }},
  "dots": {"at": "qbrank.*", "arrays": {
    "dots": "u4 dots"
  }},
  "qbrank": {"at": "qbrank.#.*", "arrays": {
    "precision_round": "u4 looks",
    "precision": "f8 looks percents",
    "precision_held": "f8? looks percents",
    "along_at": "f8? rounds places",
    "along_risk": "f8? rounds places",
    "along_bound": "f8? rounds places",
    "along_fitted": "f8? rounds places",
    "least_bound": "f8? rounds",
    "least_fitted": "f8? rounds",
    "least_risk": "f8? rounds",
    "search_at": "f8? rounds",
    "step_at": "f8? rounds",
    "least_at": "f8? rounds",
    "target": "f4? rounds dots",
    "fitted": "f4? rounds dots",
    "pushed": "f4? rounds dots",
    "pulled": "f4? rounds dots",
    "complexity": "f8? states"
  }},
  "fallen": {"at": "trees.*", "arrays": {
    "dots": "u4 fallen" // items drawn as dots
  }},
  "trees": {"at": "trees.#.*", "arrays": { // runs that grow trees
    "leaf": "u2? rounds fallen",
    "node_feature": "i4? nodes",
    "node_threshold": "f8? nodes",
    "node_left": "i4? nodes",
    "node_right": "i4? nodes",
    "node_missing_left": "u1? nodes",
    "node_value": "f8? nodes",
    "node_items": "u4? nodes",
    "node_start": "u4? states",
    "gain_share": "f4? states listed_features", // each feature's share of all gain so far
    "questions": "u4? states listed_features",
    "features_asked": "u4? states"
  }}
});
