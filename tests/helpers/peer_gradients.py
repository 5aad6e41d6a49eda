"""λ's and second derivatives as LightGBM and XGBoost have them, read out of trees with one split.

A tree that parts one item from the others has in that item's leaf −G/H as its value and H as its weight.
"""

import numpy as np

Found = tuple[np.ndarray, np.ndarray]
"""G and H (n,), NaN for an item that the library does not part from the others: it gains too little."""
NOT_PARTED = (np.nan, np.nan)
PADDING = 9000
"""Items of a query without a pair: LightGBM guesses from H how many items a leaf has, and wants one at least."""


def lightgbm(grades: np.ndarray, sizes: list[int], scores: np.ndarray, **options: object) -> Found:
    """By LightGBM's `lambdarank`, rows by query in these sizes."""
    import lightgbm

    params = {
        "objective": "lambdarank",
        "num_leaves": 2,
        "min_data_in_leaf": 1,
        "min_data_in_bin": 1,
        "min_sum_hessian_in_leaf": 0.0,
        "feature_pre_filter": False,
        "learning_rate": 1.0,
        "boost_from_average": False,
        "verbose": -1,
        "num_threads": 1,
        "deterministic": True,
        **options,
    }

    def alone(i: int) -> tuple[float, float]:
        data = lightgbm.Dataset(
            (np.arange(len(grades) + PADDING) == i).astype(float)[:, None],
            label=np.append(grades, np.zeros(PADDING)),
            group=[*sizes, PADDING],
            init_score=np.append(scores, np.zeros(PADDING)),
            params=params,
        )
        (tree,) = lightgbm.train(params, data, 1).dump_model()["tree_info"]
        leaf = tree["tree_structure"].get("right_child")
        return NOT_PARTED if leaf is None else (float(leaf["leaf_value"]), float(leaf["leaf_weight"]))

    return _solved([alone(i) for i in range(len(grades))])


def xgboost(
    objective: str, grades: np.ndarray, sizes: list[int], scores: np.ndarray, **options: object
) -> Found:
    """By XGBoost's `rank:ndcg` or `rank:pairwise`."""
    import xgboost

    params = {
        "objective": objective,
        "max_depth": 1,
        "tree_method": "exact",
        "min_child_weight": 0.0,
        "reg_lambda": 0.0,
        "learning_rate": 1.0,
        "lambdarank_pair_method": "topk",
        "nthread": 1,
        **options,
    }

    def alone(i: int) -> tuple[float, float]:
        data = xgboost.DMatrix(np.eye(len(grades))[:, [i]], label=grades, base_margin=scores)
        data.set_group(sizes)
        nodes = xgboost.train(params, data, 1).trees_to_dataframe().set_index("ID")
        if len(nodes) == 1:
            return NOT_PARTED
        leaf = nodes.loc[nodes["No"].iloc[0]]
        return float(leaf["Gain"]), float(leaf["Cover"])

    return _solved([alone(i) for i in range(len(grades))])


def _solved(leaves: list[tuple[float, float]]) -> Found:
    value, weight = np.array(leaves).T
    return -value * weight, weight
