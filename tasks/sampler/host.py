"""Runs samplers beside a rank of icsweep: python3 -c TEXT LAUNCHER PYTHONS.

LAUNCHER is the process number of the rank's parent. PYTHONS names, for messages, where icsweep looks for Python.

Code and named data run from a private copy. Edits during a launch then change nothing, and no bytecode beside the
originals is read. icsweep hashes the copy.

Descriptor 3 is a socket. Each request is a line of JSON, {"number": 7, "do": "draw", ...}, and names a method of Host.
Its answer is a line {"number": 7, ...} or {"number": 7, "error": "polynomials.py:12: ValueError: ..."}. Descriptor 4 is
memory shared with the rank: two slots of examples, then predictions.
"""

import sys

PATH = [entry for entry in sys.path if entry.startswith("/")]  # without the current folder
LIBRARY = getattr(sys.modules.get("os"), "__file__", "/").rpartition("/")[0]
# This file imports only Python's own modules, whatever PYTHONPATH holds.
sys.path[:] = sorted(PATH, key=lambda entry: entry not in (LIBRARY, LIBRARY + "/lib-dynload"))

import ast
import importlib.machinery
import importlib.util
import json
import mmap
import os
import shutil
import site
import socket
import stat
import sysconfig
import traceback

try:
    import ctypes
except ImportError:
    ctypes = None

sys.path[:] = PATH
CHANNEL, MEMORY = 3, 4


class Refused(Exception):
    """A message that is complete."""


def prepare(launcher):
    """Allows all cores of the launch: the one that the rank is bound to is busy."""
    try:
        os.sched_setaffinity(0, os.sched_getaffinity(0) | os.sched_getaffinity(launcher))
    except (OSError, AttributeError):
        pass
    for descriptor in CHANNEL, MEMORY:
        os.set_inheritable(descriptor, False)


def imported_names(node, path):
    """Dotted names that an import statement of the file can mean."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = os.path.dirname(path).split("/") if node.level else []
    package = package[: len(package) - node.level + 1] if node.level > 1 else package
    base = ".".join([part for part in package if part] + ([node.module] if node.module else []))
    return [base] * bool(base) + [".".join(filter(None, [base, alias.name])) for alias in node.names]


def files_of(folder, name):
    """Files in the folder that hold a module and the packages around it."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        stem = "/".join(parts[:length])
        for suffix in ["/__init__.py"] + importlib.machinery.all_suffixes():
            if os.path.isfile(os.path.join(folder, stem + suffix)):
                yield stem + suffix


def copy_file(folder, copy, path):
    """Copies a regular file of the folder once, into real folders. Returns the copy's path."""
    target, source = os.path.join(copy, path), os.path.join(folder, path)
    if os.path.isfile(target) and not os.path.islink(target):
        return target
    if not stat.S_ISREG(os.stat(source).st_mode):
        raise Refused(f"{path}: is not a regular file")
    parts = path.split("/")[:-1]
    for length in range(1, len(parts) + 1):
        above = os.path.join(copy, *parts[:length])
        if os.path.islink(above):
            os.unlink(above)
        if not os.path.isdir(above):
            os.mkdir(above)
            link_others(os.path.join(folder, *parts[:length]), above)
    if os.path.lexists(target):
        os.unlink(target)
    shutil.copy(source, target)
    return target


def link_others(folder, copy):
    """Links everything in the folder that is not in the copy."""
    for name in os.listdir(folder):
        if name != "__pycache__" and not os.path.lexists(os.path.join(copy, name)):
            os.symlink(os.path.join(folder, name), os.path.join(copy, name))


def local_files(folder, copy, file):
    """Copies the file and its direct and indirect imports from its folder. Returns their paths in it, sorted."""
    found, left = set(), [file]
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        copied = copy_file(folder, copy, path)
        if not path.endswith(".py"):
            continue
        with open(copied, "rb") as text:
            tree = ast.parse(text.read(), path)
        for node in ast.walk(tree):
            for name in imported_names(node, path):
                left.extend(files_of(folder, name))
    return sorted(found)


def installed_folders():
    """Folders of this Python's own modules and of installed packages."""
    paths = sysconfig.get_paths()
    all = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    all += site.getsitepackages() if hasattr(site, "getsitepackages") else []
    all += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return tuple(os.path.realpath(path) + os.sep for path in all)


INSTALLED = installed_folders()


