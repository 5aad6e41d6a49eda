"""Why the equations of the RankBoost+ paper are so, in a few lines of Markdown each, by the entry's key."""

WHY: dict[str, tuple[str, ...]] = {
    "pair-score": (
        r"A ranker that says 1 of both items of a pair, or of neither, adds the same to both scores.",
        r"So only $h_s(x'_i) - h_s(x_i) \in \{1, 0, -1\}$ counts, and $s_i = \sum_s \eta_s (h_s(x'_i) - "
        r"h_s(x_i))$.",
    ),
    "3": (
        r"A pair is in order when its higher item scores more: $s_i > 0$. All others are counted.",
        r"At the start every $s_i$ is 0, so $\hat R_1 = 1$.",
    ),
    "4": (
        r"A coin breaks a tie rightly half of the time, so a tied pair is half an error on average.",
        r"On two classes this is $1 - \text{AUC}$.",
    ),
    "5": (
        r"$\mathbf 1[s \le 0] \le e^{-s}$ for every $s$, so $\hat R_1 \le \hat E_1$.",
        r"Unlike the error, $e^{-s}$ is smooth and convex in $\eta$, so it can be lowered step by step.",
    ),
    "22": (
        r"A ranker that ties a pair is right or wrong about it with equal chance: the mean of $e^{-\eta}$ and "
        r"$e^{\eta}$ is $\cosh \eta$.",
        r"As $\cosh \eta \ge 1$, a tie now costs something in every ranker that makes it.",
    ),
    "algorithm-1": (
        r"Lowering a sum of exponentials in one coordinate at a time needs each term's present size only.",
        r"$D$ is that size, scaled to a sum of 1, so nothing else must be remembered from round to round.",
    ),
    "8": (
        r"Each pair belongs to exactly one of the three sums, and $\sum_i D(i) = 1$.",
        r"So $\varepsilon^+ + \varepsilon^0 + \varepsilon^- = 1$.",
    ),
    "potential": (
        r"$\varepsilon^+ - \varepsilon^- = \sum_i D(i) (h(x'_i) - h(x_i))$, as the difference is $1$, $0$ or "
        r"$-1$.",
        r"Collect the terms of each item $x$: it has $+D(i)$ where it is the higher, $-D(i)$ where it is the "
        r"lower.",
    ),
    "9": (
        r"Adding $\alpha_t h_t$ multiplies $e^{-s_i}$ by $e^{-\alpha_t}$, $1$ or $e^{\alpha_t}$.",
        r"So $D_{t+1}(i) \propto e^{-s_i}$ once more, and $Z_t$ makes the sum 1.",
    ),
    "11": (
        r"Sum $D_t(i)\,\omega_t(i)$ over the pairs of each kind: those in order give $\varepsilon^+ "
        r"e^{-\alpha}$, the reversed $\varepsilon^- e^{\alpha}$, the tied $\varepsilon^0$.",
    ),
    "12": (
        r"Unwind (9): $D_{t+1}(i) = \frac1m e^{-s_i} / \prod_{s \le t} Z_s$.",
        r"Sum over $i$. The left side is 1, so $\frac1m \sum_i e^{-s_i} = \prod_s Z_s$.",
    ),
    "13": (
        r"Along $h$ the loss starts with the slope $\frac{d}{d\alpha} Z |_{0} = \varepsilon^- - \varepsilon^+$.",
        r"The ranker with the steepest descent is taken; upside down, one with a steep rise serves as well.",
    ),
    "14": (
        r"$\frac{dZ}{d\alpha} = -\varepsilon^+ e^{-\alpha} + \varepsilon^- e^{\alpha} = 0$ gives $e^{2\alpha} = "
        r"\varepsilon^+ / \varepsilon^-$.",
        r"$Z$ is convex in $\alpha$, so this is its minimum. Ties have fallen out of it.",
    ),
    "17": (
        r"$e^{-\alpha x}$ is convex in $x$, so on $[-1, 1]$ it lies under its chord: $e^{-\alpha x} \le "
        r"\frac{1+x}2 e^{-\alpha} + \frac{1-x}2 e^{\alpha}$.",
        r"Take the mean over the pairs with $x = h(x'_i) - h(x_i)$, whose mean is $r$.",
    ),
    "19": (
        r"The slope of the right side of (18) in $\alpha$ is 0 where $(1 - r) e^{\alpha} = (1 + r) e^{-\alpha}$.",
        r"So $e^{2\alpha} = (1 + r) / (1 - r)$.",
    ),
    "38": (
        r"$\frac{1 + r}2 = \varepsilon^+ + \frac12 \varepsilon^0$ and $\frac{1 - r}2 = \varepsilon^- + \frac12 "
        r"\varepsilon^0$, because the three add up to 1.",
        r"Put in, the tied part is $\frac12 \varepsilon^0 (e^{\alpha} + e^{-\alpha}) = \varepsilon^0 \cosh "
        r"\alpha$: (27) with $\alpha' = 0$.",
    ),
    "25": (
        r"A pair tied by a ranker of weight $\alpha'$ costs the factor $\cosh \alpha'$; after the round it costs "
        r"$\cosh(\alpha + \alpha')$.",
        r"The ratio of the two is what its weight is multiplied by.",
    ),
    "27": (
        r"As in (11), sum $D_t(i)\,\omega^+_t(i)$ by kind; only the tied pairs have another factor.",
        r"A ranker that is new has $\alpha' = 0$, and its tie factor is $\cosh \alpha$.",
    ),
    "29": (
        r"The factors of (25) multiply up to $\omega^*_2$ of (22): $\prod \cosh(\alpha + \alpha') / \cosh "
        r"\alpha' = \cosh \eta$.",
        r"So, as in (12), $\frac1m \sum_i \prod_s \omega^*_2 = \prod_s Z_s$.",
    ),
    "33": (
        r"Differentiate (27) at $\alpha = 0$: $\frac{d}{d\alpha} \frac{\cosh(\alpha + \alpha')}{\cosh \alpha'} = "
        r"\tanh \alpha'$.",
        r"For a new ranker $\tanh 0 = 0$, so $\delta$ is that of (13).",
    ),
    "34": (
        r"Write $\cosh(\alpha + \alpha') = \frac12 (e^{\alpha} e^{\alpha'} + e^{-\alpha} e^{-\alpha'})$ in (27): "
        r"$Z = A e^{-\alpha} + B e^{\alpha}$.",
        r"Its minimum is at $\alpha = \frac12 \ln (A / B)$, with $A$ over and $B$ under the line here.",
    ),
    "algorithm-2": (
        r"$F_2$ is taken over independent rankers, and any maximal independent set spans the same scores.",
        r"So the set may be grown from the best candidates, and then only its own weights have to be tuned.",
    ),
    "section-4": (
        r"To add $\alpha h = \alpha \sum_s \beta_s h_s$ is to move the weights of $S$ by $\alpha \beta$.",
        r"The slope of $F_2$ in that direction is $\nabla F_2 \cdot \beta$; dividing by $\lVert \beta \rVert_2$ "
        r"makes directions comparable.",
    ),
    "proposition-1": (
        r"$\hat R_1$ counts a tied pair like a reversed one; in $\hat E_1$ it costs 1, a reversed one "
        r"$e^{\alpha} > 1$.",
        r"$h_1$ ties most pairs and reverses one, $h_2$ reverses five. So the two measures disagree.",
    ),
    "proposition-3": (
        r"For one ranker with weight 1 and $\varepsilon$ of equal weights: $\hat E_2 = \varepsilon^+ e^{-1} + "
        r"\varepsilon^- e + \varepsilon^0 \cosh 1$.",
        r"As $\hat R_2 = \varepsilon^- + \frac12 \varepsilon^0$, this is $e^{-1} + (e - e^{-1}) \hat R_2$, which "
        r"rises with $\hat R_2$.",
    ),
    "figure-4": (
        r"With $\varepsilon^- = 0$ the loss $Z = \varepsilon^0 + \varepsilon^+ e^{-\alpha}$ falls for ever: no "
        r"finite $\alpha$ is best.",
        r"Weights never become 0 by a finite step, so this means a ranker that reverses no pair at all.",
    ),
    "lemma-1": (
        r"With infinite weight the last ranker alone orders the pairs, and those it ties stay tied.",
        r"The bound was built from all rounds, among them those whose work is now lost.",
    ),
    "lemma-2": (
        r"The distribution is updated as if the weight were infinite, the ensemble with $C$.",
        r"So $D$ is no longer $e^{-s}$ scaled to 1, which (12) and Theorem 1 rest on.",
    ),
    "49": (
        r"Replace $\varepsilon^-_t = 0$ by a small $d_t$, so that every weight is finite.",
        r"Let $d_1 \to 0$ faster than $d_2$, and so on: earlier rankers then decide first, later ones what they "
        r"tie.",
    ),
    "forced": (
        r"$Z$ and the update of $D$ are defined for any $h_t$ and $\alpha_t$, so $\prod Z$ is still the loss.",
        r"What needs the best $h_t$ or $\alpha_t$, as the bounds do, is promised no more.",
    ),
    "lemma-3": (
        r"Coordinate descent on a convex loss comes to its minimum because each weight may be corrected later.",
        r"With $\alpha \ge 0$ a weight can only grow. What was given too much cannot be taken back.",
    ),
    "theorem-1": (
        r"(14) makes $Z$ smallest, so $Z$ is at most what (18) allows at RB-C's weight: $Z \le \sqrt{1 - r^2}$ "
        r"with $r = \varepsilon^+ - \varepsilon^-$.",
        r"$\sqrt{1 - r^2} \le e^{-r^2 / 2}$. Multiply over the rounds and use (12).",
    ),
    "rb-c-bound": (
        r"At the weight (19) the right side of (18) is $\frac12 \cdot 2 \sqrt{(1 - r)(1 + r)} = \sqrt{1 - r^2}$.",
        r"Multiply over the rounds and use (12). As $\sqrt{1 - r^2} \le e^{-r^2 / 2}$, the product is at most $U_1$.",
    ),
    "rb-c-minimum": (
        r"$\hat E_1 \le \prod \sqrt{1 - r^2} \le e^{-\frac12 \sum r^2}$. If $\hat E_1$ cannot go to 0, $\sum r^2$ "
        r"is finite and $r \to 0$.",
        r"RB-C picks the largest $|r|$, so every slope of $\ln F_1$ goes to 0, and $F_1$ is convex.",
    ),
    "theorem-2": (
        r"At the weight (34), $Z = 2 \sqrt{A B}$ with $A + B = 1$ and $B - A = \delta$.",
        r"So $Z = \sqrt{1 - \delta^2} \le e^{-\delta^2 / 2}$. Multiply over the rounds and use (29).",
    ),
    "36": (
        r"If every $|\delta| \ge 2 \gamma$, then $\frac12 \sum \delta^2 \ge 2 \gamma^2 T$.",
        r"Put this into (35).",
    ),
    "observation-1": (
        r"$F_1$ is convex, and each round is an exact step along the steepest coordinate.",
        r"Coordinate descent of this kind on a convex smooth loss comes to its least value.",
    ),
    "theorem-3": (
        r"$\ln \cosh$ is convex, so $F_2$ is a sum of exponentials of convex functions and convex itself.",
        r"Each round is an exact step along the steepest coordinate, and over independent rankers none is "
        r"missed.",
    ),
    "best-step": (
        r"Each weight is the minimum of a strictly convex function of $\alpha$.",
        r"So $0.9\,\alpha$ and $1.1\,\alpha$ are worse, or equal where $\alpha = 0$.",
    ),
    "z-slope": (
        r"RankBoost+ gives each half of the tied weight by (33), so that $\varepsilon^+$ and $\varepsilon^-$ sum to 1 "
        r"with it: $\frac{1 + \delta}2 e^{-\alpha} + \frac{1 - \delta}2 e^{\alpha}$ has the minimum "
        r"$\sqrt{1 - \delta^2}$.",
        r"In RB-D ties leave $\varepsilon^0$ beside it: $Z = \varepsilon^0 + 2 \sqrt{\varepsilon^+ \varepsilon^-}$ is "
        r"no matter of $\delta$ alone.",
    ),
    "descent": (
        r"$\alpha = 0$ would give $Z = 1$, and the chosen $\alpha$ makes $Z$ smallest: $Z \le 1$. RB-C's makes the "
        r"right side of (18) smallest: $Z \le \sqrt{1 - r^2} \le 1$.",
        r"The loss is the product of all $Z$. RB-D and RB-C may raise $\hat E_2$, which is not theirs.",
    ),
    "proposition-2": (
        r"A pair out of order has $s < 0$: its term in $\hat E_2$ is at least $e^{-s} > 1$.",
        r"A tied pair has a term of at least $1$ and costs $\frac12$. All other terms are positive and cost 0.",
    ),
    "order": (
        r"Compare one pair: $\mathbf 1[s<0] + \frac12 \mathbf 1[s=0] \le \mathbf 1[s \le 0] \le e^{-s} \le "
        r"e^{-s} \prod_{\text{tied}} \cosh \eta$.",
        r"Then take the mean over the pairs.",
    ),
    "sm-3": (
        r"The sum of the exponentials is at least its largest term: $\sum_i e^{-s_i} \ge e^{-\min_i s_i}$.",
        r"Take $-\ln$ and divide by $\lVert \eta \rVert_1$.",
    ),
    "section-3-2": (
        r"$k$ copies of a ranker share its weight, $x / k$ each. In order they cost $(e^{-x/k})^k = e^{-x}$ as "
        r"before.",
        r"Tied they cost $\cosh^k(x/k) \approx (1 + x^2 / 2k^2)^k \to 1$, which is what a tie costs in $\hat "
        r"E_1$.",
    ),
    "independence": (
        r"$B$ takes differences along the pairs. They are all 0 just when $v$ is the same on both ends of every "
        r"pair.",
        r"So two rankers are alike on all pairs when they differ by a constant on each connected component.",
    ),
    "section-5": (
        r"Equal scores of all pairs: $\alpha h = \sum_s \alpha \beta_s h_s$ up to a constant on each component.",
        r"The pairs' scores stay as they are, and $\hat E_2$ is taken over rankers none of which is a copy.",
    ),
}
