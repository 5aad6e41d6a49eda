"""A line of jobs, whatever they run in: whose turn it is, and what becomes of those that end or cannot begin."""

from dataclasses import dataclass

from rankviz.ui.runs.jobs import Jobs


@dataclass(eq=False)
class Told:
    """A job that is done when the test says so."""

    name: str
    done: bool = False


class OnlyA(Jobs[Told]):
    def must_wait(self, job: Told) -> bool:
        return not job.name.startswith("a")


def names(jobs: list[Told]) -> str:
    return " ".join(job.name for job in jobs)


def test_so_many_run_at_once_and_the_others_begin_in_order_as_these_end() -> None:
    ended: list[Told] = []
    jobs = Jobs[Told](lambda: 2, lambda job: True, ended.append)
    made = [Told(name) for name in "abcd"]
    for job in made:
        jobs.add(job)
    jobs.tidy()
    assert names(jobs.running) == "a b" and names(jobs.waiting) == "c d" and jobs.full
    assert jobs.before(made[3]) == 1 and jobs.before(made[0]) is None
    made[0].done = made[2].done = True  # one ended, one was given up while it waited
    jobs.tidy()
    jobs.tidy()
    assert names(jobs.running) == "b d" and not jobs.waiting and ended == [made[0]]


def test_a_job_that_cannot_begin_leaves_its_place_to_the_next() -> None:
    jobs = Jobs[Told](lambda: 1, lambda job: job.name != "a")
    for name in "abc":
        jobs.add(Told(name))
    jobs.tidy()
    assert names(jobs.running) == "b" and names(jobs.waiting) == "c"
    jobs.remove(jobs.running[0])
    jobs.tidy()
    assert names(jobs.alive()) == "c"


def test_a_job_that_is_held_lets_later_ones_pass() -> None:
    jobs = OnlyA(lambda: 3, lambda job: True)
    for name in ("b", "a1", "c", "a2"):
        jobs.add(Told(name))
    jobs.tidy()
    assert names(jobs.running) == "a1 a2" and names(jobs.waiting) == "b c" and not jobs.full
