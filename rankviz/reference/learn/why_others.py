"""Why the equations of the other papers and the conventions are so, in a few lines of Markdown, by the entry's key."""

WHY: dict[str, tuple[str, ...]] = {
    "push-loss": (
        r"$[\, s \le 0 \,] \le e^{-s}$, so $\operatorname{Height}(k) \le S_k$, and powers and sums keep the order.",
        r"$S^p$ is convex and grows faster than $S$: one lower item with $S = 10$ costs as much as $10^{p-1}$ items "
        r"would with $S^p = 10$.",
    ),
    "push-step": (
        r"$\partial R_p = p \sum_k S_k^{p-1} \partial S_k$: each pair enters with $e^{-s} S_k^{p-1}$.",
        r"Along $h$ the slope is $p R_p (\varepsilon^- - \varepsilon^+)$ at the step reached. It is 0 at the best "
        r"$\alpha$, and ${\ln \varepsilon^- / \varepsilon^+}$ rises by 2 to $2p$ with $\alpha$, so that there is one.",
    ),
    "push-bound": (
        r"With $c = h(x') - h(x)$ under $D$, $\ln R_p$ has the slope $p \delta$ along $h$.",
        r"It curves by $\operatorname{Var}_k(p\, E[c \mid k]) + p\, E_k[\operatorname{Var}(c \mid k)] \le p^2 "
        r"\operatorname{Var}(c) \le p^2$.",
        r"So $\ln Z \le p \delta \alpha + \frac12 p^2 \alpha^2$, which $\alpha = -\delta / p$ makes $-\frac12 "
        r"\delta^2$; the best step does no worse.",
    ),
    "lambda-pair": (
        r"$\partial \ln(1 + e^{-\sigma s}) / \partial s = -\sigma / (1 + e^{\sigma s})$: the λ is this slope, with the "
        r"weight $w$ and without the sign.",
        r"Where $s \le 0$ a pair costs at least $\ln 2$, so $C / (m \ln 2)$ is no less than their share, $\hat R_1$.",
    ),
    "lambda-item": (
        r"Each pair gives its λ to the higher item and takes it from the lower one: over a query all cancel.",
        r"One value $v$ for a whole leaf costs about $C - v \sum \lambda + \frac12 v^2 \sum W$, least where $v$ is "
        r"$\sum \lambda / \sum W$.",
    ),
    "lambda-theorems": (
        r"A pair's cost curves by at most $\sigma^2 / 4$ in $s$, and $(a - b)^2 \le 2 a^2 + 2 b^2$ parts this onto its "
        r"two items: that is (6).",
        r"A loss whose slopes are the λ's of |ΔNDCG| would need $\partial \lambda_x / \partial h(y) = \partial "
        r"\lambda_y / \partial h(x)$; at a change of places the weights jump, on one side only.",
    ),
    "sm-2": (
        r"Along one ranker $\tilde F$ is multiplied by $\tau(\alpha) = d^+ e^{-\alpha} + d^0 + d^- e^{\alpha}$.",
        r"Its slope is 0 where $e^{2 \alpha} = d^+ / d^-$.",
    ),
    "sm-6": (
        r"The best step along $j$ has $\tilde G_{t+1} \tau = -\tau'$. (5) puts $g = \tilde G_t$, which is known, "
        r"in its place.",
        r"With $u = e^{\alpha}$ it is ${(1 + g)} d^- u^2 + g d^0 u - {(1 - g)} d^+ = 0$, a quadratic with one "
        r"positive root.",
        r"$2 d^{\pm} = 1 \pm r - d^0$ gives the form of (6).",
    ),
    "sm-exact": (
        r"$\tilde G(\lambda_t + \alpha e_j) = {(g s - \ln \tau(\alpha))} / {(s + \alpha)}$ with ${s = \lVert \lambda_t "
        r"\rVert_1}$. Its slope is 0 where ${-\tau' / \tau}$ is $\tilde G$ itself.",
        r"$-\tau' / \tau$ falls with $\alpha$. It meets $g$ at (6), and the higher $\tilde G_{t+1}$ before that.",
        r"At $\alpha = r - g$ Hoeffding's lemma gives the gain on the right; the best step has no less.",
    ),
    "sm-4": (
        r"$\ln \tilde F_{t+1} = \ln \tilde F_t + \ln \tau$ and $-\ln \tilde F_t = g \lVert \lambda_t \rVert_1$, "
        r"while the norm grows by $\alpha$.",
        r"So $\tilde G_{t+1} - g = -(g \alpha + \ln \tau) / \lVert \lambda_{t+1} \rVert_1$.",
    ),
    "sm-theorem-2": (
        r"A round gains $-(g \alpha + \ln \tau) / \lVert \lambda \rVert_1$. The theorem asks $-g\alpha - \ln "
        r"\tau \ge \frac12 \alpha (r - g)$ of it.",
        r"That is Lemma 1, which can be proved under the condition on the right and fails for some rankers "
        r"without it.",
    ),
    "sm-lemma-2": (
        r"$\lVert \lambda \rVert_1$ times the gain is the area under $r(a) - g$ from 0 to $\alpha$, with ${r(a) = "
        r"-\tau'(a) / \tau(a)}$.",
        r"$r(a)$ falls at least as fast as $r(1 - r)$, so a step of length $\alpha$ has at least that area.",
        r"$\tilde G$ rises and stays below $\rho$, so the gains go to 0. For $\rho < 1$ then $\min(\alpha, "
        r"\alpha^2) / \lVert \lambda \rVert_1$ does, and with it $\alpha / \lVert \lambda \rVert_1$.",
    ),
    "sm-section-4-2": (
        r"For weights $\lambda$ that add up to 1, $\min_i (M \lambda)_i$ is the least margin: a lower bound of "
        r"$\rho$.",
        r"For any distribution $d$ of the pairs, $\max_j (d^T M)_j$ is an upper bound. The minimax theorem says "
        r"that they meet.",
    ),
    "sm-theorem-1": (
        r"$N$ balls cover all rankers; those in one ball have nearly the same scores, so the centres stand for "
        r"all.",
        r"For one centre, exchanging one of the $m$ items changes the share of pairs little, and McDiarmid's "
        r"inequality bounds its distance from the truth.",
    ),
    "sm-lemma-3": (
        r"Each score moves by ${\lVert f_1 - f_2 \rVert_\infty}$ at most, a pair's difference by twice that; $P_D$ "
        r"and $P_S$ "
        r"both may: 4.",
        r"A ball of radius $\varepsilon \theta / 8$ is so small that $L$ varies by $\frac{\varepsilon}{2}$ in it.",
        r"Another item changes numerator or denominator of $P_S$ by $\frac1m$ at most. McDiarmid bounds both by "
        r"${\varepsilon_1 \ge \varepsilon E / 4}$, each with $e^{-2 \varepsilon_1^2 m}$; hence the 2 and the 8.",
        r"Add this up over the $N$ balls of the cover: Theorem 1.",
    ),
    "sm-section-5": (
        r"$e^{-(f(x_i) - f(x_k))} = e^{-f(x_i)}\, e^{f(x_k)}$, so the double sum is $F_+ F_-$.",
        r"$4 F_+ F_- = (F_+ + F_-)^2 - (F_+ - F_-)^2$.",
    ),
    "sm-cor-1": (
        r"Along the constant classifier the slope of $F$ is $\pm (F_+ - F_-)$. At the minimum of $F$ it is 0.",
        r"With $F_+ = F_-$ any slope of $\tilde F$ is $F_+ F'_- + F_- F'_+ = F_+ F' = 0$, and $\tilde F$ is "
        r"convex.",
    ),
    "qb-section-3": (
        r"Where the hinge is active, $\frac12 (h(y) - h(x) + \tau)^2$ has the second derivatives $1, -1, -1, 1$.",
        r"$(v_1 - v_2)^2 \le 2 v_1^2 + 2 v_2^2$ for all $v$, which is the bound by $\operatorname{diag}(2, 2)$.",
    ),
    "qb-ties": (
        r"The $k (k - 1) / 2$ squares of a group of $k$ items add up to $k$ times their squared distances from the "
        r"mean.",
        r"$\mathbf 1 \mathbf 1^{\top}$ has no eigenvalue below 0, so $k I$ lies above the Hessian and (6) holds as "
        r"before.",
    ),
    "listnet": (
        r"$\partial \ln s_z / \partial h_x = [x = z] - s_x$, and the $p_z$ of a list add up to 1, which leaves "
        r"$s_x - p_x$; once more, $s_x [x = z] - s_x s_z$.",
        r"A row of this has the absolute sum $s_x (1 - s_x) + s_x \sum_{z \ne x} s_z = 2 s_x (1 - s_x) \le \frac12$, "
        r"so by Gershgorin no eigenvalue is above $\frac12$.",
    ),
    "qb-6": (
        r"Taylor: $R(h + g) = R(h) + \nabla R^{\top} g + \frac12 g^{\top} H g$ with the Hessian $H$ at a point "
        r"between.",
        r"$g^{\top} H g \le g^{\top} W g$ wherever that point is.",
    ),
    "qb-algorithm-1": (
        r"Complete the square: $R_k(g) = \text{const} + \frac12 \sum_\ell w_\ell (g(x_\ell) - r_\ell)^2$ with $r "
        r"= -W^{-1} \nabla R$.",
        r"So the best $g$ of a kind is a weighted regression, which any learner can do.",
    ),
    "qb-algorithm-2": (
        r"$-\partial R / \partial h(x) = w p$, $-\partial R / \partial h(y) = -w p$, and $(1 - w)(l_z - h(z))$ "
        r"for a label.",
        r"Squared error over several rows of one item depends on their mean and their total weight only.",
    ),
    "qb-line-search": (
        r"Along $g_k$ each term is a squared hinge or a square of $s$, so the slope of $R$ is continuous and "
        r"rises.",
        r"Its zero is found from a bracket in which the slope changes its sign.",
    ),
    "qb-theorem-1": (
        r"$R$ is convex, so its gap to $R(\bar h)$ is at most the slope towards $\bar h$, which the tree nearly "
        r"has.",
        r"A step $\bar s$ gains $\bar s$ times the slope, less $M \bar s^2 / 2$ for the curvature. Sum over the "
        r"rounds.",
    ),
    "qb-3": (
        r"$\hat g$ is $g$ with leaves replaced by their mean, so $r - g$ is orthogonal to $g - \hat g$ and the errors "
        r"differ by $\sum w (g - \hat g)^2$.",
        r"The best multiple of $u$ has the error $\sum w r^2 - (\nabla R \cdot u)^2 / n$. So $\epsilon$ costs "
        r"$n \epsilon$ of a slope squared, and $\sqrt{a^2 - n \epsilon} \ge a - \sqrt{n \epsilon}$.",
    ),
    "qb-section-4": (
        r"$h(x) - h(y) = v^{\top} (x - y)$: a pair is one example, to be put on the right side with room 1.",
        r"$J$ is strictly convex, so it has one minimum.",
    ),
    "qb-precision": (
        r"The further two scores lie apart, the surer the ranking is of their order.",
        r"A good ranking makes its errors among the pairs it is unsure of: the curve falls from left to right.",
    ),
    "qb-dcg": (
        r"The reader looks from the top: the discount is 1 at the first place and $\frac12$ at the third.",
    ),
    "gd-1-2": (
        r"Each $\varphi$ is convex and falls at 0, so $\varphi(z) \ge \varphi(0)$ for $z \le 0$: $\mathbf 1[z "
        r"\le 0] \le \varphi(z) / \varphi(0)$.",
        r"Take the mean over all pairs.",
    ),
    "gd-1-3": (
        r"$\mathcal E_S$ is convex and the penalty strictly so, hence there is one minimiser.",
        r"Without the penalty, data that can be ordered perfectly would make $f$ grow for ever.",
    ),
    "gd-1-5": (
        r"$f(x) = \langle f, K_x \rangle$, so the gradient of $f(x)$ in the kernel's space is $K_x$. The chain "
        r"rule gives $\nabla_t$.",
        r"Only kernels of training items appear, so $f$ stays a sum of them and $c$ says everything.",
    ),
    "gd-kernels": (
        r"Each is an inner product of features of the two items, so $\lVert f \rVert^2_K = c^{\top} K c \ge 0$.",
    ),
    "gd-lemma-3-1": (
        r"$J$ is $\lambda$-strongly convex: the penalty is $\frac{\lambda}{2} \lVert f \rVert^2$ and $\mathcal E$ is "
        r"convex.",
        r"At the minimiser the slope is 0, so only the square of the distance is left.",
    ),
    "gd-lemma-3-2": (
        r"$\lVert f_{t+1} - f_\lambda \rVert^2 = \lVert f_t - f_\lambda \rVert^2 - 2 \gamma_t \langle \nabla J(f_t), "
        r"f_t - f_\lambda \rangle + \gamma_t^2 \lVert \nabla J(f_t) \rVert^2$.",
        r"By convexity the product is at least ${J(f_t) - J(f_\lambda)}$, and that at least ${\frac{\lambda}{2} \lVert "
        r"f_t - f_\lambda \rVert^2}$.",
    ),
    "gd-lemma-3-5": (
        r"A pair's term ${\varphi'_-(z) (K_{x^+} - K_{x^-})}$ has norm $2 \kappa B$ at most. Means of $m$ and of $n$ "
        r"such terms "
        r"stray by $2 \kappa B / \sqrt m$ and $2 \kappa B / \sqrt n$.",
        r"Another positive moves $\nabla \mathcal E_S$ by $4 \kappa B / m$ at most, another negative by $4 \kappa B "
        r"/ n$.",
        r"McDiarmid: above its mean by $\varepsilon$ with probability at most ${e^{-2 \varepsilon^2 / \sum c_i^2}}$, "
        r"${\sum c_i^2 = 16 \kappa^2 B^2 (\frac1m + \frac1n)}$.",
    ),
    "gd-lemma-3-7": (
        r"A short step along the law's slope leaves $1 - \gamma_t \lambda$ of the distance to $f_\lambda$; the "
        r"sample's slope "
        r"strays by $\Delta$ at most.",
        r"So $d_{t+1} \le (1 - \gamma_t \lambda)\, d_t + \gamma_t \Delta$. Iterate.",
        r"$\sum_t \gamma_t \lambda \prod_{s > t} (1 - \gamma_s \lambda) = 1 - \prod_t (1 - \gamma_t \lambda) \le 1$ "
        r"bounds "
        r"what the $\Delta$ add up to.",
        r"$1 - x \le e^{-x}$, and a sum of a falling function is at least its integral.",
    ),
    "gd-lemma-3-4": (
        r"$\lVert K_{x^+} - K_{x^-} \rVert \le 2 \kappa$. While the step is short, what the pairs add beyond "
        r"their pull at $f = 0$ only draws $f$ back.",
        r"So $\lVert f_{t+1} \rVert \le (1 - \gamma_t \lambda) \lVert f_t \rVert + \gamma_t\, 2 \kappa "
        r"|\varphi'_-(0)|$. What is under the line stays under it.",
    ),
    "gd-target": (
        r"For least squares the slope of $J$ is linear in $c$. Set it to 0.",
        r"Its derivative is at least $\lambda$, so a short step shrinks every distance to the minimiser by $1 - "
        r"\gamma \lambda$ or more.",
    ),
    "gd-auc": (
        r"The area under the ROC curve is the chance that a positive scores above a negative, a tie counting "
        r"half.",
        r"On the training pairs that is $1 - \hat R_2$.",
    ),
    "gd-theorem-2-1": (
        r"$J$ is $\lambda$-strongly convex, so the minimisers lie at most $1/\lambda$ times as far apart as the "
        r"slopes, which by Lemma 3.6 is $B / \sqrt m$.",
        r"Lemma 3.4 keeps $\lVert f \rVert$ below a constant over $\lambda$. So $B \sim \lambda^{-q}$, and with "
        r"$\lambda = m^{-s}$ the quotient is ${m^{(1 + q) s - 1/2}}$.",
        r"By Lemma 3.7 the first $T$ steps leave $\varepsilon$ of $\lVert f_\lambda \rVert$. Solve for $T$.",
    ),
    "gd-table-1": (
        r"$|\varphi'_-| \le 1$ for the hinge and the logistic loss, so $q = 0$. For least squares it is $2 |1 - z|$, "
        r"so $q = 1$.",
        r"Put $q$ and the steepness $N = 1, 2, \frac14$ into the theorem and the corollary with $r = 1$.",
    ),
    "gd-corollary-2-2": (
        r"${\lVert f_T - f^* \rVert \le \lVert f_T - f_\lambda \rVert + \lVert f_\lambda - f^* \rVert}$. With "
        r"$\lambda = m^{-s}$ the second part is ${m^{-r s}}$.",
        r"The larger power counts. Both are equal at $s^*$.",
    ),
    "tie": (
        r"Adding up $\alpha$ rounds by about $10^{-16}$ of their size at a time.",
        r"$10^{-12}$ is far above that and far below a difference that means anything.",
    ),
    "choice": (
        r"Sums that are equal in exact arithmetic differ in their last digits by the order of adding.",
        r"A fixed order within $10^{-12}$ gives the same run on every machine.",
    ),
    "stump": (
        r"All thresholds between two neighbouring values answer alike, so one of them stands for all.",
        r"A missing value needs one fixed side, so that the answer is defined for every item.",
    ),
    "region": (
        r"A sum of stumps is a sum over features, $g(x) = \sum_f g_f(x_f)$: on four items $(\pm a, \pm b)$ it has "
        r"$g(a, b) + g(-a, -b) = g(a, -b) + g(-a, b)$.",
        r"So it cannot put the first two above the last two. A product of two tests can.",
    ),
    "ndcg": (
        r"The best order has the largest sum, so the quotient lies between 0 and 1.",
        r"The mean over all orders of tied items does not depend on the order of the file.",
    ),
    "held-out": (
        r"What was learned from looks better than it is. Only data that no round has seen can tell.",
    ),
    "friedman": (
        r"If all algorithms were alike, each rank would be as likely, with the mean $\frac{A + 1}{2}$.",
        r"$\chi^2$ is the squared distance of the rank sums from that, over the spread that the ranks have.",
    ),
    "critical-difference": (
        r"The difference of two ranks of one task has the variance $\frac{A (A + 1)}{6}$ when all are alike; the "
        r"mean of $N$ tasks has one $N$th of it.",
        r"$q$ allows for looking at the largest of all differences.",
    ),
    "protocol": (
        r"A round chosen on the test part would fit its chance. The validation part chooses, so the test part "
        r"stays clean.",
    ),
    "letor-script": (
        r"$\log_2 1 = 0$, so the script counts the first place as 1, and the second as well: $\log_2 2 = 1$.",
    ),
}
