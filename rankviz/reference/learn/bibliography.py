"""The papers as BibTeX."""

CITED = {
    "RB+": "connamacher2020rankboostplus",
    "SM": "rudin2005margin",
    "Push": "rudin2009pnorm",
    "Burges": "burges2010ranknet",
    "QB": "zheng2007general",
    "ListNet": "cao2007listnet",
    "GD": "chen2012approximation",
}
"""The tag of a paper's equations to the key of its entry."""

_ENTRIES: dict[str, tuple[str, dict[str, str]]] = {
    "RB+": (
        "article",
        {
            "author": "Connamacher, Harold and Pancha, Nikil and Liu, Rui and Ray, Soumya",
            "title": "{RankBoost+}: an improvement to {RankBoost}",
            "journal": "Machine Learning",
            "volume": "109",
            "pages": "51--78",
            "year": "2020",
            "doi": "10.1007/s10994-019-05826-x",
        },
    ),
    "SM": (
        "inproceedings",
        {
            "author": "Rudin, Cynthia and Cortes, Corinna and Mohri, Mehryar and Schapire, Robert E.",
            "title": "Margin-Based Ranking Meets Boosting in the Middle",
            "booktitle": "Learning Theory, COLT 2005",
            "series": "Lecture Notes in Computer Science",
            "volume": "3559",
            "pages": "63--78",
            "publisher": "Springer",
            "year": "2005",
            "doi": "10.1007/11503415_5",
        },
    ),
    "Push": (
        "article",
        {
            "author": "Rudin, Cynthia",
            "title": "The P-Norm Push: A Simple Convex Ranking Algorithm that Concentrates at the Top of the List",
            "journal": "Journal of Machine Learning Research",
            "volume": "10",
            "pages": "2233--2271",
            "year": "2009",
        },
    ),
    "Burges": (
        "techreport",
        {
            "author": "Burges, Christopher J. C.",
            "title": "From {RankNet} to {LambdaRank} to {LambdaMART}: An Overview",
            "institution": "Microsoft Research",
            "number": "MSR-TR-2010-82",
            "year": "2010",
        },
    ),
    "QB": (
        "inproceedings",
        {
            "author": "Zheng, Zhaohui and Zha, Hongyuan and Zhang, Tong and Chapelle, Olivier and Chen, Keke and "
            "Sun, Gordon",
            "title": "A General Boosting Method and its Application to Learning Ranking Functions for Web Search",
            "booktitle": "Advances in Neural Information Processing Systems 20 ({NIPS} 2007)",
            "pages": "1697--1704",
            "year": "2007",
        },
    ),
    "ListNet": (
        "inproceedings",
        {
            "author": "Cao, Zhe and Qin, Tao and Liu, Tie-Yan and Tsai, Ming-Feng and Li, Hang",
            "title": "Learning to Rank: From Pairwise Approach to Listwise Approach",
            "booktitle": "24th International Conference on Machine Learning ({ICML} 2007)",
            "pages": "129--136",
            "year": "2007",
            "doi": "10.1145/1273496.1273513",
        },
    ),
    "GD": (
        "article",
        {
            "author": "Chen, Hong and He, Fangchao and Pan, Zhibin",
            "title": "Approximation Analysis of Gradient Descent Algorithm for Bipartite Ranking",
            "journal": "Journal of Applied Mathematics",
            "volume": "2012",
            "pages": "189753",
            "year": "2012",
            "doi": "10.1155/2012/189753",
        },
    ),
}


def bibtex() -> str:
    """All entries, one after the other, ASCII."""
    return "\n".join(_entry(CITED[tag], *entry) for tag, entry in _ENTRIES.items())


def _entry(key: str, kind: str, fields: dict[str, str]) -> str:
    rows = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *rows, "}", ""])
