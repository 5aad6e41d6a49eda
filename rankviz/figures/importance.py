"""What the trees of a trained ranker asked for so far: how often each feature stands in a question."""

import numpy as np
import plotly.graph_objects as go

from rankviz.algorithms.own.own import OwnDetails
from rankviz.figures.style import CORRECT, panels
from rankviz.runs.trace import ScoredRun, Trace, details_of

MAX_FEATURES = 25


def runs_of(trace: Trace) -> list[ScoredRun]:
    """Return the runs that show a trained ranker."""
    return [run for run in trace.scored if details_of(run, OwnDetails) is not None]


def importance(trace: Trace, at: int) -> go.Figure:
    """Draw how many questions of the trees up to round `at` ask for each feature, the most asked first, at most 25."""
    runs = runs_of(trace)
    figure = panels([run.label for run in runs], height=560, shared_y=False)
    for column, run in enumerate(runs, start=1):
        model = run.details_as(OwnDetails).model
        asked = model.asked_for(min(at, run.n_rounds))
        labels = model.labels(trace.problem.feature_names)
        most = [j for j in np.argsort(-asked, kind="stable")[:MAX_FEATURES] if asked[j] > 0][::-1]
        figure.add_bar(
            x=asked[most].tolist(),
            y=[labels[j] for j in most],
            orientation="h",
            marker={"color": CORRECT},
            name="questions",
            showlegend=False,
            row=1,
            col=column,
        )
    figure.update_layout(hovermode="closest")
    figure.update_xaxes(title_text="splits on the feature so far", rangemode="tozero")
    figure.update_yaxes(automargin=True)
    return figure