EXECUTED = set()  # paths of code that ran, however it was loaded


def note_executed(event, arguments):
    path = None
    if event == "exec":
        path = getattr(arguments[0], "co_filename", None)
    elif event == "ctypes.dlopen":
        path = arguments[0]
    if isinstance(path, str):
        EXECUTED.add(path)


sys.addaudithook(note_executed)


def is_installed(path):
    return os.path.realpath(path).startswith(INSTALLED)


class SourceOnly(importlib.machinery.SourceFileLoader):
    """Compiles the source each time: bytecode beside it may belong to another program."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def finder_within(copy):
    """A path hook for folders within the copy."""

    def hook(path):
        if path != copy and not path.startswith(copy + os.sep):
            raise ImportError
        machinery = importlib.machinery
        extensions = machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES
        bytecode = machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES  # a module without source is hashed itself
        return machinery.FileFinder(path, extensions, (SourceOnly, machinery.SOURCE_SUFFIXES), bytecode)

    return hook


class Sampler:
    """A sampler's module."""

    def __init__(self, folder, copy, file, data):
        self.folders, self.file, self.data = (copy, folder), file, data
        self.files = local_files(folder, copy, file)
        for path in data:
            copy_file(folder, copy, path)
        link_others(folder, copy)
        name = os.path.splitext(os.path.basename(file))[0]
        path = os.path.join(copy, file)
        spec = importlib.util.spec_from_file_location(name, path, loader=SourceOnly(name, path))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        self.sample = getattr(module, "sample", None)
        self.baselines = getattr(module, "baselines", None)
        if not callable(self.sample):
            raise Refused(f"{file}: has no function sample(seed, first, count, points, dim, ...)")

    def unlisted(self, known):
        """A file of the folder whose code ran and was not imported by a statement of a sampler."""
        paths = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        for path in paths + sorted(EXECUTED):
            path = os.path.abspath(path or "/")
            copied, original = (os.path.relpath(path, folder) for folder in self.folders)
            if not os.path.isfile(path) or is_installed(path) or copied in known or original in known:
                continue
            for local in copied, original:
                if not local.startswith(os.pardir):
                    return local
        return None


