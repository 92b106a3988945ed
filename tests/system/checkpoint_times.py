"""checkpoint_times.py NOTED: checks the timelines of store.html and old.html.

Each line of NOTED has the time and the rank of a checkpoint in the first launch of store.html.
"""
import os
import sys

from browser import Page

LAUNCHES = "return [...document.querySelectorAll('#launches tbody tr')].map(tr => [...tr.children].map(td => td.textContent))"
# No experiment has ended, so a launch lasts from its start to its last checkpoint or its end.
TICKS = """const launches = JSON.parse(document.getElementById("about").textContent).launches.map((l) => {
      return {begin: l.begin, long: l.end - l.begin};
    });
    const canvas = document.getElementById("ranks"), pen = canvas.getContext("2d"), lane = (canvas.height - 16) / 2, gap = 12;  // times are below the ranks
    const scale = (canvas.width - gap * launches.length) / launches.reduce((t, l) => t + l.long, 0);
    const sample = document.createElement("canvas").getContext("2d");
    sample.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--text");
    sample.fillRect(0, 0, 1, 1);
    const ink = sample.getImageData(0, 0, 1, 1).data.join(), drawn = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    const at = (x, y) => drawn.slice(4 * (y * canvas.width + x), 4 * (y * canvas.width + x) + 4).join();
    return arguments[0].map(([time, rank, free]) => {
      const x = Math.round((time - launches[0].begin) * scale);
      const near = Math.ceil(scale / 10) + 2;  // the page shows tenths of a second
      return free * scale > near + 2 && Array.from({length: 2 * near + 1}, (_, i) => i - near).some((d) => at(x + d, (rank + 1) * lane - 2) === ink);
    })"""

with open(sys.argv[1], encoding="ascii") as file:
    noted = [[float(time), int(rank)] for time, rank in map(str.split, file)]

with Page(os.path.abspath("store.html")) as page:
    cells = page.run(LAUNCHES)
    assert cells[0][6] == str(len(noted)) and cells[0][-1] == "killed or ended by an error", cells
    far = 3600  # seconds to the next tick; if these are few pixels, ticks touch each other
    ranks = [[time for time, r in noted if r == rank] for rank in (0, 1)]
    between = [[(a + b) / 2, rank, (b - a) / 2] for rank, times in enumerate(ranks) for a, b in zip(times, times[1:])]
    drawn = page.run(TICKS, [[*tick, far] for tick in noted] + between)
    assert all(drawn[:len(noted)]), "a checkpoint has no tick in the timeline"
    assert not any(drawn[len(noted):]), "there is a tick between two checkpoints"
    if "SCREENSHOTS" in os.environ:
        page.run("document.getElementById('timeline').scrollIntoView()")
        page.driver.save_screenshot(f"{os.environ['SCREENSHOTS']}/timeline.png")
    page.check_quiet()
with Page(os.path.abspath("old.html")) as page:
    assert page.run(LAUNCHES)[0][6] == "0", "a launch of an earlier version has checkpoints"
    page.check_quiet()
