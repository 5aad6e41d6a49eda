"""From the dots of an experiment to one of its folds on the stage."""

from playwright.sync_api import Page, expect

SAY = "(plot) => plot.on('plotly_click', (event) => { window.chosenTask = event.points[0].customdata[1]; })"


def open_a_fold(page: Page, tasks: int) -> str:
    """Click a dot of the open tab Task by task, then the last algorithm's number of the second fold; the task."""
    dots = page.locator(".js-plotly-plot .scatterlayer path.point")
    expect(dots).to_have_count(tasks)
    page.locator(".js-plotly-plot").evaluate(SAY)
    dots.nth(3).click(force=True)
    task = str(page.evaluate("window.chosenTask"))
    expect(page.get_by_role("heading", name=f"Folds of task {task}", exact=True)).to_be_visible()
    folds = page.get_by_test_id("stDataFrame").first
    folds.scroll_into_view_if_needed()
    box = folds.bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 35 * 2.5)
    return task
