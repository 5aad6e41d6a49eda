"""docs/ties.md says what the code does: programs with their versions, measures, limits."""

import re
from pathlib import Path

from rankviz.engine.data.reading import LARGE_FILE_BYTES, MAX_FILE_BYTES, MAX_LINES
from rankviz.engine.data.whole_grades import MOST_GRADE
from rankviz.lab.ties import measure
from rankviz.lab.ties.counters import COUNTERS

TEXT = (Path(__file__).parents[3] / "docs/ties.md").read_text(encoding="utf-8")


def test_every_program_stands_there_with_its_version_and_no_other() -> None:
    table = TEXT.split("## Programs")[1].split("\n\n")[1]
    named = [row.split("|")[1].strip() for row in table.splitlines()[2:]]
    assert named == [counter.name for counter in COUNTERS.values()]


def test_every_measure_stands_there_and_is_one() -> None:
    named = re.findall(r"`([a-z0-9-]+)(@k)?`", TEXT.split("## Measures")[1].split("##")[0])
    kinds = {measure.read(f"{kind}@10" if k else kind).kind for kind, k in named}
    assert kinds == set(measure.KINDS)


def test_the_limits_are_those_of_the_readers() -> None:
    assert f"{MAX_LINES // 10**6} million lines" in TEXT
    assert f"a file of {LARGE_FILE_BYTES // 2**30} GB, CSV and Parquet {MAX_FILE_BYTES // 2**20} MB" in TEXT
    assert f"from −{MOST_GRADE:,} to {MOST_GRADE:,}" in TEXT
