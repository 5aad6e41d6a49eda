"""A table of one's own, a lesson of five steps and a challenge about it, as docs/lessons.md says how to write them."""

TABLE = """name,stars,price,rooms,pool
Alma,1,50,23,0
Brisa,2,73,24,0
Coral,3,102,7,0
Duna,4,110,13,1
Elba,1,47,27,0
Faro,2,85,20,1
Gaia,3,74,12,0
Hana,4,113,17,1
Iris,1,39,10,0
Jola,2,87,6,1
Kiel,3,66,13,1
Luna,4,104,27,1
"""

LESSON = """# Hotels of our town
about: What do price, rooms and a pool tell of the stars?
run hotels: ?data=table:hotels.csv?item=name%26grade=stars&alg=rb-c,rb-plus&rounds=12&holdout=0

## One question first
run: hotels @1
tiles: ranking

Here are {items} hotels and {pairs} pairs. Alma has {item:Alma.grade} star. [item:Alma.grade = 1]
Both begin with {rb-c.pick@1}. [rb-c.pick@1 = rb-plus.pick@1]

predict: Two groups, and {pairs} pairs. What does the first question leave undecided?
- More than half of the weight [rb-c.tied@1 > 0.5]: it ties {rb-c.tied@1}.
- Half of it or less [rb-c.tied@1 ≤ 0.5]: it ties {rb-c.tied@1}.

## What comes next
run: hotels @1
tiles: ranking, losses

A pair that is still undecided weighs more for one of the two. [rb-plus.factor@1 > 1; rb-c.factor@1 = 1]

ask: next ranker
of: rb-plus @2

after: RankBoost+ took {rb-plus.pick@2}.

## All in order
run: hotels @12
tiles: losses
curves: r1

In the end no pair is in the wrong order. [rb-c.r1@end = 0; rb-plus.r1@end = 0]

find: Go to the first round after which RB-C has every pair in order.
of: rb-c
goal: rb-c.r1@before > 0; rb-c.r1@here = 0
reply: After round {here} its error R̂1 is {rb-c.r1@here}.

## The price of a tie
run: hotels @12
tiles: losses
curves: e2

RB-C ends with Ê2 = {rb-c.e2@12}, RankBoost+ with {rb-plus.e2@12}. [rb-plus.e2@12 < rb-c.e2@12]

mark: Mark the round in which RankBoost+ first has an Ê2 below 0.6.
of: rb-plus
goal: rb-plus.e2@before ≥ 0.60; rb-plus.e2@here < 0.60
reply: After round {here} its Ê2 is {rb-plus.e2@here}.
event: It falls below

## Another step
run: hotels @1
tiles: ties
chart: step

RB-C gives the first question a weight of {rb-c.alpha@1}. It reverses no pair. [rb-c.reversed@1 = 0]

drag: Then a longer step only helps. Drag the α of RB-C until Ê1 is below 0.55.
of: rb-c @1
goal: rb-c.e1@1 < 0.55
reply: With α = {rb-c.alpha@1} Ê1 is {rb-c.e1@1}; it starts at 1.
answer: 2

# In short

- A question splits the hotels in two; many questions order them.

claims: first-round
"""

CHALLENGE = """# Fewer rounds
task: Let RankBoost+ put all pairs of hotels in order within 12 rounds.
hint: A question about the price splits the hotels elsewhere than one about the pool.
start: ?data=table:hotels.csv?item=name%26grade=stars&alg=rb-plus&rounds=2&holdout=0

- RankBoost+ runs [runs rb-plus]
- At most 12 rounds [asked ≤ 12]: Rounds asked for: {asked}.
- No pair is in the wrong order or tied [rb-plus.r1@end = 0]: R̂1 is {rb-plus.r1@end}.
"""
ANSWER = "?data=table:hotels.csv?item=name%26grade=stars&alg=rb-plus&rounds=12&holdout=0"
