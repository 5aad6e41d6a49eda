"""Shared by several tests, from those of challenges."""

PATIENTS = "bundled:diabetes?grades=4&items=50&seed=9"
PLAYERS = "inline:?grades=6,5,4,3,2,1%26h1=111011%26h2=111110%26h3=101100%26h4=110100%26items=Ada,Bo,Cleo,Dee,Eli,Fay"


SOLUTIONS = {
    "stop-early": f"data={PLAYERS}&alg=rb-d,rb-c&rounds=8",
    "break-u1": "data=scenario:lemma-1&alg=rb-d&rounds=20&undefined=infinite",
    "part-over-e2": "data=synthetic:imbalanced&alg=rb-c,rb-plus&rounds=20&holdout=0",
    "no-difference": "data=inline:?items=a,b,c,d,e,f%26h1=101001%26h2=100110%26h3=011010%26pairs=a>b,c>d,e>f"
    "&alg=rb-c,rb-plus&rounds=10",
    "held-out": f"data={PATIENTS.replace('&', '%26')}&alg=rb-plus&rounds=16&holdout=25",
    "nothing-to-learn": "data=inline:?items=a,b,c,d%26h1=1100%26h2=1010%26pairs=a>b,d>c,a>c,d>b"
    "&alg=rb-d,rb-c,rb-plus&rounds=10",
    "worse-than-a-coin": "data=scenario:skew&alg=rb-d,adaboost&rounds=24&holdout=0&constant=0",
    "two-names": "data=synthetic:single-grade?n=200&alg=qbrank,gbt&rounds=12&holdout=0&eta=0.3&leaves=6&w=0",
    "under-the-line": "data=synthetic:rings?n=160&alg=kernel-gd&loss=least-squares&regularisation=0.5&rounds=20"
    "&holdout=0",
}
"""Links that solve them, without the address of the app."""
