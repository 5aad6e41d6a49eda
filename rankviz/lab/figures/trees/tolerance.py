"""A run next to the same run with another tolerance ε of its weak learner: risks, and the ε of each tree."""

from collections.abc import Sequence

import plotly.graph_objects as go

from rankviz.engine.number_format import share
from rankviz.insight.theory.trees.tolerance_path import TolerancePath
from rankviz.lab.figures.style import finite, panels
from rankviz.lab.figures.trees.norm_path import LOOKS


def tolerance(paths: Sequence[TolerancePath]) -> go.Figure:
    """Draw the risks by round, as shares of the start's, and below each tree's ε and, dashed, the largest allowed."""
    figure = panels(
        [""], rows=2, height=460, shared_xaxes=True, row_heights=[0.6, 0.4], vertical_spacing=0.06
    )
    for path, (colour, _) in zip(paths, LOOKS[: len(paths)], strict=True):
        name = f"ε ≤ {share(path.share)}" if path.share else "ε = 0"
        both = [("training", path.training, "solid" if path.held is None else "dot")]
        if path.held is not None:
            both.insert(0, ("held out", path.held, "solid"))
        for words, values, dash in both:
            figure.add_scatter(
                x=list(range(len(values))), y=finite(values), name=f"{name}, {words}", mode="lines",
                line={"color": colour, "dash": dash, "width": 2.4 if dash == "solid" else 1.6},
                hovertemplate="%{y:.3f}", row=1, col=1,
            )  # fmt: skip
        rounds = list(range(1, len(path.used) + 1))
        figure.add_scatter(
            x=rounds, y=finite(path.used), name=name, mode="lines", showlegend=False,
            line={"color": colour, "width": 2.0}, customdata=path.leaves.tolist(),
            hovertemplate="%{y:.1%}, %{customdata} leaves", row=2, col=1,
        )  # fmt: skip
        if path.share:
            figure.add_scatter(
                x=[rounds[0], rounds[-1]], y=[path.share, path.share], mode="lines", showlegend=False,
                line={"color": colour, "dash": "dash", "width": 1.4}, hoverinfo="skip", row=2, col=1,
            )  # fmt: skip
    figure.update_layout(hovermode="x", margin={"t": 16})
    figure.update_xaxes(title_text="round", row=2, col=1)
    figure.update_yaxes(rangemode="tozero")
    figure.update_yaxes(title_text="risk, of the start's", row=1, col=1)
    figure.update_yaxes(title_text="ε, of the tree's", tickformat=".0%", row=2, col=1)
    return figure
