"""The parts of the reference: one for each of the seven papers, and one for what stands in none of them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A part of the reference.

    Attributes
    ----------
    tag : how the part's equations are cited; empty where the part is no paper's.
    title : its heading.
    about : what it asks and finds, in three to five sentences.
    pages : the pages of the app that show the part: file name below `pages/`, and label.
    citation, doi : the paper in full, and where it is; empty where the part is no paper's.
    groups : its topics.
    """

    tag: str
    title: str
    about: str
    pages: tuple[tuple[str, str], ...]
    groups: tuple[str, ...]
    citation: str = ""
    doi: str = ""


PARTS = (
    Part(
        "RB+",
        "RankBoost+",
        "RankBoost builds a ranking from weak rankers that answer 0 or 1, and most pairs of items are tied by each of "
        "them. The paper asks how such a tie should count. RB-D leaves ties out of its weight, which is exact but "
        "often has no value; RB-C counts them half, which works better but lacked a theory. RankBoost+ charges a tie "
        "cosh η and so gets both: a bound, a minimum that it reaches, and smaller errors on real data. It also shows "
        "that the usual repairs of such a weight break RankBoost's own bound.",
        (("watch", "Watch"), ("gallery", "Gallery"), ("lessons", "Lessons")),
        (
            "Losses",
            "RB-D and RB-C",
            "RankBoost+",
            "Ties and policies",
            "Bounds",
            "Independence",
        ),
        "H. Connamacher, N. Pancha, R. Liu, S. Ray: RankBoost+: an improvement to RankBoost. Machine Learning 109, "
        "51–78, 2020 (online 2019).",
        "10.1007/s10994-019-05826-x",
    ),
    Part(
        "SM",
        "Margins",
        "A small ranking error on known pairs need not hold for new ones. The paper bounds the error on new pairs by "
        "the share of known pairs with a small margin, so a large least margin is worth having. RankBoost need not "
        "reach the largest one; Smooth Margin Ranking, a change of its step, converges to it. The paper also shows "
        "that AdaBoost, which never looks at pairs, minimises RankBoost's loss when it may use a constant classifier.",
        (("margins", "Margins"),),
        ("Margins and AdaBoost",),
        "C. Rudin, C. Cortes, M. Mohri, R. E. Schapire: Margin-Based Ranking Meets Boosting in the Middle. Learning "
        "Theory, COLT 2005, Lecture Notes in Computer Science 3559, 63–78.",
        "10.1007/11503415_5",
    ),
    Part(
        "Push",
        "P-norm push",
        "The user of a search sees the top of a list alone, so one irrelevant document up there costs more than many "
        "further down. The paper raises what RankBoost's loss charges each negative to a power p. The larger p, the "
        "harder the negatives on top are pushed down, at the price of order further below. It minimises this by "
        "coordinate descent, as RankBoost does, and bounds what holds for new items.",
        (("watch", "Watch"), ("gallery", "Gallery")),
        ("P-norm push",),
        "C. Rudin: The P-Norm Push: A Simple Convex Ranking Algorithm that Concentrates at the Top of the List. "
        "Journal of Machine Learning Research 10, 2233–2271, 2009.",
    ),
    Part(
        "Burges",
        "LambdaMART",
        "What LightGBM, XGBoost and RankLib call LambdaMART begins with a cost of each pair that RankNet minimises. "
        "The paper keeps only its slopes, the λ's, and multiplies each by what NDCG would change by if the two items "
        "changed places, so that pairs near the top weigh most. Regression trees then follow the λ's.",
        (("watch", "Watch"), ("gallery", "Gallery")),
        ("λ-gradients",),
        "C. J. C. Burges: From RankNet to LambdaRank to LambdaMART: An Overview. Microsoft Research Technical Report "
        "MSR-TR-2010-82, 2010.",
    ),
    Part(
        "QB",
        "QBRank",
        "Web search has two kinds of training data: grades of single documents, and preferences between two. The paper "
        "asks how one boosting method can learn from both. It replaces a complicated loss by a quadratic that lies "
        "above it, so that any regression tree can take the next step and the risk falls. QBRank is this method with "
        "a squared hinge on the pairs; on the paper's data it beats boosted trees on grades alone and RankSVM.",
        (("qbrank", "QBRank"),),
        ("General boosting",),
        "Z. Zheng, H. Zha, T. Zhang, O. Chapelle, K. Chen, G. Sun: A General Boosting Method and its Application to "
        "Learning Ranking Functions for Web Search. Advances in Neural Information Processing Systems 20 (NIPS 2007), "
        "1697–1704.",
    ),
    Part(
        "ListNet",
        "Lists",
        "A loss of pairs counts a long list more than a short one, and a mistake at its end as much as one at its top. "
        "The paper compares whole lists instead: the share that each item should have of its list, by its grade, with "
        "the share it has by its score. It trains a neural network; QBRank's trees lower the same loss here, under a "
        "quadratic that lies above it.",
        (("qbrank", "QBRank"), ("gallery", "Gallery")),
        ("Whole lists",),
        "Z. Cao, T. Qin, T.-Y. Liu, M.-F. Tsai, H. Li: Learning to Rank: From Pairwise Approach to Listwise Approach. "
        "24th International Conference on Machine Learning (ICML 2007), 129–136.",
        "10.1145/1273496.1273513",
    ),
    Part(
        "GD",
        "Kernel ranking",
        "Here a ranking of two classes is no sum of weak rankers but a smooth function in the space of a kernel. The "
        "paper asks how well plain gradient descent learns it, with any convex loss of the pairs and a penalty on the "
        "norm. It finds that the norm stays bounded when no step is too long, and how fast the ranking comes near the "
        "best one as the data grow.",
        (("kernel", "Kernel"),),
        ("Kernel gradient descent",),
        "H. Chen, F. He, Z. Pan: Approximation Analysis of Gradient Descent Algorithm for Bipartite Ranking. Journal "
        "of Applied Mathematics 2012, article 189753.",
        "10.1155/2012/189753",
    ),
    Part(
        "",
        "How RankViz counts",
        "What the papers leave open is settled here: ties between scores and between rankers, thresholds, missing "
        "values, held-out data. Experiments compares algorithms over many tasks, with the tests that the papers use.",
        (("data", "Data"), ("experiments", "Experiments")),
        ("Conventions", "Experiments"),
    ),
)
"""In the order of the page."""
