"""A Python script that repeats a run and asserts that its numbers are the same."""

import pprint
from typing import Any

import rankviz
from rankviz.engine.runs.export import to_dict
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace

CLOSE = 1e-9
"""The relative tolerance: another processor may round the last digits differently."""

_CHECK = '''
def same(made: object, expected: object) -> bool:
    """Equal, or two numbers that agree to {close:g}."""
    if isinstance(made, float) and isinstance(expected, float):
        return math.isclose(made, expected, rel_tol={close:g}, abs_tol={close:g})
    return made == expected


assert [{{key: run[key] for key in ("algorithm", "stopped_code")}} for run in made] == [
    {{key: run[key] for key in ("algorithm", "stopped_code")}} for run in EXPECTED
], "other runs"
count = 0
for run, expected in zip(made, EXPECTED):
    assert len(run["rounds"]) == expected["rounds"], (run["algorithm"], "rounds", len(run["rounds"]))
    last = run["rounds"][-1] if run["rounds"] else {{}}
    for key, number in expected["last"].items():
        assert same(last[key], number), (run["algorithm"], key, last[key], number)
        count += number is not None
print(f"Reproduced: runs {{len(made)}}, final numbers {{count}}.")
'''


def script(trace: Trace, spec: RunSpec) -> str:
    """Return Python lines that run `spec` again and check the last round of every run against that in `trace`.

    Numbers agree to 1e-9; names, outcomes and the codes of reasons exactly; the data by the SHA-256 of everything in
    them. The script names the version that made it. It prints one line, or ends in an AssertionError that names run,
    number and values.
    """
    expected = pprint.pformat([_last(run) for run in to_dict(trace)["runs"]], sort_dicts=False, width=100)
    return "\n".join(
        [
            f'"""A run of RankViz {rankviz.__version__}, repeated and compared with its numbers.',
            "",
            "It needs RankViz: put it into the checkout, or install that (pip install -e CHECKOUT), and run it.",
            '"""',
            "",
            "import math",
            "",
            spec.python_run().rstrip("\n"),
            'made = rankviz.export.to_dict(trace)["runs"]',
            "",
            f'assert trace.problem.identity == "{trace.problem.identity}", "other data"',
            f"EXPECTED = {expected}",
            "",
            _CHECK.format(close=CLOSE),
        ]
    )


def _last(run: dict[str, Any]) -> dict[str, Any]:
    rounds = run["rounds"]
    return {
        "algorithm": run["algorithm"],
        "stopped_code": run["stopped_code"],
        "rounds": len(rounds),
        "last": rounds[-1] if rounds else {},
    }
