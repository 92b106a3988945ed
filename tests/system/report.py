"""report.py MEANS.csv IMPORTANCE.json: checks good.html, hostile.html, empty.html and running.html in a browser."""
import csv
import os
import sys
import time

import report_odd
import report_sample
import report_views
from browser import Keys, Page


def sorts(page):
    header = "th[data-column=test_mse] button"
    for direction, sign in (("ascending", 1), ("descending", -1)):
        page.find(header).click()
        values = [v for v in page.cells("test_mse")]
        present = [sign * float(v) for v in values if v]
        assert len(present) > 5 and present == sorted(present), f"{direction}: {values}"
        assert all(not v for v in values[len(present):]), f"NaN is not last: {values}"
        assert page.find("th[data-column=test_mse]").get_attribute("aria-sort") == direction
    page.find("th[data-column=depth] button").click()
    depths, mse = page.cells("depth"), page.cells("test_mse")
    assert depths == sorted(depths), depths
    first = [float(v) for d, v in zip(depths, mse) if d == "1" and v]
    assert first == sorted(first, reverse=True), f"not stable: {first}"


def filters(page):
    everything = page.text("#matches")
    assert set(page.cells("status")) == {"done"} and "diverged (augmented_all has them)" in page.text("#left-out"), page.text("#left-out")
    page.find("#every").click()
    assert "diverged" in page.cells("status") and page.text("#left-out") == "", "all experiments"
    page.find("#every").click()
    page.filter("depth>=2 status=done")
    assert set(page.cells("depth")) == {"2", "3"} and set(page.cells("status")) == {"done"}
    assert page.text("#filter-problems") == ""
    page.filter("depht>=2 status=diverged")
    assert page.text("#filter-problems") == "Left out: there is no column depht, did you mean depth?"
    assert set(page.cells("status")) == {"diverged"}, "the good term does not hold"
    for bad in ("depth>=x", "colour=red", "depth~1"):
        page.filter(bad)
        assert page.text("#filter-problems").startswith("Left out: "), bad
    page.filter("status<=diverged")
    assert set(page.cells("status")) == {"diverged"}, "texts by order"
    page.find("#every").click()
    page.filter("DIVERG")
    assert set(page.cells("status")) == {"diverged"}, "a plain word"
    page.find("#every").click()
    page.filter("zero_ratio<=0.95 status=done")
    assert not any("learnt nothing" in ratio for ratio in page.cells("zero_ratio"))
    page.filter("zero_ratio>0.95 status=done")
    unlearnt = page.cells("zero_ratio")
    assert all(ratio.endswith(", learnt nothing") for ratio in unlearnt), unlearnt
    assert page.run("return document.querySelectorAll('.unlearnt').length") == (len(unlearnt) > 0)
    page.filter('test_mse!=nan seed=1')
    assert len(page.cells("seed")) > 0 and set(page.cells("seed")) == {"1"}
    page.filter("")
    assert page.text("#matches") == everything
    page.find("#failure-groups button").click()
    assert set(page.cells("status")) == {"diverged"} and len(set(page.cells("message"))) == 1
    page.filter("")


def begins_with_results(page):
    """The best setting, its mean and what it depends on come first."""
    assert page.run("return document.querySelector('main > section:not([hidden])').id") == "results"
    text = page.text("#best")
    assert text.startswith("Smallest test_mse: ") and " with depth " in text and " less than the next setting (depth" in text, text
    assert "Its variance over all settings comes from" in text or "No parameter explains" in text, text


def close(a, b):
    return abs(float(a) - float(b)) <= 2e-6 * abs(float(b))


def charts(page, means):
    page.filter("learning_rate=0.005")
    page.choose("y", "s:test_mse")
    page.choose("x", "s:depth")
    page.choose("group", "")
    shown = page.shown()
    assert len(shown) == len(means) == 3, shown
    for row, wanted in zip(shown, means):
        assert row[0] == wanted["depth"] and row[3] == wanted["n"] and close(row[1], wanted["mean"]), (row, wanted)
        assert abs(float(row[2]) / float(wanted["ci95"]) - 1) < 1e-3, (row, wanted)  # four digits
    page.filter("learning_rate=0.005 depth<3")
    assert len(page.shown()) == 2, "the chart does not follow the filter"
    page.choose("x", "s:seed")
    page.choose("group", "s:depth")
    assert [row[:2] for row in page.shown()] == [[d, s] for d in "12" for s in "012"], page.shown()
    page.choose("y", "c:position_mse")
    assert page.run("return document.getElementById('axis-x').value") == "d:position", "the x axis did not follow the curve"
    assert [row[1] for row in page.shown()] == [str(p) for _ in range(2) for p in range(1, 17)]
    page.choose("y", "c:loss")
    assert page.run("return document.getElementById('axis-x').value") == "d:epoch", "the x axis is not the epoch"
    page.choose("x", "s:depth")
    assert page.run("return document.getElementById('axis-y').value").startswith("s:"), "a curve over a parameter"
    page.move_over("#plot")
    page.find("#axis-logY").click()
    assert page.shown(), "log y"
    page.filter("")


