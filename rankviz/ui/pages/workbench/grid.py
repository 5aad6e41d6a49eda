"""The workbench's tables: the same data as rows, for typing. A cell that makes no sense is said, not taken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from rankviz.data.builtin.inline import MAX_VALUE, Table
from rankviz.ui.pages.workbench.edits import free_name


def frames(table: Table) -> tuple[pd.DataFrame, pd.DataFrame]:
    """(items, pairs) as they stand in the grids."""
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
    """The table that edited grids say; a new row takes a free name and zeros. Pairs follow renamed items."""
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
    listed = []
    for above, below in zip(pairs["above"], pairs["below"], strict=True):
        if isinstance(above, str) and isinstance(below, str):
            listed.append((renamed.get(above, above), renamed.get(below, below)))
    kept = tuple(pair for pair in listed if set(pair) <= set(names))
    return replace(
        table,
        items=tuple(names),
        rankers=tuple((name, tuple(int(_number(cell)) for cell in items[name])) for name, _ in table.rankers),
        features=tuple((name, tuple(_number(cell) for cell in items[name])) for name, _ in table.features),
        grades=None if table.grades is None else tuple(_number(cell) for cell in items["grade"]),
        pairs=() if table.grades is not None else kept,
    )


def grids(table: Table, version: int) -> Table:
    """Both grids over the table of that version; what they say now."""
    base: dict[int, Table] = st.session_state.setdefault("workbench-grids", {})
    if version not in base:
        base.clear()
        base[version] = table
    items, pairs = frames(base[version])
    columns: dict[str, Any] = {"item": st.column_config.TextColumn("item", max_chars=16)}
    columns |= {name: st.column_config.CheckboxColumn(name, default=False) for name, _ in table.rankers}
    columns |= {name: _number_column(name) for name, _ in table.features}
    if table.grades is not None:
        columns["grade"] = _number_column("grade")
    edited = st.data_editor(
        items, num_rows="dynamic", hide_index=True, column_config=columns, key=f"grid-items-{version}"
    )
    if table.grades is None:
        names = list(table.items)
        choose: dict[str, Any] = {
            side: st.column_config.SelectboxColumn(side, options=names, width="small")
            for side in ("above", "below")
        }
        pairs = st.data_editor(
            pairs, num_rows="dynamic", hide_index=True, column_config=choose, key=f"grid-pairs-{version}"
        )
    return from_frames(base[version], edited, pairs)


def _number_column(name: str) -> Any:
    return st.column_config.NumberColumn(name, default=0.0, min_value=-MAX_VALUE, max_value=MAX_VALUE)


def _number(cell: object) -> float:
    if cell is None or cell is pd.NA or cell != cell:
        return 0.0
    return float(cell)  # type: ignore[arg-type]