class Host:
    def __init__(self):
        self.samplers = {}

    def load(self, folder, copy, file, data):
        """Loads a sampler from the copy unless it is loaded. Answers with the files that are its code."""
        try:
            import numpy  # noqa: F401
        except ImportError as error:
            what = "install it, or choose another Python: " + sys.argv[2]
            raise Refused(f"{file}: {sys.executable} has no NumPy ({error}): {what}")
        self.folder, self.file = copy, file
        if sys.path[0] != copy:
            sys.path.insert(0, copy)
            sys.path_hooks.insert(0, finder_within(copy))
        os.chdir(copy)  # files that it reads are beside it
        if file not in self.samplers:
            self.samplers[file] = Sampler(folder, copy, file, data)
        self.sampler = self.samplers[file]
        return {"files": self.sampler.files, "baselines": callable(self.sampler.baselines)}

    def open(self, points, dim, labelled, capacity, own, bytes):
        """Sets the shape of later requests to the loaded sampler."""
        self.points, self.dim, self.labelled, self.own = points, dim, labelled, own
        self.scalars = points * (dim + labelled)
        self.slot_bytes = 4 * self.scalars * capacity
        self.memory = mmap.mmap(MEMORY, bytes)
        return {}

    def views(self, slot, count):
        """x, and y or None, of a slot."""
        import numpy

        begin, row = slot * self.slot_bytes, 4 * self.scalars
        shape = (count, self.points, self.dim)
        x = numpy.ndarray(shape, "f4", self.memory, begin, (row, 4 * self.dim, 4))
        if not self.labelled:
            return x, None
        return x, numpy.ndarray(shape[:2], "f4", self.memory, begin + 4 * self.points * self.dim, (row, 4))

    def put(self, name, values, place):
        import numpy

        values = numpy.asarray(values)
        if values.dtype.kind not in "fiu":
            raise Refused(f"{self.file}: {name} is of type {values.dtype}, use real numbers")
        if values.shape != place.shape:
            raise Refused(f"{self.file}: {name} has the shape {values.shape}, which must be {place.shape}")
        with numpy.errstate(all="ignore"):
            place[...] = values
        finite = numpy.isfinite(place)
        if not finite.all():
            at = tuple(int(i) for i in numpy.argwhere(~finite)[0])
            raise Refused(f"{self.file}: {name}{list(at)} is {place[at]}")

    def draw(self, slot, seed, first, count):
        """Draws examples first ... first+count-1 into a slot."""
        values = self.sampler.sample(seed, first, count, self.points, self.dim, **self.own)
        x, y = self.views(slot, count)
        if not self.labelled:
            self.put("the answer of sample()", values, x)
            return {}
        if not isinstance(values, (tuple, list)) or len(values) != 2:
            raise Refused(f"{self.file}: sample() returned a {type(values).__name__}, which must be x, y")
        self.put("x", values[0], x)
        self.put("y", values[1], y)
        return {}

    def predictions(self, arrays):
        answer = self.sampler.baselines(*arrays, **self.own)
        if not isinstance(answer, dict) or not all(isinstance(name, str) for name in answer):
            kind = type(answer).__name__
            raise Refused(f"{self.file}: baselines() returned a {kind}, which must be a dict of predictions by name")
        return answer

    def arrays(self, slot, count):
        """Copies, which a baseline may change."""
        return [values.copy() for values in self.views(slot, count) if values is not None]

    def predict(self, slot, count, names):
        """Puts the baselines' predictions for the examples of a slot after the slots, in the order of the names."""
        import numpy

        arrays = self.arrays(slot, count)
        shape = arrays[-1].shape
        answer = self.predictions(arrays)
        if sorted(answer) != sorted(names):
            raise Refused(f"{self.file}: baselines() returned {sorted(answer)}, which at first were {sorted(names)}")
        for i, name in enumerate(names):
            offset = 2 * self.slot_bytes + i * 8 * int(numpy.prod(shape))
            self.put(name, answer[name], numpy.ndarray(shape, "f8", self.memory, offset))
        return {}

    def inspect(self, slot, count):
        """Names of the baselines, asked for the examples of a slot. Refuses predictions that look ahead."""
        import numpy

        if not callable(self.sampler.baselines):
            return {"names": []}
        arrays = self.arrays(slot, count)
        shape, half = arrays[-1].shape, self.points // 2
        before = {}
        for name, values in self.predictions([a.copy() for a in arrays]).items():
            before[name] = numpy.empty(shape)
            self.put(name, values, before[name])
        for i, values in enumerate(arrays):
            begin = half if i == len(arrays) - 1 else half + 1  # the point itself is known, its target is not
            values[:, begin:] = values[::-1, begin:] * -1.5 + 0.25
        for name, values in self.predictions(arrays).items():
            after = numpy.empty(shape)
            self.put(name, values, after)
            known, bound = before[name][:, : half + 1], 1e-3 * numpy.abs(before[name]).max()
            if not numpy.allclose(after[:, : half + 1], known, rtol=1e-3, atol=bound):
                allowed = "prediction t may use the examples before t alone"
                raise Refused(f"{self.file}: {name} of baselines() looks ahead: {allowed}")
        return {"names": list(before)}

    def unlisted(self):
        known = {file for sampler in self.samplers.values() for file in [*sampler.files, *sampler.data]}
        return {"file": self.sampler.unlisted(known)}


def described(error, host):
    """One line: the place in the sampler's folder, and the error."""
    if isinstance(error, Refused):
        return " ".join(str(error).split())
    folder, place = getattr(host, "folder", "/"), getattr(host, "file", "?")
    if isinstance(error, SyntaxError):
        place = f"{os.path.relpath(os.path.join(folder, error.filename or place), folder)}:{error.lineno}"
        text = error.msg
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.startswith(folder + os.sep) and not is_installed(frame.filename):
                place = f"{os.path.relpath(frame.filename, folder)}:{frame.lineno}"
        text = str(error)
    text = " ".join(f"{place}: {type(error).__name__}: {text}".split()).rstrip(": ")
    return text if len(text) <= 300 else text[:297] + "..."


def main():
    prepare(int(sys.argv[1]))
    sys.dont_write_bytecode = True
    channel = socket.socket(fileno=CHANNEL)
    host = Host()
    with channel.makefile("rb") as lines:
        for line in lines:
            request = json.loads(line)
            number, do = request.pop("number"), request.pop("do")
            try:
                answer = getattr(host, do)(**request)
            except BaseException as error:  # SystemExit too
                answer = {"error": described(error, host)}
            answer["number"] = number
            channel.sendall(json.dumps(answer).encode() + b"\n")


main()
