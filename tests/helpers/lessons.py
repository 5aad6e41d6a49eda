"""A lesson with every act, on players of one's own, as docs/lessons.md says."""

FIVE = """# Five acts
about: A find, a mark, a flip, a drag and a prediction, on players of my own.
run players: ?data=inline:?grades=6,5,4,3,2,1%26h1=111011%26h2=111110%26h3=101100%26items=a,b,c,d,e,f&alg=rb-c&rounds=6

## Find
run: players @6
tiles: losses
curves: r1

The error R̂1 is {rb-c.r1@6}.

find: Go to the first round after which R̂1 is below 0.3.
goal: rb-c.r1@before > 0.30; rb-c.r1@here < 0.30
reply: After round {here} R̂1 is {rb-c.r1@here}.

after: Found. [rb-c.r1@6 ≥ 0]

## Flip
run: players @1
tiles: ties

h1 reverses {h1.wrong} pairs. [h1.wrong > 0]

flip: Flip one answer of h1, so that it reverses no pair.
rankers: h1
goal: h1.wrong < was.h1.wrong
reply: Now h1 reverses {h1.wrong} pairs.
answer: h1:3

## Drag
run: players @1
tiles: ties
chart: step

Its α is {rb-c.alpha@1}.

drag: Drag α above 2.
goal: rb-c.alpha@1 ≥ 2
reply: α is {rb-c.alpha@1}.
answer: 2.5

## Predict
run: players @1
tiles: ranking

A *pair* has two players.

predict: What happens to Ê2 in round 2?
- It rises [rb-c.e2@2 > rb-c.e2@1]: it goes to {rb-c.e2@2}.
- It falls [rb-c.e2@2 < rb-c.e2@1]: it goes to {rb-c.e2@2}.

after: Ê2 is {rb-c.e2@2}.

## Ask
run: players @1
tiles: ranking

Which is next?

ask: next ranker

# In short

- That was all.

claims: first-round
"""
