"""Small tables in the text: each weak ranker's answers, and numbers that no tile of the figure shows."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from rankviz.lessons.lesson import Note
from rankviz.lessons.predict import Question
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.shell.notation import subscripts

YES, NO = "●", "○"


def answer_table(asked: Question) -> None:
    """Show each ranker's answer to each item, in the order of the items."""
    if asked.says:
        rows = [[label, *(YES if yes else NO for yes in row)] for label, row in asked.says]
        table([f"{YES} yes, {NO} no", *asked.items], *rows, answers=True)


def note(asked: Note, facts: Facts, *, tried: bool) -> None:
    """Show a step's note with values read from the run, and the result of a try if one was made."""
    table(*asked.cells(facts, tried=tried))


def table(head: Sequence[str], *rows: Sequence[str], answers: bool = False) -> None:
    """Show a table; the first column names its rows. Columns of `answers` are one character wide: names are rotated."""

    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(f"<{tag}>{subscripts(escape(text))}</{tag}>" for text in texts)

    body = "".join(
        f"<tr><th>{subscripts(escape(first))}</th>{cells('td', rest)}</tr>" for first, *rest in rows
    )
    st.html(
        f'<table class="rv-lesson-table{" rv-answers" * answers}"><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
