"""Shared by several tests, from those of letor."""

GOOD = (
    "2 qid:10 1:0.5 2:0.25 3:1 #docid = GX1 inc = 1 prob = 0.1\n"
    "0 qid:10 1:0.1 2:NULL 3:0 #docid = GX2 inc = 1 prob = 0.2\n"
    "1 qid:20 1:0.7 2:0.75 3:1 #docid = GX1 inc = 1 prob = 0.3\n"
    "0 qid:20 1:0.2 2:0.5 3:0 #docid = GX3 inc = 1 prob = 0.4\n"
)
