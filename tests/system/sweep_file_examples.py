"""sweep_file_examples.py PAGE: every construct of the page of sweep files has an example, which icsweep takes.

Each block of TOML is checked as a sweep file, or as lines of a grid. Each way to write values in the first table is
checked with the number of experiments that it gives. Each key in the tables must occur in a block of the page or in an
example here.
"""
import json, os, re, subprocess, sys
from pathlib import Path

page = Path(sys.argv[1]).read_text()
wrong = []

# By their text in the table: lines of a grid, and the number of its experiments.
draw = "\nsample = { count = 5 }"
values = {
    "5": ("x = 5", 1), "1e-3": ("x = 1e-3", 1), '"linear"': ('x = "linear"', 1), "true": ("x = true", 1),
    "[2, 3, 5]": ("x = [2, 3, 5]", 3),
    "[[16, 16], [32]]": ("x = [[16, 16], [32]]", 2), "[{ flip = true }]": ("x = [{ flip = true }]", 1),
    '["none", 0.1]': ('x = ["none", 0.1]', 2),
    "{ from = 1, to = 6 }": ("x = { from = 1, to = 6 }", 6),
    "{ from = 0, to = 1, step = 0.25 }": ("x = { from = 0, to = 1, step = 0.25 }", 5),
    "{ from = 0, to = 1, count = 5 }": ("x = { from = 0, to = 1, count = 5 }", 5),
    "{ log_from = 1e-4, log_to = 1e-1, count = 7 }": ("x = { log_from = 1e-4, log_to = 1e-1, count = 7 }", 7),
    "{ count = 3 }": ("x = { count = 3 }", 3), "{ count = 3, from = 10 }": ("x = { count = 3, from = 10 }", 3),
    "{ uniform = [a, b] }": ("x = { uniform = [1, 2] }" + draw, 5),
    "{ log_uniform = [a, b] }": ("x = { log_uniform = [1, 2] }" + draw, 5),
    "{ uniform = [0, 1], step = 0.1 }": ("x = { uniform = [0, 1], step = 0.1 }\nsample = { count = 500 }", 11),
    "{ normal = [mean, sd] }": ("x = { normal = [0, 1] }" + draw, 5),
    "{ integer = [1, 6] }": ("x = { integer = [1, 6] }\nsample = { count = 500 }", 6),
    "{ integer = [0, 100], step = 5 }": ("x = { integer = [0, 100], step = 5 }\nsample = { count = 2000 }", 21),
    "{ log_integer = [16, 1024] }": ('x = { log_integer = [16, 1024] }\nsample = { count = 4, method = "sobol" }', 4),
    '{ choice = ["a", "b"] }': ('x = { choice = ["a", "b"] }\nsample = { count = 50 }', 2),
    '{ choice = ["a", "b"], weights = [3, 1] }': ('x = { choice = ["a", "b"], weights = [3, 1] }\nsample = { count = 50 }', 2),
    '{ when = "…", values = [0, 0.9] }': ('kind = ["a", "b"]\nx = { when = "kind == \'a\'", values = [0, 0.9] }', 3),
}
program = '[[grid]]\ntask = "program"\nprogram.command = ["true"]\nprogram.results = ["y"]\n'
trained = '[[grid]]\ntask = "augmented"\nepochs = [10, 20]\n'
race = '[search]\nmethod = "halving"\nmetric = "loss"\nresource = "epochs"\n'
raced = '[[grid]]\ntask = "augmented"\nepochs = 2000\nlearning_rate = { log_from = 1e-4, log_to = 1e-1, count = 9 }\nseed = { count = 2 }\n'
# Of keys that no block of the page has: a sweep, and the number of its experiments.
keys = {
    "retries": (trained + "retries = 2\n", 2),
    "keep_weights": (trained + "keep_weights = true\n", 2),
    "scale.NAME.PARAMETER": (trained + "scale.quick.epochs = 5\n", 1, "--scale", "quick"),
    "scale.NAME.search": ('[scale.quick.search]\nmethod = "tpe"\nmetric = "test_mse"\nrounds = 1\nper_round = 2\n' + trained.replace("[10, 20]", "{ integer = [10, 20] }\nsample = { count = 3 }"), 3, "--scale", "quick"),
    "include": ('include = "included.toml"\n', 2),
    "KEY.files": ('[[grid]]\ntask = "regression"\nfunction.file = "polynomials.py"\nfunction.files = ["train.py"]\n', 1),
    "KEY.added": ('[[grid]]\ntask = "regression"\nfunction.file = "polynomials.py"\nfunction.degree = 2\nfunction.added = { noise = 0.0 }\n', 1),
    "program.steps": (program + 'program.steps = "n"\nn = [5, 6]\n', 2),
    "program.at_rung": (program + 'program.at_rung = "restarts"\nprogram.steps = "n"\nn = 5\n', 1),
    "program.seconds": (program + "program.seconds = 2\nx = 1\n", 1),
    "program.silent_after": (program + 'program.silent_after = "1m"\nx = 1\n', 1),
    "keep": (race + "keep = 2\n" + raced, 18),
    "over": (race + "over = []\n" + raced, 18),
    "version": ('[search]\nmethod = "tpe"\nmetric = "test_mse"\nrounds = 1\nper_round = 2\nversion = 3\n' + trained.replace("[10, 20]", "{ integer = [10, 20] }\nsample = { count = 3 }"), 3),
}
sampler = """import numpy as np

def sample(seed, first, count, points, dim, degree=1, noise=0.0):
    x = np.stack([np.random.default_rng([seed, first + i]).uniform(-1, 1, (points, dim)) for i in range(count)])
    return x, x[:, :, 0] ** degree
"""
for name in ("polynomials.py", "train.py", "space.py"):
    Path(name).write_text(sampler)
