"""All lessons and challenges that come with the package, in the order they are best taken."""

from rankviz.lessons.challenges import Challenge
from rankviz.lessons.lesson import Lesson
from rankviz.lessons.text import challenge, lesson
from rankviz.lessons.text.content import texts

LESSONS: dict[str, Lesson] = {name: lesson.from_bytes(contents, name) for name, contents in texts("lessons")}
"""By name, as links write it."""
CHALLENGES: dict[str, Challenge] = {
    name: challenge.from_bytes(contents, name) for name, contents in texts("challenges")
}
"""By name, as links write it."""
