"""A document's features for a query, word by word: BM25 and language models as textbooks have them."""

import math

DOCUMENTS = 1e6


def features(tf: list[float], rarity: list[float], words: float, average: float) -> dict[str, float]:
    """What one text has of each word of the query: `tf` how often it stands there, `rarity` its share of all words.

    `words` are in the text, and `average` in all such texts. NaN for a language model of a text without any.
    """
    weighted, bm25, absolute, dirichlet, mercer = [], 0.0, 0.0, 0.0, 0.0
    words = max(words, 1.0)
    for count, p in zip(tf, rarity, strict=True):
        found = DOCUMENTS * (1 - math.exp(-p * average))
        idf = math.log((DOCUMENTS - found + 0.5) / (found + 0.5))
        weighted.append(count * idf)
        bm25 += idf * count * 3.5 / (count + 2.5 * (0.2 + 0.8 * words / max(average, 1.0)))
        absolute += math.log(max(count - 0.7, 0.0) / words + 0.7 * words**0.8 / words * p)
        dirichlet += math.log((count + 2000 * p) / (words + 2000))
        mercer += math.log(0.9 * count / words + 0.1 * p)
    silent = sum(tf) == 0
    mean, length = sum(weighted) / len(tf), math.sqrt(sum(w * w for w in weighted))
    return {
        "TF": sum(tf),
        "TF·IDF": sum(weighted),
        "BM25": bm25,
        "LM ABS": math.nan if silent else absolute,
        "LM DIR": math.nan if silent else dirichlet,
        "LM JM": math.nan if silent else mercer,
        "terms covered": float(sum(count > 0 for count in tf)),
        "share covered": sum(count > 0 for count in tf) / len(tf),
        "boolean": float(min(tf) > 0),
        "vector space": sum(weighted) / (length * math.sqrt(len(tf))) if length else 0.0,
        "least TF·IDF": min(weighted),
        "most TF·IDF": max(weighted),
        "mean TF·IDF": mean,
        "variance of TF·IDF": sum((w - mean) ** 2 for w in weighted) / len(tf),
        "mean TF / length": sum(tf) / words / len(tf),
    }
