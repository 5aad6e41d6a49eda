"""What one visitor uploads, seen from another's browser: never, unless it is shared by name; and after a reload."""

import re

from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

SALARIES = (
    (51000, 50007, 51034, 48021, 49100, 47005, 45042, 46000, 44003, 43100, 42000, 41500),
    (13, 11, 15, 9, 12, 8, 6, 7, 5, 4, 3, 2),
)


def staff(salaries: tuple[int, ...]) -> bytes:
    """Twelve people of two grades that the score tells apart: no round picks the salary."""
    rows = [f"p{i},{int(i > 5)},{salary},{int(i > 5)}" for i, salary in enumerate(salaries)]
    return ("item,score,salary,grade\n" + "\n".join(rows) + "\n").encode()


def table(stage: StagePage) -> str:
    """What the last table of the page holds, as it is read aloud."""
    cells = stage.page.get_by_test_id("stDataFrame").last.locator("td")
    expect(cells.first).to_be_attached(timeout=60_000)  # charts come first on the page Data
    return " ".join(cells.all_text_contents())


def put_staff(stage: StagePage, salaries: tuple[int, ...]) -> None:
    """Upload the table, and wait until its run is on the stage."""
    stage.upload("table", ("staff.csv", staff(salaries)))
    stage.wait_until(lambda: "staff.csv" in stage.address().get("data", ""), "the address names the file")
    stage.wait_until(lambda: "p11" in stage.text(), "the people are on the stage")
    stage.idle()


def thresholds(stage: StagePage) -> set[str]:
    """The salaries that the candidates of the round compare with."""
    stage.tab("Candidates")
    stage.wait_until(lambda: "salary >" in table(stage), "the candidates name the salary")
    return set(re.findall(r"salary > ([\d.]+)", table(stage)))


def items(stage: StagePage) -> list[str]:
    """The cells of the items on the page Data."""
    with stage.rerun():
        stage.visit("Data")
    stage.wait_until(lambda: "p1" in table(stage).split(), "the items are shown")
    return table(stage).split()


def test_two_visitors_see_their_own_numbers(new_page: NewPage) -> None:
    """Two uploads that make the very same run: each visitor's tables hold what that visitor uploaded."""
    visitors = [new_page(), new_page()]
    for stage, salaries in zip(visitors, SALARIES, strict=True):
        stage.open(undefined="cap", holdout=0, rounds=5, t=1)
        put_staff(stage, salaries)
        stage.step()  # other data begin at the start, where there are no candidates yet
    one, two = map(thresholds, visitors)
    assert one and two and not one & two
    first, second = map(items, visitors)
    assert "51000" in first and "51000" not in second
    assert "13" in second and "13" not in first


def upload_mine(stage: StagePage) -> None:
    stage.open(holdout=0, rounds=5, t=1)
    put_staff(stage, SALARIES[0])


# One visitor's page, on which the panel of an upload is still open.
shared, mine = shared_stage(upload_mine)


def test_the_drawer_stands_in_the_window_beside_the_panel_of_an_upload_and_after_it(mine: StagePage) -> None:
    """The panel pushes the stage below the fold: the drawer does not follow it there."""

    def top() -> float:
        found = mine.page.evaluate(
            "() => parseFloat(document.documentElement.style.getPropertyValue('--rv-drawer-top'))"
        )
        return float(found)

    expect(mine.button("Done")).to_be_visible()
    mine.wait_until(lambda: 0 <= top() < 384, "the drawer begins in the window's upper half")
    mine.button("Done").click()
    mine.wait_until(lambda: not mine.button("Done").count(), "the panel is closed")
    mine.wait_until(lambda: 0 <= top() < 384, "and so it does without the panel")


def test_a_reload_finds_ones_own_upload_and_a_link_does_not_open_it_elsewhere(
    mine: StagePage, new_page: NewPage
) -> None:
    """The secret is the browser's: it outlives the session, and scripts cannot read it."""
    other = new_page()
    address = mine.page.url
    assert "rankviz_visitor" not in mine.page.evaluate("() => document.cookie")
    mine.goto(address)
    assert "p11" in mine.text()
    assert "travel" not in mine.text()
    expect(mine.page.get_by_text("Only this browser can open it")).to_be_visible()
    assert "rankviz_visitor" not in mine.page.evaluate("() => document.cookie")
    other.goto(address)
    assert "does not travel" in other.alert("staff.csv")
    assert "p11" not in other.text()


def test_an_upload_shared_by_name_opens_elsewhere_until_it_is_no_longer_shared(
    mine: StagePage, new_page: NewPage
) -> None:
    """The page says plainly what sharing means; the link then carries the name."""
    other = new_page()
    mine.button("Share this upload by name").click()
    mine.page.get_by_role("textbox", name="Name", exact=True).fill("<b>our</b> *team* & co")
    with mine.rerun():
        mine.page.get_by_test_id("stPopoverBody").get_by_role("button", name="Share", exact=True).click()
    expect(mine.page.get_by_text("Shared as “<b>our</b> *team* & co”")).to_be_visible()
    mine.wait_until(lambda: "@" in mine.address()["data"], "the address carries the name")
    address = mine.page.url
    other.goto(address)
    assert "p11" in other.text()
    assert other.button("Stop sharing").count() == 0
    with mine.rerun():
        mine.button("Stop sharing").click()
    expect(mine.page.get_by_text("Only this browser can open it")).to_be_visible()
    other.goto(address)
    assert "does not travel" in other.alert("staff.csv")


def test_a_table_with_text_is_chosen_on_the_page_and_the_panel_closes(new_page: NewPage) -> None:
    """The roles are guessed beside the first rows; without a grade no run starts; a phone shows the same."""
    stage = new_page().open(rounds=5, t=1)
    rows = [f"Hotel {i},{60 + 7 * i % 31},{'Rome' if i % 2 else 'Oslo'},{i % 4}" for i in range(20)]
    content = "name,price,city,distance\n" + "\n".join(rows) + "\n"
    stage.upload("table", ("own.csv", content.encode()))
    assert "mark the column of grades" in stage.alert("grades")
    assert "own.csv" not in stage.address().get("data", "")
    menu = stage.page.get_by_role("main").get_by_role("combobox", name="distance", exact=True)
    menu.click()
    with stage.rerun():
        stage.page.get_by_role("option", name="Grade", exact=True).click()
    stage.wait_until(lambda: "own.csv" in stage.address().get("data", ""), "the address names the file")
    assert "grade=distance" in stage.address()["data"] and "item=name" in stage.address()["data"]
    stage.wait_until(lambda: "Hotel 1" in stage.text(), "the hotels are on the stage")
    with stage.rerun():
        stage.button("Done").click()
    expect(stage.page.locator('input[type="file"]')).to_have_count(0)
    expect(stage.button("File and columns")).to_be_visible()
    stage.goto(stage.page.url)
    expect(stage.page.locator('input[type="file"]')).to_have_count(0)
    stage.step()
    stage.wait_until(lambda: "Hotel 1" in stage.text(), "the hotels are on the stage")