def keyboard(page):
    page.run("document.activeElement.blur(); scrollTo(0, 0)")
    page.tab_to("e.id === 'axis-y'")
    page.tab_to("e.id === 'filter'")
    page.keys("depth=2 status=done")
    assert set(page.cells("depth")) == {"2"}
    page.tab_to("e.closest('th')?.dataset.column === 'seed'")
    page.keys(Keys.ENTER)
    assert page.find("th[data-column=seed]").get_attribute("aria-sort") == "ascending"
    page.tab_to("e.closest('#table tbody')")
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert page.run("return document.activeElement.id") == "details", "the keyboard focus is not in the details"
    title, number = page.text("#details-title"), page.cells("experiment")[1]
    assert title.startswith(f"augmented {number}: "), title
    configuration = page.text("#details dl")
    assert "depth2" in configuration and "length16" in configuration, configuration
    assert page.run("return document.querySelectorAll('#details canvas').length") >= 3, "no curves"
    page.keys(Keys.ESCAPE)
    assert page.run("return document.activeElement.textContent") == number, "the keyboard focus is not back at its row"
    assert page.run("return document.getElementById('details').hidden")
    page.filter("")


def themes(page):
    background = "return getComputedStyle(document.body).backgroundColor"
    light = page.run(background)
    page.find("#theme").click()
    dark = page.run(background)
    assert light == "rgb(255, 255, 255)" and dark != light, (light, dark)
    for scheme, wanted in (("dark", dark), ("light", light)):
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        time.sleep(0.2)
        assert page.run(background) == wanted, scheme


def hostile(page):
    name = page.text("h1")
    assert name.startswith("</script><script>window.caught=1</script><img src=x") and name.endswith("\u0001\ufffd"), name
    page.find("#failure-groups button").click()
    assert set(page.cells("status")) == {"failed"} and len(set(page.cells("message"))) == 1 and len(page.cells("message")) == 30
    page.find("#table tbody button").click()
    page.run("document.getElementById('sweep').open = true")
    assert page.text("#sweep pre") == name and name[:40] in page.text("#details")
    page.choose("group", "s:kind")
    page.choose("x", "s:kind")
    page.filter("")
    page.find("#every").click()
    assert page.text("#matches") == "120 experiments" and len(page.cells("kind")) == 50, "more than a page in the document"
    page.run("[...document.querySelectorAll('#pages button')].find(b => b.textContent === 'Last').click()")
    assert page.cells("experiment")[-1] == "119"
    page.find("#table tbody tr:last-child").click()
    details = page.text("#details")
    assert "Its identity is damaged" in details and "icsweep export" not in details, details
    assert page.run("return window.caught === undefined && document.querySelectorAll('main script, main img, main b').length === 0")


def figures(path):
    """Puts a figure and a missing figure into the page's data, as the program does."""
    with open("hostile.html", encoding="utf-8") as file:
        text = file.read()
    picture = '<svg xmlns=\\"http://www.w3.org/2000/svg\\" viewBox=\\"0 0 40 30\\"><rect width=\\"40\\" height=\\"30\\"/></svg>'.replace("<", "\\u003c")
    figure = f'{{"name":"fig5","title":"\\u003cb>Depth\\u003c/b>","caption":"by depth\\nand seed","svg":"{picture}"}}'
    start = text.index('"figures":[')
    end = text.index("</script", start)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:start] + f'"figures":[{figure}],"missing":[{{"name":"fig7","reason":"no plain experiments"}}]}}' + text[end:])


def enlarges(page):
    assert page.text("#drawn strong") == "<b>Depth</b>" and page.text("#missing dd") == "no plain experiments"
    assert page.run("return document.querySelector('#drawn img').naturalWidth") > 0, "the picture does not show"
    caption = page.find("#drawn figcaption")
    assert "by depth\nand seed" in caption.text, f"the caption lost its lines: {caption.text}"
    page.tab_to("e.closest('#drawn')", 120)
    page.keys(Keys.ENTER)
    assert page.run("return document.getElementById('enlarged').open")
    page.keys(Keys.ESCAPE)
    assert not page.run("return document.getElementById('enlarged').open")


def main():
    with open(sys.argv[1], newline="") as file:
        means = list(csv.DictReader(file))
    with Page(os.path.abspath("good.html")) as page:
        for check in (begins_with_results, sorts, filters, lambda p: charts(p, means), keyboard, themes):
            check(page)
        page.check_quiet()
    with Page(os.path.abspath("good.html")) as page:
        report_views.importances(page, sys.argv[2])
        for check in (report_views.timeline, report_views.ranges, report_views.by_keyboard, report_views.address, report_views.widths):
            check(page)
        page.check_quiet()
    report_sample.agrees("good.html", "some.html")
    with Page(os.path.abspath("hostile.html")) as page:
        hostile(page)
        page.check_quiet()
    with Page(os.path.abspath("odd.html")) as page:
        for check in (report_odd.sorts, report_odd.filters, report_odd.endings, report_odd.valueless, report_odd.earlier_sweeps, report_odd.command, report_odd.prints):
            check(page)
        page.check_quiet()
    with Page(os.path.abspath("lengths.html")) as page:
        report_odd.lengths(page)
        page.check_quiet()
    figures("figures.html")
    with Page(os.path.abspath("figures.html")) as page:
        enlarges(page)
        page.check_quiet()
    with Page(os.path.abspath("empty.html")) as page:
        assert page.text("#matches") == "0 experiments" and page.text("#pages") == "No experiment"
        page.check_quiet()
    with Page(os.path.abspath("running.html")) as page:
        assert page.text("#launch").startswith("Running on 1 rank, process "), page.text("#launch")
        page.check_quiet()


main()
