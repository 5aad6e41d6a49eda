"""What can be taken away: the run in three formats, tiles as pictures, figures as HTML, the lines that repeat it."""

import io
import json
import re
import xml.etree.ElementTree as ElementTree
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
from helpers.browser.in_page import MISPLACED
from helpers.browser.samples import engine
from helpers.browser.stage_page import StagePage
from PIL import Image
from playwright.sync_api import Download, Locator, expect

from rankviz.engine.runs.export import read_frame, to_dict, to_frame

LINK = {"rounds": 15, "t": 7, "seed": 2, "neg": 0}
SAME = "rounds=15&seed=2&neg=0"
SVG = "{http://www.w3.org/2000/svg}"


def download(stage: StagePage, button: Locator) -> Download:
    with stage.page.expect_download() as waiting:
        button.click()
    return waiting.value


def test_the_run_as_files_as_lines_and_as_a_figure(stage: StagePage, tmp_path: Path) -> None:
    """What the drawer of a run gives is that run's."""
    stage.open(**LINK)
    panel = stage.tab("Export and share")
    check_files(stage, panel, tmp_path)
    check_lines(panel)
    check_figure(stage, stage.tab("Figures"))


def check_files(stage: StagePage, panel: Locator, folder: Path) -> None:
    """JSON is schema 1 and the engine's to the last digit; CSV and Parquet hold the same table."""
    trace = engine(SAME)
    frames = []
    for name, ending in (("JSON", ".json"), ("CSV", ".csv"), ("Parquet", ".parquet")):
        saved = download(stage, panel.get_by_role("button", name=name))
        assert saved.suggested_filename.endswith(ending)
        path = folder / f"run{ending}"
        saved.save_as(path)
        frames.append(read_frame(path))
    found = json.loads((folder / "run.json").read_text())
    assert found["schema"] == 1
    assert found == json.loads(json.dumps(to_dict(trace)))
    for frame in frames:
        want = to_frame(trace)
        assert list(frame["ranker"]) == list(want["ranker"])
        np.testing.assert_allclose(frame["alpha"], want["alpha"], rtol=1e-12)
        np.testing.assert_allclose(frame["e2"], want["e2"], rtol=1e-12)


def check_lines(panel: Locator) -> None:
    """The link, the Python and the command shown belong to this run; the Python gives its numbers."""
    codes = panel.locator("pre")
    expect(codes.nth(2)).to_be_visible()
    texts = [code.inner_text().strip() for code in codes.all()]
    link = next(text for text in texts if text.startswith("http"))
    assert "rounds=15" in link and "t=7" in link and "seed=2" in link
    assert any("rankviz trace" in text and "--no-negative-alpha" in text for text in texts)
    lines = next(text for text in texts if "import rankviz" in text)
    with redirect_stdout(io.StringIO()) as printed:
        exec(lines, {"__name__": "__main__"})
    for run, line in zip(engine(SAME).runs, printed.getvalue().strip().split("\n"), strict=True):
        assert line.startswith(run.label)
        assert float(line.split()[-1]) == run.metrics["r2"][-1]


def check_figure(stage: StagePage, panel: Locator) -> None:
    """A figure to study is drawn, and saved as one file that needs no network."""
    stage.wait_until(lambda: panel.locator("svg.main-svg").count() > 0, "the figure is drawn")
    saved = download(stage, panel.get_by_role("button", name="HTML"))
    page = saved.path().read_text()
    assert saved.suggested_filename.endswith(".html")
    assert "<html" in page and "Plotly.newPlot" in page and 'src="http' not in page


TILES = ("losses", "ties", "ranking", "pairs", "margins", "weights")
ALL = "all"
PRINTED = """
window.printed = [];
window.print = () => {
    const paper = [document.title, document.querySelector("style").textContent, document.body.innerHTML];
    window.top.printed.push(paper);
    window.dispatchEvent(new Event("afterprint"));
};
"""
"""What the browser is asked to print: the title, the style and the body of each page."""


