"""The parts of the page: files, findings, the queries as dumbbells, one query, and the audit as files."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from rankviz.engine.data.reading import MAX_FILE_BYTES, MAX_LINES
from rankviz.engine.errors import DataError, shortened
from rankviz.engine.number_format import counted
from rankviz.lab.experiments.reporting import exports as reporting
from rankviz.lab.experiments.reporting import html_table
from rankviz.lab.ties import exports, orders, report, tables, text
from rankviz.lab.ties.audit import Audit, Audited, Difference
from rankviz.ui.pages.ties import found as finding
from rankviz.ui.pages.ties import picture
from rankviz.ui.pages.ties.found import SCHEME, File
from rankviz.ui.pages.ties.link import EXAMPLES, LINK, PAGE, Chosen, with_measures
from rankviz.ui.serving import frontend, uploads
from rankviz.ui.serving.upload_guard import release
from rankviz.ui.serving.uploads import PREFIX
from rankviz.ui.shell import messages
from rankviz.ui.state import page_link
from rankviz.ui.state.session import WIDGET, touch

INTRODUCTION = (
    "When documents have equal scores, a program has to put them in some order, and the measure depends on that "
    "order. Upload a run (documents and their scores) and its judgements to see each measure's lowest, expected and "
    "highest value over all orders, and the values that up to eight programs and versions report. For every round of "
    "a boosting run, open *Look deeper*, *Figures*, *Ties and measures* on Watch."
)
LIMITS = (
    "TREC, ranx (JSON, Parquet), CSV, or scores with a file in LETOR format; .gz too. Up to "
    f"{MAX_FILE_BYTES // 2**20} MB and {MAX_LINES // 10**6} million lines. Only you can see your files. They stay in "
    "this server's memory and are gone when it stops."
)
SLOTS = {"run": "Run", "qrels": "Judgements", "against": "Second run, to compare with"}
TURN, FAULT, CLICKED = "ties-turn", "ties-fault", "ties-clicked"
"""Session keys: the number of the uploaders, a message about an upload, and the query that was clicked last."""


def choose(chosen: Chosen) -> Chosen:
    """Show the uploaders, the data folder and the measures; return the choices."""
    st.html(frontend.styles("experiments", "ties"))  # the tables are those of experiments
    listed = finding.listed()
    with st.container(horizontal=True, key="ties-files-and-folder" if listed else "ties-files"):
        for slot, label in SLOTS.items():
            with st.container():
                _slot(chosen, slot, label, listed)
    st.caption(messages.plain(LIMITS))
    if fault := st.session_state.pop(FAULT, None):
        st.error(messages.plain(fault), icon=":material/error:")
    with st.container(key="ties-what"):
        left, right = st.columns(2)
    with left:
        measures = st.text_input(
            "Measures", chosen.measures, key=f"{WIDGET}ties-measures", on_change=touch,
            help="With commas, such as ndcg@10, ndcg-exp2@10, dcg@10, map, map@100, mrr@10, p@10, recall@100, bpref; "
            "map-l2 counts a grade of 2 or more as relevant",
        )  # fmt: skip
    try:
        chosen = replace(chosen, measures=with_measures(measures))
    except DataError as wrong:
        messages.error(wrong)
    if not (chosen.run or chosen.qrels):
        with right:
            example = st.selectbox(
                "Example (used until you upload files)", list(EXAMPLES), list(EXAMPLES).index(chosen.example),
                format_func=EXAMPLES.__getitem__, key=f"{WIDGET}ties-example", on_change=touch,
            )  # fmt: skip
            chosen = replace(chosen, example=example)
    return chosen


def _slot(chosen: Chosen, slot: str, label: str, listed: list[str]) -> None:
    """Show the file of a slot with a button that removes it, or an uploader and the `listed` files of the folder."""
    current = getattr(chosen, slot)
    if current:
        name = uploads.parse(current).name if current.startswith(PREFIX) else current
        st.markdown(f"**{label}**: {messages.plain(shortened(name, 60))}")
        st.button(
            "Remove",
            key=f"ties-away-{slot}",
            icon=":material/close:",
            on_click=_put,
            args=(chosen, slot, ""),
        )
        return
    key = f"{WIDGET}ties-{slot}-{st.session_state.setdefault(TURN, 0)}"
    st.file_uploader(label, key=key, on_change=_take, args=(chosen, slot, key))
    if listed:
        key = f"{WIDGET}ties-folder-{slot}"
        st.selectbox(
            f"{label} from the data folder", listed, index=None, key=key, label_visibility="collapsed",
            placeholder="or from the data folder", on_change=lambda: _put(chosen, slot, st.session_state[key] or ""),
        )  # fmt: skip


def _take(chosen: Chosen, slot: str, key: str) -> None:
    """Store an uploaded file at once and replace the uploader, so that Streamlit holds no copy."""
    sent = st.session_state.get(key)
    if sent is None:
        return
    try:
        kept = uploads.store(SCHEME, [(sent.name, sent.getvalue())]).chosen()
        _put(chosen, slot, kept.text)
    except DataError as problem:
        st.session_state[FAULT] = str(problem)
        touch()
    release(sent)
    st.session_state[TURN] += 1


def _put(chosen: Chosen, slot: str, value: str) -> None:
    page_link.go(PAGE, LINK.as_link(replace(chosen, **{slot: value, "query": ""})))


def find(chosen: Chosen) -> tuple[Audit, tuple[Difference, ...], str] | None:
    """Return the audit, the differences to a second run and that run's name; None where there is none, and show why."""
    try:
        with st.spinner("Looking at all orders…"):
            if not (chosen.run or chosen.qrels):
                return finding.example(chosen.example, chosen.measures), (), ""
            if not (chosen.run and chosen.qrels):
                missing = "judgements" if chosen.run else "run"
                st.info(f"Now add the {missing}: the audit needs both.", icon=":material/upload_file:")
                return None
            run, qrels = finding.file(chosen.run), finding.file(chosen.qrels)
            audited = finding.audited(run, qrels, chosen.measures)
            if not chosen.against:
                return audited, (), ""
            against: File = finding.file(chosen.against)
            return audited, finding.compared(run, against, qrels, chosen.measures), against.name
    except DataError as problem:
        messages.error(problem)
        return None


