"""Level lines of a surface given on a grid, as short straight pieces (marching squares)."""

import numpy as np


def level_lines(surface: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Return pieces (s, 4) of all level lines of `surface` (G, G), [row, column]: x, y of both ends, in grid units.

    On each side of a cell the surface counts as straight. Where a cell is a saddle, its middle decides which
    corners belong together. Values equal to a level count as below it.
    """
    if len(levels) == 0:
        return np.zeros((0, 4))
    level = levels[:, None, None]
    corners = [surface[:-1, :-1], surface[:-1, 1:], surface[1:, 1:], surface[1:, :-1]]  # around the cell
    above = [corner[None] > level for corner in corners]
    places, crossed = [], []
    rows, columns = np.mgrid[: surface.shape[0] - 1, : surface.shape[1] - 1].astype(float)
    steps = [((0, 0), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (-1, 0)), ((0, 1), (0, -1))]  # from corner, along
    for side, ((from_x, from_y), (along_x, along_y)) in enumerate(steps):
        start, end = corners[side][None], corners[(side + 1) % 4][None]
        crosses = above[side] != above[(side + 1) % 4]
        share = np.where(crosses, (level - start) / np.where(crosses, end - start, 1.0), 0.0)
        places.append(np.stack([columns + from_x + share * along_x, rows + from_y + share * along_y], -1))
        crossed.append(crosses)
    place, crosses = np.stack(places, axis=-2), np.stack(crossed, axis=-1)
    count = crosses.sum(axis=-1)
    found = []
    simple = count == 2
    ends = np.argsort(~crosses[simple], axis=-1, kind="stable")[:, :2]  # the two sides that are crossed
    found.append(np.take_along_axis(place[simple], ends[:, :, None], axis=1).reshape(-1, 4))
    saddle = count == 4
    middle = np.mean(corners, axis=0)[None] > level
    # The middle goes with the first corner: cut off the second and the fourth; else the first and the third.
    together = (middle == above[0])[saddle]
    for cut in ((0, 1), (2, 3)):
        found.append(place[saddle][together][:, cut, :].reshape(-1, 4))
    for cut in ((3, 0), (1, 2)):
        found.append(place[saddle][~together][:, cut, :].reshape(-1, 4))
    return np.concatenate(found)
