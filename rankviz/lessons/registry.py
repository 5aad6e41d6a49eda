"""All lessons, in the order they are best taken."""

from __future__ import annotations

from rankviz.lessons import (
    boosting_by_pairs,
    three_ways,
    what_a_bound_buys,
    when_theory_breaks,
    why_ties_matter,
)
from rankviz.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    module.LESSON.name: module.LESSON
    for module in (boosting_by_pairs, why_ties_matter, three_ways, when_theory_breaks, what_a_bound_buys)
}
"""By name, as links write it."""