def show(chosen: Chosen, audit: Audit, differences: Sequence[Difference], against: str) -> Chosen:
    """Show the findings; return the choices, including what was opened in the findings."""
    st.caption(messages.plain(text.title(audit)))
    _offer(audit, differences, against, chosen)
    if differences:
        st.markdown(f"**{messages.plain(text.verdict(differences))}**")
        st.html(html_table.figure(tables.differences(differences)))
    st.html(html_table.figure(tables.intervals(audit)))
    for table in tables.programs(audit):
        st.html(html_table.figure(table))
    _about(audit)
    names = [each.measure.name for each in audit.measures]
    st.header("Query by query")
    name = st.segmented_control(
        "Measure", names, default=chosen.shown.name, key=f"{WIDGET}ties-show-{chosen.measures}",
        format_func=lambda name: next(e.measure.label for e in audit.measures if e.measure.name == name),
        on_change=touch, required=True,
    )  # fmt: skip
    chosen = replace(chosen, show="" if name in (None, names[0]) else name)
    each = audit.result(chosen.shown)
    st.markdown(messages.plain(text.finding(each)))
    if not each.matter.any():
        return replace(chosen, query="")
    return _queries(chosen, audit, each)


def _about(audit: Audit) -> None:
    with st.expander("What programs do with ties, and what they do not count"):
        lines = [f"* {messages.plain(name)}: {messages.plain(why)}" for name, why in report.ties(audit)]
        st.markdown("\n".join(lines))
    notes = audit.notes
    if notes:
        with st.expander(counted(len(notes), "note"), icon=":material/sticky_note_2:"):
            messages.notes(notes)


def _queries(chosen: Chosen, audit: Audit, each: Audited) -> Chosen:
    """Show the widest queries as dumbbells and the open one below; return the choices with it."""
    place = {query: at for at, query in enumerate(audit.run.queries)}
    wide = each.widest(picture.MOST).tolist()
    open_ = place.get(chosen.query)
    clicked = st.plotly_chart(
        picture.queries(audit, each, open_), key=f"ties-chart-{each.measure.name}", on_select=touch,
        selection_mode="points", config={"displayModeBar": False},
        alt=f"The {counted(len(wide), 'query')} with the widest interval of {each.measure.label}",
    )  # fmt: skip
    more = int(each.matter.sum()) - len(wide)
    drawn = f" {counted(more, 'more query')} with ties that matter are in the files." if more > 0 else ""
    st.caption(messages.plain(f"{report.HOW}{drawn} Click a query to see its groups of equal scores."))
    number = next(
        (point["customdata"][0] for point in clicked["selection"]["points"] if "customdata" in point), None
    )
    if number is not None and st.session_state.get(CLICKED) != (each.measure.name, number):
        st.session_state[CLICKED] = each.measure.name, number
        open_ = int(number)
    listed = wide if open_ is None or open_ in wide else [open_, *wide]
    open_ = wide[0] if open_ is None else open_
    chosen_ = st.selectbox(
        "Query", listed, listed.index(open_), format_func=lambda at: shortened(audit.run.queries[at], 60),
        key=f"{WIDGET}ties-query-{each.measure.name}-{open_}", on_change=touch,
    )  # fmt: skip
    _query(audit, each, chosen_)
    return replace(
        chosen, query="" if chosen_ == wide[0] and not chosen.query else audit.run.queries[chosen_]
    )


def _query(audit: Audit, each: Audited, at: int) -> None:
    groups = orders.groups(audit.run, at)
    places = min(len(audit.run.grades), each.measure.depth)
    st.html(html_table.figure(tables.orders(orders.orders(audit, each, at), groups, places)))
    st.html(html_table.figure(tables.groups(groups)))


def _offer(audit: Audit, differences: Sequence[Difference], against: str, chosen: Chosen) -> None:
    """Show the buttons that make a file each when they are pressed."""
    command = _command(audit, against, chosen)
    files: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
        ("ties.html", "text/html", "Report", lambda: report.html(audit, command, against, differences)),
        ("ties.csv", "text/csv", "CSV", lambda: reporting.as_csv(exports.rows(audit))),
        ("ties.json", "application/json", "JSON", lambda: exports.as_json(audit, against, differences)),
    )
    with st.container(horizontal=True, key="ties-exports"):
        for name, kind, label, make in files:
            st.download_button(
                label, make, name, kind, key=f"ties-{name}", icon=":material/download:", on_click="ignore"
            )


def _command(audit: Audit, against: str, chosen: Chosen) -> str:
    if not chosen.run:
        return ""
    run, second = audit.run, ["--against", against] if against else []
    words = [
        "rankviz",
        "ties",
        run.name,
        run.judgements,
        *second,
        "--measure",
        chosen.measures,
        "--out",
        "ties.html",
    ]
    return shlex.join(words)
