"""Boosting learns to rank, in marimo: `marimo edit docs/notebooks/rankviz_marimo.py` (pip install marimo anywidget)."""

import marimo

app = marimo.App(width="full", app_title="RankViz")


@app.cell
def _():
    import marimo as mo
    import pandas as pd

    import rankviz

    return mo, pd, rankviz


@app.cell
def _(mo):
    rounds = mo.ui.slider(5, 100, value=40, label="Rounds", show_value=True)
    data = mo.ui.dropdown(
        {"Diabetes": "bundled:diabetes", "Half the pairs are tied": "scenario:places-to-stay"},
        value="Diabetes",
        label="Data",
    )
    mo.hstack([data, rounds], justify="start")
    return data, rounds


@app.cell
def _(data, rankviz, rounds):
    trace = rankviz.trace(rankviz.load(data.value), ["rb-d", "rb-c", "rb-plus"], rounds=rounds.value)
    return (trace,)


@app.cell
def _(mo, trace):
    # Stepping in the stage runs the cells below again.
    stage = mo.ui.anywidget(trace.widget())
    stage  # noqa: B018
    return (stage,)


@app.cell
def _(mo, pd, stage, trace):
    run = trace.run(stage.algorithm)
    t = min(stage.round, run.n_rounds)
    weights = trace.weights(run, t)
    pairs = pd.DataFrame(trace.problem.pairs, columns=["higher", "lower"])
    heaviest = pairs.assign(weight=weights * len(weights)).nlargest(5, "weight").round(2)
    mo.vstack([mo.md(f"**{run.label}, round {t}**: the pairs that weigh most; equal shares are 1"), heaviest])
    return


@app.cell
def _(pd, trace):
    errors = {run.label: pd.Series(run.metrics["r2"]) for run in trace.runs}
    pd.DataFrame(errors).rename_axis("round").iloc[::5].round(3)
    return


if __name__ == "__main__":
    app.run()
