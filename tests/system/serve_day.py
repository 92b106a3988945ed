"""serve_day.py ADDRESS PID STORE UPDATES: ten viewers load the data after each update of the store.

The server's memory does not increase.
"""
import os
import statistics
import sys

from viewers import Viewer, ask, memory, url

store, updates = sys.argv[3], int(sys.argv[4])
viewers = [Viewer() for _ in range(10)]
used = []
for _ in range(updates):
    os.utime(store)
    for viewer in viewers:
        viewer.until(b"rows")
        status, data = ask(url.path + "data")
        assert status == 200 and len(data) > 10**6, (status, len(data))
    used.append(memory())
tenth = max(len(used) // 10, 1)
first, last = statistics.median(used[:tenth]), statistics.median(used[-tenth:])
print(f"{updates} updates, {len(data)} bytes each to {len(viewers)} viewers; memory of the server in MB: first tenth {first / 1e3:.1f}, last tenth {last / 1e3:.1f}, "
      f"most {max(used) / 1e3:.1f}, least {min(used) / 1e3:.1f}")
assert last < 1.1 * first, used
