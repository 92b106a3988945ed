"""Checks of good.html for report.py: ranges of parallel coordinates, the page's address, importances, timeline, widths."""
import json
import os
import time

from browser import ActionChains, Keys


def filter_text(page):
    return page.run("return document.getElementById('filter').value")


def drag(page, name, begin, end):
    """Drags along the axis; begin and end are in pixels from the middle of its element."""
    axis = page.find(f".axis[data-column={name}]")
    page.run("arguments[0].scrollIntoView({block: 'center'})", axis)
    ActionChains(page.driver).move_to_element_with_offset(axis, 0, begin).click_and_hold().move_by_offset(0, (end - begin) // 2).move_by_offset(
        0, end - begin - (end - begin) // 2).release().perform()
    time.sleep(0.3)


def ranges(page):
    page.filter("")
    drag(page, "depth", 140, -20)  # from below the lower end to beyond the middle: depths 1 and 2 of 3
    assert filter_text(page) == "depth<=2", filter_text(page)
    assert set(page.cells("depth")) == {"1", "2"}, "the table does not follow"
    page.choose("x", "s:depth")
    page.choose("group", "")
    assert [row[0] for row in page.shown()] == ["1", "2"], "the chart does not follow"
    drag(page, "test_mse", 140, 60)
    column, bound = filter_text(page).split()[-1].split("<=")
    assert column == "test_mse", filter_text(page)
    assert all(float(v) <= float(bound) for v in page.cells("test_mse")), page.cells("test_mse")
    axis = page.find(".axis[data-column=depth]")
    assert axis.get_attribute("aria-valuetext") == "from 1 to 2", axis.get_attribute("aria-valuetext")
    ActionChains(page.driver).move_to_element_with_offset(axis, 0, 30).click().perform()
    assert "depth" not in filter_text(page), "a click does not remove the range"
    page.filter("")


def by_keyboard(page):
    page.run("document.getElementById('filter').focus()")
    page.tab_to("e.dataset.column === 'depth' && e.classList.contains('axis')")
    page.keys(Keys.ARROW_DOWN)
    assert filter_text(page) == "depth<=2", filter_text(page)
    page.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.ARROW_UP)
    assert filter_text(page) == "depth=2" and set(page.cells("depth")) == {"2"}, filter_text(page)
    page.keys(Keys.ARROW_RIGHT)
    assert page.run("return document.activeElement.dataset.column") != "depth", "the keyboard focus did not move to the next axis"
    page.keys(Keys.ARROW_LEFT, Keys.ESCAPE)
    assert filter_text(page) == "", filter_text(page)


def address(page):
    page.filter("depth>=2 status=done")
    page.choose("x", "s:seed")
    page.choose("group", "s:depth")
    wanted = page.shown()
    time.sleep(0.6)
    sent = page.driver.current_url
    assert "#?filter=depth%3E%3D2+status%3Ddone" in sent, sent
    page.driver.get("about:blank")
    page.driver.get(sent)
    time.sleep(0.5)
    assert filter_text(page) == "depth>=2 status=done" and page.shown() == wanted, "another view"
    page.run("location.hash = '#?x=s:nothing&axes=none,depth&filter=x%3D'")
    time.sleep(0.5)
    assert page.text("#filter-problems").startswith("Left out: ") and page.run("return document.getElementById('axis-x').value"), "nonsense in the address"
    page.driver.get(sent.split("#")[0] + "?")
    time.sleep(0.5)
    assert filter_text(page) == ""


def importances(page, path):
    """The page has the values of `icsweep importance`."""
    with open(path, encoding="utf-8") as file:
        importance = json.load(file)
    shown = page.run("return [...document.querySelectorAll('#importance tbody tr')].map(tr => [...tr.children].map(td => td.textContent))")
    shares = {row[0]: row[2] for row in shown}
    for effect in importance["effects"]:
        if len(effect["parameters"]) == 1:
            name = effect["parameters"][0][0]
            rows = [row for row in shown if row[0] == name]
            share = "below its error" if effect["share"] <= -0.0005 else f"{100 * effect['share']:.1f} %"
            assert share in [row[2] for row in rows], (name, effect["share"], shares)
            interval = f"{100 * max(0, effect['low']):.1f} to {100 * max(0, effect['high']):.1f} %" if effect["low"] is not None else ""
            assert interval in [row[3] for row in rows], (name, interval, rows)


def timeline(page):
    cells = page.run("return [...document.querySelectorAll('#launches tbody tr')].map(tr => [...tr.children].map(td => td.textContent))")
    assert len(cells) == 1 and cells[0][0] == "1" and cells[0][3] == "1" and cells[0][-1] == "complete", cells
    page.find("#every").click()
    assert cells[0][5] == page.run("return String(document.querySelectorAll('#table tbody tr').length)"), cells
    page.find("#every").click()
    assert 0 <= float(cells[0][8].split()[0]) <= 100, cells
    drawn = page.run("""const c = document.getElementById('ranks'), p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        return new Set(Array.from({length: p.length / 4}, (_, i) => `${p[4 * i]} ${p[4 * i + 1]} ${p[4 * i + 2]}`)).size""")
    assert drawn >= 3, "idle time, done and diverged experiments must differ in colour"


def widths(page):
    """Nothing is wider than the window. With SCREENSHOTS=FOLDER, pictures of the page are kept."""
    for width in (420, 800, 1280, 1600):
        page.driver.set_window_size(width, 900)
        time.sleep(0.4)
        over = page.run("return document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{over} pixels too wide at {width}"
        if "SCREENSHOTS" in os.environ:
            page.driver.save_screenshot(f"{os.environ['SCREENSHOTS']}/report-{width}.png")
    page.driver.set_window_size(1280, 900)
