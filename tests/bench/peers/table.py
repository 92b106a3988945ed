"""Writes the text of RESULTS.md from the measurements of compare.py, with one section per processor."""
import datetime
import importlib.metadata
import pathlib
import platform
import statistics
import subprocess

from workloads import WORKLOADS

PEERS = ("PyTorch eager", "torch.compile", "JAX")
GOALS = ((32, 10), (64, 2), (256, 1.5))  # (largest width, goal over the best peer)


def goal(width):
    return next(times for widest, times in GOALS if width <= widest)


def rates(answers, key):
    return [answer["sequences_per_s"] for answer in answers.get(key, [])]


def ratios(answers, threads):
    """The ratio of icsweep's rate to the best peer's, for each repetition."""
    best = map(max, *(rates(answers, (peer, threads)) for peer in PEERS))
    return [ours / peer for ours, peer in zip(rates(answers, ("icsweep", threads)), best)]


def number(value):
    """A number with three digits."""
    return f"{float(f'{value:.3g}'):,.0f}" if value < 1e7 else f"{value:.2e}"


def cells(name, answers, threads):
    width = WORKLOADS[name].width
    ours = answers.get(("icsweep", threads), [])
    row = [name, str(width)]
    row += [number(statistics.median(rates(answers, ("icsweep", threads)))) if ours else "-"]
    if threads == 1:
        row += [f"{100 * statistics.median(a['share'] for a in ours):.0f} %"]
    row += [number(statistics.median(rates(answers, (peer, threads)))) for peer in PEERS]
    if not ours:
        return row + ["-", f"{goal(width):g}", "-"]
    found = ratios(answers, threads)
    median = statistics.median(found)
    met = "yes" if median >= goal(width) else "**no**"
    return row + [f"{median:.3g} [{min(found):.3g}, {max(found):.3g}]", f"{goal(width):g}", met]


def line(name, answers):
    """A line of progress: the ratios of a workload on one thread and on all cores."""
    texts = []
    for threads in sorted({threads for _, threads in answers}):
        row = cells(name, answers, threads)
        texts.append(f"{threads} thread{'s' if threads > 1 else ''}: {row[-3]} (goal {row[-2]})")
    return f"{name:<18}" + ",  ".join(texts)


def markdown(header, rows):
    """A Markdown table whose columns are also aligned in a terminal; all except the first are aligned right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]

    def text(row):
        padded = [cell.rjust(n) if i else cell.ljust(n) for i, (cell, n) in enumerate(zip(row, widths))]
        return "| " + " | ".join(padded) + " |"
    rule = "|" + "|".join("-" * (n + 2) if i == 0 else "-" * (n + 1) + ":" for i, n in enumerate(widths)) + "|"
    return "\n".join([text(header), rule, *map(text, rows)])


def section(results, threads):
    header = ["workload", "width", "icsweep", *(["FMA peak"] if threads == 1 else []), *PEERS,
              "to the best peer", "goal", "met"]
    rows = [cells(name, answers, threads) for name, answers in results.items()]
    title = "One thread" if threads == 1 else f"All cores: {threads} threads"
    return f"### {title}\n\n{markdown(header, rows)}\n"


def processor():
    """The name of the processor, and its caches."""
    rows = subprocess.run(["lscpu"], text=True, stdout=subprocess.PIPE).stdout.split("\n")
    facts = {name.strip(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
    name = f"{facts.get('Model name', platform.machine())}, family {facts.get('CPU family', '?')} model " \
           f"{facts.get('Model', '?')}"
    return name, f"L2 {facts.get('L2 cache', '?')}, L3 {facts.get('L3 cache', '?')}"


HEAD = """# Training speed beside PyTorch and JAX

Written by `tests/bench/peers/run.sh`, which replaces the section of its processor.

The tables show sequences per second for whole training steps (forward, loss, backward, Adam) in float32, at the batch
sizes of `icsweep bench`; `positional` is gradient descent in float64. Rates are medians over the repetitions. In each
repetition, all programs run in turn within the same minute. The ratio compares icsweep with the fastest peer of the
same repetition: median [least, largest]. FMA peak is icsweep's share of the processor's multiply-add peak. Each peer
runs in its fastest form (tests/bench/peers), for example with micro-batches that fit the cache.
"""


def processor_section(results, title, caches, command, cores, program):
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("torch", "jax", "jaxlib", "numpy"))
    ours = first_line([program, "version"]).split(" (")[0]
    commit = first_line(["git", "-C", str(pathlib.Path(__file__).parent), "describe", "--always", "--dirty"])
    facts = f"""## {title}

* `{command}`, {datetime.date.today()}
* {len(cores)} cores, {caches}, {platform.system()}
* {ours}, commit {commit or "unknown"}; {versions}; Python {platform.python_version()}
"""
    threads = sorted({threads for answers in results.values() for _, threads in answers})
    return "\n".join([facts, *(section(results, n) for n in threads)])


def first_line(command):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE).stdout.split("\n")[0]


def document(before, results, command, cores, program):
    """The previous text, with the section of this machine replaced."""
    level = next(iter(results.values()))["icsweep", 1][0]["level"]
    sections = {text.split("\n")[0]: "## " + text for text in before.split("\n## ")[1:]}
    name, caches = processor()
    title = f"{level}: {name}"
    sections[title] = processor_section(results, title, caches, command, cores, program)
    return "\n".join([HEAD, *(sections[key].rstrip("\n") + "\n" for key in sorted(sections))])
