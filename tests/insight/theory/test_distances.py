"""‖f_T − f_λ‖ and its two parts: each is the distance of the functions themselves, and the promise is kept."""

import numpy as np
import pytest
from twins import kernel_gd as twin

from rankviz.board.figures.rates.excess import plot_parts
from rankviz.engine.algorithms.kernel_gd import minimiser
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling import distances as sampling
from rankviz.insight.theory.sampling import effort
from rankviz.insight.theory.sampling.distances import PARTS, distances
from rankviz.insight.theory.sampling.rates import KernelSetting

LOSSES = ["hinge", "least-squares", "logistic"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "REFERENCE", dict.fromkeys(LOSSES, 60))


def test_the_parts_are_distances_of_functions() -> None:
    """Each is the root of <f − g, f − g> with f and g from the twin's steps and a linear system typed here."""
    setting = KernelSetting(loss="least-squares", regularisation=0.1, power=0.0, rounds=12)
    found, m = distances(setting, (8, 16), 2), 8
    law = LAWS[setting.law]()
    rng = np.random.default_rng((0x6C6177,))
    far = np.concatenate([law.positives(rng, 60), law.negatives(rng, 60)])
    rng = np.random.default_rng((1, m))
    near = np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
    mean, spread = far.mean(axis=0), far.std(axis=0)
    far, near = (far - mean) / spread, (near - mean) / spread
    gamma = twin.gamma_of(far, "gaussian", setting.width)
    both = np.concatenate([near, far])
    K = np.exp(-gamma * ((both[:, None] - both[None]) ** 2).sum(-1))

    def least(rows: slice) -> np.ndarray:
        Kr = K[rows, rows]
        above = np.arange(len(Kr)) < len(Kr) // 2
        pairs = [(i, j) for i in np.flatnonzero(above) for j in np.flatnonzero(~above)]
        slope = np.array([twin.gradient("least-squares", row, pairs) for row in np.eye(len(Kr))]).T
        zero = twin.gradient("least-squares", np.zeros(len(Kr)), pairs)
        return np.linalg.solve(0.1 * np.eye(len(Kr)) + (slope - zero[:, None]) @ Kr, -zero)

    Kn, above = K[: 2 * m, : 2 * m], np.arange(2 * m) < m
    pairs, c = twin.pairs_of(above), np.zeros(2 * m)
    for _ in range(setting.rounds):
        c = c - (twin.gradient("least-squares", Kn @ c, pairs) + 0.1 * c) / (4 * 2 + 0.1)
    padded = np.zeros((3, len(K)))
    padded[0, : 2 * m], padded[1, : 2 * m], padded[2, 2 * m :] = (
        c,
        least(slice(0, 2 * m)),
        least(slice(2 * m, None)),
    )
    for name, (one, other) in zip(PARTS, ((0, 2), (1, 2), (0, 1)), strict=True):
        apart = padded[one] - padded[other]
        assert found.distance[name][0, 1] == pytest.approx(np.sqrt(apart @ K @ apart), rel=1e-6), name


@pytest.mark.parametrize("loss", LOSSES)
def test_the_whole_is_at_most_its_parts_and_more_steps_leave_less(loss: str) -> None:
    few, many = (distances(KernelSetting(loss=loss, rounds=rounds), (10, 20), 3) for rounds in (20, 200))
    for found in (few, many):
        whole, sample, steps = (found.distance[name] for name in PARTS)
        assert (whole <= sample + steps + 1e-9).all() and (np.abs(sample - steps) <= whole + 1e-9).all()
    assert (many.distance["steps"] < few.distance["steps"]).all()
    np.testing.assert_allclose(many.distance["sample"], few.distance["sample"], rtol=1e-9)


def test_measured_distances_keep_the_promised_power_and_are_plotted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sampling.REFERENCE, "logistic", 320)
    setting = KernelSetting(power=0.0, regularisation=0.1, rounds=60)
    found = distances(setting, (10, 40), 16)
    assert found.slope["sample"] < 0.7 * setting.promised
    shown = plot_parts(found)
    lines = {trace.name: np.array(trace.y, dtype=float) for trace in shown.data}
    promised = next(y for name, y in lines.items() if name.startswith("the theorem"))
    assert np.log(promised[1] / promised[0]) / np.log(4) == pytest.approx(setting.promised)
    for name, start in zip(PARTS, ("‖f_T − f_λ‖", "sampling error", "optimisation error"), strict=True):
        drawn = next(y for label, y in lines.items() if label.startswith(start))
        np.testing.assert_allclose(drawn, found.distance[name].mean(axis=1))


def test_settings_whose_distances_cannot_be_measured_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match="There is no distribution"):
        distances(KernelSetting(law="moons"))
    with pytest.raises(DataError, match="stopped"):
        distances(KernelSetting(), (10, 20), 2, lambda done, every: done < 1)
    monkeypatch.setattr(minimiser, "NEAR", 0.0)
    with pytest.raises(DataError, match="Choose a larger λ"):
        distances(KernelSetting(), (10, 20), 2)


@pytest.mark.parametrize("decay", [0.0, 0.25])
def test_the_estimate_counts_the_steps_that_are_taken(decay: float) -> None:
    """Where the kernel is bounded κ is 1 for every sample, so that T is known before."""
    setting, sizes = KernelSetting.of_the_theorem("rings", "least-squares", "gaussian", decay), (6, 12)
    samples = tuple((m, m) for m in sizes)
    assert effort.steps(setting, samples).tolist() == distances(setting, sizes, 2).steps.tolist()
    longer = tuple((4 * m, 4 * m) for m in sizes)
    assert effort.seconds(setting, samples, 2) < effort.seconds(setting, longer, 2)
    assert effort.seconds(setting, samples, 2) < effort.seconds(setting, samples, 2, minimisers=True)
    assert 2.0 * effort.seconds(setting, samples, 2) == pytest.approx(effort.seconds(setting, samples, 4))