def save(stage: StagePage, tile: str, kind: str) -> Download:
    """What the menu of a tile saves: the tile, or the board."""
    place = at(stage, "ties" if tile == ALL else tile)
    open_menu(place)
    row = place.get_by_role("group", name="All tiles" if tile == ALL else "This tile")
    return download(stage, row.get_by_role("button", name=kind))


def at(stage: StagePage, tile: str) -> Locator:
    return stage.page.locator(f"[data-tile={tile}]")


def open_menu(tile: Locator) -> None:
    """The menu of a tile shows when the pointer is on it."""
    tile.scroll_into_view_if_needed()
    tile.hover(position={"x": 60, "y": 12})
    tile.get_by_text("Save", exact=True).click()


def saved(stage: StagePage, tile: str, kind: str) -> tuple[str, bytes]:
    found = save(stage, tile, kind)
    return found.suggested_filename, found.path().read_bytes()


def check_drawing(content: bytes, round: str) -> None:
    """Everything in it is plain: any renderer draws it as the browser does."""
    text = re.sub(r"data:image/png;base64,[\w+/=]+", "", content.decode())
    for word in ("color(", "color-mix", "var(", "currentColor", "class=", "style=", "<style", "NaN"):
        assert word not in text, f"“{word}” in a picture"
    root = ElementTree.fromstring(content)
    ground = root[0]
    assert ground.tag == SVG + "rect" and ground.get("fill") == "#ffffff"
    assert (ground.get("width"), ground.get("height")) == (root.get("width"), root.get("height"))
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names))
    for node in root.iter():
        for ink in ("fill", "stroke"):
            value = node.get(ink, "none")
            assert re.fullmatch(r"none|#[0-9a-f]{6}|url\(#[\w-]+\)", value), f"{node.tag} {ink} {value}"
            assert not value.startswith("url") or value[5:-1] in names
        assert node.tag != SVG + "text" or node.get("font-family") == "Arial, Helvetica, sans-serif"
    words = "\n".join(node.text or "" for node in root.iter(SVG + "text"))
    for word in ("How to read", "Save", "Click", "Point at", "cursor", "Tick a", "held-out curves"):
        assert word not in words, f"“{word}” is for the screen"
    assert f"Round {round} of 15 · seed 2 · 25 % held out · Negative α: no" in words
    assert "http" not in words, "nobody else reaches an address of this computer"


def test_tiles_and_the_board_as_svg_and_png_and_on_paper(stage: StagePage) -> None:
    """Plain colours and fonts, nothing of the screen, no text cut off or over another; one tile, or the board."""
    stage.page.emulate_media(color_scheme="dark")
    stage.page.add_init_script(PRINTED)
    stage.open(**LINK)
    stage.step(2)
    from_dark = saved(stage, ALL, "SVG")
    assert at(stage, "ties").evaluate("(el) => el.closest('.rv-stage').dataset.scheme") == "dark"
    stage.follow_scheme("light")
    stage.wait_until(
        lambda: at(stage, "ties").evaluate("(el) => el.closest('.rv-stage').dataset.scheme") == "light",
        "the stage is light",
    )
    drawings = dict(saved(stage, tile, "SVG") for tile in (*TILES, ALL))
    parts = [*(f"{tile}_" for tile in TILES), ""]
    assert list(drawings) == [f"diabetes_r9_{part}rb-d_rb-c_rb-plus.svg" for part in parts]
    paper = stage.page.context.new_page()
    for name, content in drawings.items():
        check_drawing(content, "9")
        paper.set_content(f"<style>body {{ margin: 0 }}</style>{content.decode()}")
        assert paper.locator("text").count() > 10
        assert paper.evaluate(MISPLACED) == [], name
    paper.close()
    check_png(stage, drawings["diabetes_r9_pairs_rb-d_rb-c_rb-plus.svg"])
    check_print(stage, drawings["diabetes_r9_ties_rb-d_rb-c_rb-plus.svg"])
    board = "diabetes_r9_rb-d_rb-c_rb-plus.svg"
    assert from_dark == (board, drawings[board]), "what is saved depends on the colours of the screen"
    stage.page.set_viewport_size({"width": 390, "height": 844})
    expect(at(stage, "ranking")).to_be_in_viewport()
    assert saved(stage, ALL, "SVG") == from_dark, "what is saved depends on the size of the screen"
    check_refusal(stage)


