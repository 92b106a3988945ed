"""report_large.py PAGE.html: times the page of 10^5 experiments. It opens in ten seconds; an action takes below one."""
import os
import statistics
import sys

from browser import Page

input_event = "const f = document.getElementById('filter'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))"
choice = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))"
heading = "document.querySelector(`th[data-column=${arguments[0]}] button`).click()"
steps = [("sort by test_mse", heading, ("test_mse",)), ("sort by identity", heading, ("identity",)), ("sort by depth", heading, ("depth",)),
         ("filter by numbers", input_event, ("depth>=3 test_mse<0.5",)), ("filter by a word", input_event, ("abc",)),
         ("no filter", input_event, ("",)),
         ("group by depth", choice, ("axis-group", "s:depth")), ("x = seed", choice, ("axis-x", "s:seed")),
         ("x = test_mse", choice, ("axis-x", "s:test_mse")), ("y = curve", choice, ("axis-y", "c:position_mse")),
         ("next page", "[...document.querySelectorAll('#pages button')][2].click()", ()),
         ("an experiment", "document.querySelector('#table tbody tr').click()", ()), ("dark", "document.getElementById('theme').click()", ())]
with Page(os.path.abspath(sys.argv[1])) as page:
    print(f"{page.load_s * 1000:6.0f} ms  open")
    slow = [] if page.load_s < 10 else ["open, which may take ten"]
    for name, script, arguments in steps:
        took = page.milliseconds(script, *arguments)
        print(f"{took:6.0f} ms  {name}")
        if took > 1000:
            slow.append(name)
        if name == "y = curve":
            assert "of 100,000 experiments, chosen by their hashes" in page.text("#plot-note"), page.text("#plot-note")
        if name == "filter by numbers":
            assert page.text("#matches").endswith(" of 100,000 experiments") and len(page.cells("depth")) == 50
    page.run(input_event, "")
    ranges = [page.milliseconds(input_event, f"depth<=5 test_mse<=0.{i % 5 + 2}") for i in range(20)]
    print(f"{statistics.median(ranges):6.0f} ms  a range of the parallel coordinates, table and chart with it (median of 20; most {max(ranges):.0f})")
    if statistics.median(ranges) > 300:
        slow.append("a range")
    page.check_quiet()
    assert not slow, f"these took more than a second: {slow}"