Path("included.toml").write_text(trained)


has_numpy = subprocess.run([os.environ.get("ICSWEEP_PYTHON", "python3"), "-c", "import numpy"], capture_output=True, check=False).returncode == 0


def experiments(about: str, text: str, *options: str):
    """The number of experiments, by `run --check`, which runs none. With rounds, of those that are known, the sample's."""
    if "polynomials.py" in text and not has_numpy:  # samplers in Python need it
        return None
    Path("example.toml").write_text(text)
    process = subprocess.run([os.environ["ICSWEEP"], "run", "example.toml", "-o", "new.h5", "--check", "--allow-code", *options],
                             capture_output=True, text=True, check=False)
    if process.returncode:
        wrong.append(f"{about} is refused: {process.stderr.strip()}")
        return None
    return json.loads(process.stdout)


def total(about: str, text: str, *options: str):
    found = experiments(about, text, *options)
    return found and found["experiments"]


blocks = re.findall(r"^```toml\n(.*?)^```", page, re.M | re.S)
for block in blocks:
    about = "the block with " + block.split("\n")[0]
    block = block.replace('start_from = "proposals.h5"\n', "")  # system.documented_commands makes that store
    experiments(about, block if "[[grid]]" in block else '[[grid]]\ntask = "regression"\nblock = "gpt2"\n' + block)


def table_after(title: str):
    """First cells of the rows of the first table below a heading: their words in quotes."""
    rows = page.split(title, 1)[1].split("\n|---", 1)[1].split("\n\n", 1)[0].split("\n")[1:]
    return [word for row in rows for word in re.findall(r"`([^`]+)`", re.split(r"(?<!\\) \| ", row[2:])[0])]


for word in table_after("## Values of a parameter"):
    if word not in values:
        wrong.append(f"values written as {word} have no example in sweep_file_examples.py")
        continue
    lines, count = values[word]
    found = total(word, program + lines + "\n")
    if found is not None and found != count:
        wrong.append(f"{word} gives {found} experiments, not {count}")
for title in ("## Keys of a sweep and of a grid", "## Code of your own", "\n## Searches", "### Proposals"):
    for word in table_after(title):
        if word in keys or word in ("KEY.NAME", "KEY.file"):  # function.degree, function.file
            continue
        last = word.split(".")[-1] if word.startswith("sweep.") else word
        if not any(re.search(rf"^(\S+\.)?{re.escape(last)} = ", block, re.M) for block in blocks):
            wrong.append(f"{word} of the table below \"{title.strip('# ')}\" has no example")
for word, (text, count, *options) in keys.items():
    found = total(word, text, *options)
    if found is not None and found != count:
        wrong.append(f"the example of {word} gives {found} experiments, not {count}")
print("\n".join(wrong) or f"{len(blocks)} blocks, {len(values)} ways to write values and {len(keys)} keys have examples that icsweep takes")
sys.exit(bool(wrong))
