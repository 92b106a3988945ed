"""serve_time.py STORE [SECONDS]: processor time of $ICSWEEP serve for ten viewers, also on a busy machine.

Prints the seconds of the first read and of ten loads of its data, and the time per second that follows, with the news
of a launch that runs. The server reads again after a pause of 100 times a read.
"""
import http.client
import os
import subprocess
import sys
import threading
import time
import urllib.parse

store, seconds, viewers = sys.argv[1], float((sys.argv[2:] or ["45"])[0]), 10
loaded, news = [], []


def used(process):
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def watch(url):
    connection = http.client.HTTPConnection(url.hostname, url.port)
    connection.request("GET", url.path + "data")
    loaded.append(len(connection.getresponse().read()))
    connection = http.client.HTTPConnection(url.hostname, url.port)
    connection.request("GET", url.path + "events")
    answer = connection.getresponse()
    for line in answer:
        if line.startswith(b"event: launch"):
            news.append(line)


with subprocess.Popen([os.environ["ICSWEEP"], "serve", store], stdout=subprocess.PIPE, text=True) as server:
    address = urllib.parse.urlsplit(next(line.strip() for line in server.stdout if "http://" in line))
    read = used(server.pid)
    for _ in range(viewers):
        threading.Thread(target=watch, args=(address,), daemon=True).start()
    while len(loaded) < viewers:
        time.sleep(0.1)
    time.sleep(1)
    loads = used(server.pid) - read
    print(f"first read: {read:.2f} s; {viewers} loads of {loaded[0]} bytes: {loads:.2f} s")
    began, before = time.time(), used(server.pid)
    news.clear()
    time.sleep(seconds)
    share = (used(server.pid) - before) / (time.time() - began)
    print(f"then, with {len(news) / viewers:.0f} news: {100 * share:.2f} % of a core")
    server.terminate()
