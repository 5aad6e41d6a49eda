"""The workbench's tables: the same data as rows, for typing. An invalid cell is refused with a message."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import streamlit as st

from rankviz.engine.data.builtin.inline import MAX_VALUE, Table
from rankviz.ui.pages.workbench.edits import free_name

ITEMS, PAIRS = "items", "pairs"
GRIDS = "workbench-grids"


@dataclass(frozen=True)
class GridLayout:
    """A grid as laid out: its rows before anything was typed, its columns, and the number in its key."""

    frame: pd.DataFrame
    columns: dict[str, Any]
    number: int


def frames(table: Table) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the frames (items, pairs) of the grids."""
    items = pd.DataFrame({"item": list(table.items)})
    for name, bits in table.rankers:
        items[name] = [bool(bit) for bit in bits]
    for name, values in table.features:
        items[name] = list(values)
    if table.grades is not None:
        items["grade"] = list(table.grades)
    pairs = pd.DataFrame(table.pairs, columns=["above", "below"], dtype=object)
    return items, pairs


def from_frames(table: Table, items: pd.DataFrame, pairs: pd.DataFrame) -> Table:
    """Return the table of the edited grids. A new row gets a free name and zeros; pairs follow renamed items."""
    names: list[str] = []
    for row, cell in enumerate(items["item"]):
        name = "" if cell is None or cell is pd.NA or cell != cell else str(cell).strip()
        rest = [str(other) for other in items["item"][row + 1 :] if isinstance(other, str)]
        names.append(name or free_name([*names, *rest]))
    renamed = {}
    if len(names) == len(table.items):
        renamed = {
            old: new for old, new in zip(table.items, names, strict=True) if old != new and old not in names
        }
    complete = [(renamed.get(above, above), renamed.get(below, below)) for above, below in _complete(pairs)]
    return replace(
        table,
        items=tuple(names),
        rankers=tuple((name, tuple(int(_number(cell)) for cell in items[name])) for name, _ in table.rankers),
        features=tuple((name, tuple(_number(cell) for cell in items[name])) for name, _ in table.features),
        grades=None if table.grades is None else tuple(_number(cell) for cell in items["grade"]),
        pairs=() if table.grades is not None else tuple(pair for pair in complete if set(pair) <= set(names)),
    )


def typed(frame: pd.DataFrame, edits: Mapping[str, Any]) -> pd.DataFrame:
    """Apply the edits that `st.data_editor` holds in the session to a grid's rows."""
    rows = frame.astype(object).to_dict("records")
    for row, cells in edits.get("edited_rows", {}).items():
        rows[int(row)].update(cells)
    gone = set(edits.get("deleted_rows", ()))
    rows = [row for i, row in enumerate(rows) if i not in gone]
    return pd.DataFrame([*rows, *edits.get("added_rows", ())], columns=frame.columns, dtype=object)


def grids(table: Table, on_edit: Callable[[Callable[[Table], Table]], None]) -> None:
    """Show both grids of a table. `on_edit` is called with the typed change before the page is drawn again."""
    items, pairs = frames(table)
    columns: dict[str, Any] = {"item": st.column_config.TextColumn("item", max_chars=16)}
    columns |= {name: st.column_config.CheckboxColumn(name, default=False) for name, _ in table.rankers}
    columns |= {name: _number_column(name) for name, _ in table.features}
    if table.grades is not None:
        columns["grade"] = _number_column("grade")
    _grid(ITEMS, items, columns, on_edit)
    if table.grades is None:
        names = list(table.items)
        sides = {
            side: st.column_config.SelectboxColumn(side, options=names, width="small")
            for side in ("above", "below")
        }
        _grid(PAIRS, pairs, sides, on_edit)


def _grid(
    side: str,
    frame: pd.DataFrame,
    columns: dict[str, Any],
    on_edit: Callable[[Callable[[Table], Table]], None],
) -> None:
    """Show one grid. Lay it out again only if it would not show the table, so that the cursor stays while typing."""
    memory: dict[str, GridLayout] = st.session_state.setdefault(GRIDS, {})
    laid = memory.get(side)
    if laid is None or laid.columns != columns or _rows(side, _now(side, laid)) != _rows(side, frame):
        laid = memory[side] = GridLayout(frame, columns, laid.number + 1 if laid else 0)
    st.data_editor(
        laid.frame,
        num_rows="dynamic",
        hide_index=True,
        column_config=columns,
        key=_key(side, laid),
        on_change=on_edit,
        args=(lambda table: _read(side, table),),
    )


def _read(side: str, table: Table) -> Table:
    """Return the table after the edits in the grid of one side; the other side is taken from the table."""
    laid = st.session_state.get(GRIDS, {}).get(side)
    if laid is None:
        return table
    items, pairs = frames(table)
    now = _now(side, laid)
    return from_frames(table, now, pairs) if side == ITEMS else from_frames(table, items, now)


def _now(side: str, laid: GridLayout) -> pd.DataFrame:
    return typed(laid.frame, st.session_state.get(_key(side, laid), {}))


def _key(side: str, laid: GridLayout) -> str:
    return f"grid-{side}-{laid.number}"


def _rows(side: str, frame: pd.DataFrame) -> list[Any]:
    """Return the complete rows: a pair of which one item is still to be chosen is left out."""
    return _complete(frame) if side == PAIRS else [list(frame.columns), *frame.to_numpy(object).tolist()]


def _complete(pairs: pd.DataFrame) -> list[tuple[str, str]]:
    rows = zip(pairs["above"], pairs["below"], strict=True)
    return [(above, below) for above, below in rows if isinstance(above, str) and isinstance(below, str)]


def _number_column(name: str) -> Any:
    return st.column_config.NumberColumn(name, default=0.0, min_value=-MAX_VALUE, max_value=MAX_VALUE)


def _number(cell: object) -> float:
    if cell is None or cell is pd.NA or cell != cell:
        return 0.0
    return float(cell)  # type: ignore[arg-type]