def check_png(stage: StagePage, svg: bytes) -> None:
    """Twice the drawing's size, on white, and something is drawn."""
    drawing = ElementTree.fromstring(svg)
    name, content = saved(stage, "pairs", "PNG")
    assert name == "diabetes_r9_pairs_rb-d_rb-c_rb-plus.png"
    picture = Image.open(io.BytesIO(content))
    assert picture.size == (2 * int(drawing.get("width", 0)), 2 * int(drawing.get("height", 0)))
    pixels = np.asarray(picture.convert("RGBA"))
    assert (pixels[0, 0] == 255).all() and (pixels[-1, -1] == 255).all() and (pixels[..., 3] == 255).all()
    assert len(np.unique(pixels.reshape(-1, 4), axis=0)) > 50


def check_print(stage: StagePage, svg: bytes) -> None:
    """The browser is asked to print the drawing itself, on a page of its size, and the frame for it goes afterwards."""
    place = at(stage, "ties")
    open_menu(place)
    place.get_by_role("group", name="This tile").get_by_role("button", name="Print").click()
    stage.wait_until(lambda: len(stage.page.evaluate("printed")) == 1, "the print dialog opens")
    title, page, drawing = stage.page.evaluate("printed")[0]
    root = ElementTree.fromstring(svg)
    assert title == "diabetes_r9_ties_rb-d_rb-c_rb-plus"
    assert f"size: {root.get('width')}px {root.get('height')}px" in page
    assert "Round 9 of 15" in drawing and "RankBoost+" in drawing and drawing.count("<path") > 20
    assert stage.page.locator("iframe.rv-paper").count() == 0


def check_refusal(stage: StagePage) -> None:
    """A picture that cannot be made: one sentence where the stage says what it waits for, and the stage as it was."""
    stage.page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null); }")
    tile = at(stage, "ties")
    with stage.expecting_trouble():
        open_menu(tile)
        tile.get_by_role("group", name="This tile").get_by_role("button", name="PNG").click()
        expect(stage.page.get_by_text("The PNG could not be made")).to_be_visible()
    assert stage.round() == (9, 15)
    assert stage.page.locator(".rv-print").count() == 0
    assert saved(stage, "ties", "SVG")[0].endswith(".svg")
    expect(stage.page.get_by_text("The PNG could not be made")).to_be_hidden()


def test_pictures_name_the_query_and_have_letters_of_any_script(stage: StagePage) -> None:
    check_query(stage)
    check_letters(stage)


def check_query(stage: StagePage) -> None:
    """View saves the board too; a ranking of one query says which, as its chooser is not printed."""
    stage.open(data="synthetic:linear?queries=3", rounds=5, t=3, holdout=0, alg="rb-c,rb-d")
    query = stage.page.get_by_role("combobox", name="Query", exact=True).first
    query.select_option(index=1)
    chosen = query.evaluate("(select) => select.selectedOptions[0].textContent")
    stage.page.get_by_text("View ▾").click()
    drawing = download(stage, stage.button("Save all tiles as SVG")).path().read_text()
    assert f"· query {chosen} · Round 3 of 5 · " in drawing


def check_letters(stage: StagePage) -> None:
    """Names in any script are in the picture, and the name of built data says what they are."""
    data = "inline:?items=茶,酒,水&x=3,1,2&grades=2,1,0"
    stage.follow(data=data, alg="rb-c,rb-d", rounds=5, t=3, holdout=0)
    name, content = saved(stage, "margins", "SVG")
    assert name.startswith("built-by-hand_r3_margins_")
    assert "茶" in content.decode() + stage.text()
