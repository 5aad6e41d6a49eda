"""The queries of an audit as dumbbells: one interval per query, the programs' values as marks on it."""

from rankviz.board.figures.charting import go
from rankviz.engine.errors import shortened
from rankviz.lab.experiments.figures.colours import GREY
from rankviz.lab.ties.audit import Audit, Audited
from rankviz.lab.ties.figures import LOOKS, at_query, offsets
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST

MOST = 40
"""Queries that are drawn, those with the widest intervals."""
ROW, AROUND = 28, 110


def queries(found: Audit, each: Audited, open_: int | None) -> go.Figure:
    """Draw the widest queries; `customdata` holds a query's number. The `open_` one is in bold."""
    places = each.widest(MOST).tolist()
    names = [_safe(shortened(found.run.queries[at], 24)) for at in places]
    rows = list(range(1, len(places) + 1))  # from 1: at 0 the theme draws a line
    low, mean, high = (each.spans[places, i].tolist() for i in (LEAST, EXPECTED, LARGEST))
    figure = go.Figure()
    figure.add_scatter(
        x=[x for a, b in zip(low, high, strict=True) for x in (a, b, None)],
        y=[y for row in rows for y in (row, row, None)],
        mode="lines", line={"color": GREY, "width": 5}, opacity=0.5, hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    number = [[at] for at in places]
    for name, values, symbol, size in (
        ("lowest", low, "line-ns", 11), ("highest", high, "line-ns", 11), ("expected", mean, "line-ns", 17),
    ):  # fmt: skip
        figure.add_scatter(
            x=values, y=rows, mode="markers", name=name, customdata=number, text=names,
            marker={"symbol": symbol, "size": size, "color": GREY, "line": {"width": size / 7, "color": GREY}},
            hovertemplate="%{text}<br>" + name + " %{x:.4f}<extra></extra>", showlegend=name == "expected",
        )  # fmt: skip
    counted = [at_query(each, at) for at in places]
    shifts = [dict(zip(of, offsets(list(of.values())), strict=True)) for of in counted]
    for name, look in LOOKS.items():
        there = [i for i, of in enumerate(counted) if name in of]
        if not there:
            continue
        figure.add_scatter(
            x=[counted[i][name] for i in there], y=[rows[i] + shifts[i][name] for i in there], mode="markers",
            name=look.label, customdata=[number[i] for i in there], text=[names[i] for i in there],
            marker={"symbol": look.shape, "size": 8, "color": look.colour, "line": {"width": 0}},
            hovertemplate="%{text}<br>" + look.label + " %{x:.4f}<extra></extra>",
        )  # fmt: skip
    labels = [
        f"<b>{_safe(name)}</b>" if at == open_ else _safe(name)
        for at, name in zip(places, names, strict=True)
    ]
    figure.update_traces(cliponaxis=False)  # marks of equal value are stacked, the last row's below the axis
    figure.update_layout(
        height=AROUND + ROW * len(rows), margin={"l": 8, "r": 16, "t": 8, "b": 40}, clickmode="event+select",
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )  # fmt: skip
    figure.update_xaxes(title_text=each.measure.label, side="bottom")
    figure.update_yaxes(
        tickmode="array",
        tickvals=rows,
        ticktext=labels,
        range=[len(rows) + 0.6, 0.4],
        automargin=True,
        showgrid=False,
    )
    return figure


def _safe(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
