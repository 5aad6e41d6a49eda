"""All lessons, in the order they are best taken."""

from rankviz.lessons import (
    a_step_in_function_space,
    boosting_by_pairs,
    labels_or_preferences,
    the_largest_margin,
    the_price_of_a_push,
    three_ways,
    what_a_bound_buys,
    when_theory_breaks,
    why_ties_matter,
)
from rankviz.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    module.LESSON.name: module.LESSON
    for module in (
        boosting_by_pairs,
        why_ties_matter,
        three_ways,
        when_theory_breaks,
        what_a_bound_buys,
        the_largest_margin,
        the_price_of_a_push,
        labels_or_preferences,
        a_step_in_function_space,
    )
}
"""By name, as links write it."""
