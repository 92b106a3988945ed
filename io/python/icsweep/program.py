"""Turns a Python program into one whose experiments icsweep runs. docs/reference/programs.md describes the protocol.

from icsweep.program import Run, serve

def train(run: Run):
    model = load(run.checkpoint) if run.resumed else make(**run.parameters)
    for step in range(model.step, 100):
        loss = model.train_one_step()
        run.progress(step + 1, 100, loss, save=model.save)      # calls model.save(path) if icsweep requests it
    return {"test_mse": model.test()}

serve(train)

Needs only the standard library.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TextIO

__all__ = ["Diverged", "Run", "Stopped", "serve", "serve_function"]

PROTOCOL = 1


class Diverged(Exception):
    """Raise it if the training has left the finite numbers. This is a result, not a failure; its text is kept."""


class Stopped(BaseException):
    """Raised by Run.progress() if the experiment must end now. Free resources and let it propagate."""


class Run:
    """One experiment."""

    parameters: dict[str, Any]  #: its parameters: int, float, str, bool, None, lists and dicts
    seed: int  #: the parameter `seed`; 0 if there is no such parameter
    threads: int  #: number of threads that it may use
    local_rank: int  #: index of this process on the host, from 0, for choosing a GPU
    checkpoint: str  #: path of the checkpoint
    resumed: bool  #: true if the checkpoint exists, from which the experiment resumes

    def __init__(self, order: Mapping[str, Any], wire: _Wire) -> None:
        self.parameters = order["parameters"]
        self.seed = order.get("seed", 0)
        self.threads = order["threads"]
        self.local_rank = order["local_rank"]
        self.checkpoint = order["checkpoint"]
        self.resumed = order["resume"]
        self._wire = wire

    def progress(
        self,
        step: int,
        steps: int,
        loss: float | None = None,
        *,
        save: Callable[[str], object] | None = None,
        curves: Mapping[str, Any] | None = None,
    ) -> None:
        """Reports that `step` of `steps` are done. Call it after each step, or a few times per second.

        Calls `save(path)` if icsweep requests a checkpoint: it must write everything needed to resume after this step.
        `curves` contains the next value or values of results along training, {"loss": 0.3} for "loss[checkpoint=100]".
        Raises Stopped if the experiment must end, in a search also after a save at one of its steps.
        """
        line: dict[str, Any] = {"step": step, "steps": steps}
        if loss is not None:
            line["loss"] = float(loss)
        if curves:
            line["curves"] = {name: _numbers(value) for name, value in curves.items()}
        answer = self._wire.ask(line)
        while answer == "save":
            if save is not None:
                save(self.checkpoint)
            answer = self._wire.ask({"saved": save is not None})
        if answer == "stop":
            raise Stopped


def serve(train: Callable[[Run], Mapping[str, Any]]) -> None:
    """Runs train(run) for each experiment that icsweep sends.

    train() returns the results by name: numbers, lists of numbers, or arrays with a method tolist(). It raises Diverged
    if the training diverged. Any other exception is a failure of the experiment; the next experiment runs anyway.
    Output of the program goes to standard error.
    """
    _serve(train, train)


def _serve(call: Callable[[Run], Mapping[str, Any]], train: Callable[..., object]) -> None:
    """Serves `call`, which calls the user's function."""
    wire = _Wire()
    os.environ["ICSWEEP_PROGRAM_RUNS"] = "1"  # refuses a sweep within an experiment
    _survive_stops()
    wire.say({"icsweep": PROTOCOL})
    while order := wire.hear():
        end: dict[str, Any]
        try:
            end = _end_with(call(Run(order, wire)), train)
        except Stopped:
            end = {"stopped": True}
        except Diverged as error:
            end = {"diverged": str(error) or "diverged"}
        except Exception as error:
            traceback.print_exc()
            end = {"failed": _described(error)}
        sys.stdout.flush()
        wire.say({"run": order["run"], **end})


def _end_with(results: Any, train: Callable[..., object]) -> dict[str, Any]:
    if not isinstance(results, Mapping):
        code, what = train.__code__, f"returned a {type(results).__name__}, which must be a dict of results by name"
        return {"failed": f"{_place(code.co_filename, code.co_firstlineno)}: TypeError: {code.co_name}() {what}"}
    return {"results": {name: _numbers(value) for name, value in results.items()}}


def serve_function(train: Callable[..., Mapping[str, Any]]) -> None:
    """Serves a function whose arguments are the parameters, and `run` if it has an argument of that name."""
    code = train.__code__
    takes_run = "run" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    def call(run: Run) -> Mapping[str, Any]:
        return train(run=run, **run.parameters) if takes_run else train(**run.parameters)

    _serve(call, train)


class _Wire:
    """The connection to icsweep. It takes standard input and output, so that print() and input() cannot disturb it."""

    def __init__(self) -> None:
        if os.isatty(0):
            _end("is a program for icsweep to run: name it in program.command of a sweep file")
        self._in: TextIO = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
        self._out: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)  # for output, including that of C code

    def say(self, line: Mapping[str, Any]) -> None:
        self._out.write(json.dumps(line) + "\n")
        self._out.flush()

    def hear(self) -> dict[str, Any]:
        """Returns the next line; empty at the end."""
        line = self._in.readline()
        heard: dict[str, Any] = json.loads(line) if line else {}
        return heard

    def ask(self, line: Mapping[str, Any]) -> str:
        self.say(line)
        answer: str = self.hear().get("do", "stop")
        return answer


def _survive_stops() -> None:
    """Ignores signals that stop a job. They may reach all its processes, and icsweep then requests a checkpoint from the program.

    The program's own handlers stay. Forked children, such as those of multiprocessing, still end by these signals.
    """
    owner = os.getpid()

    def pass_over(number: int, _frame: object) -> None:
        if os.getpid() != owner:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            try:
                signal.signal(number, pass_over)
            except ValueError:  # not in the main thread
                return


def _numbers(value: Any) -> Any:
    """Converts anything with a method tolist(), such as arrays of NumPy and tensors of PyTorch, to numbers, lists and None."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_numbers(element) for element in value]
    return value if value is None else float(value)


def _described(error: BaseException) -> str:
    """train.py:12: ValueError: its text. The place is the last one in the user's files."""
    text = traceback.format_exception_only(type(error), error)[-1].strip()
    place = _last_place(error)
    if isinstance(error, SyntaxError) and error.filename:
        text = f"{type(error).__name__}: {error.msg}"
        place = f"{_short_path(error.filename)}:{error.lineno}"
    return f"{place}: {text}" if place else text


def _last_place(error: BaseException) -> str:
    """FILE:LINE of the last frame outside of Python, installed packages and icsweep; of the last frame if all are inside."""
    import site
    import sysconfig

    paths = sysconfig.get_paths()
    installed = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    installed += [*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(os.path.abspath(__file__))]
    inside = tuple(os.path.realpath(folder) + os.sep for folder in installed)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__ and not f.filename.startswith("<")]
    own = [f for f in frames if not os.path.realpath(f.filename).startswith(inside)]
    return _place((own or frames)[-1].filename, (own or frames)[-1].lineno or 0) if frames else ""


def _place(path: str, line: int) -> str:
    """FILE:LINE, or "cell [3], line 5". Of a file that icsweep.Sweep wrote, the place where the user wrote it."""
    try:
        with open(os.path.join(os.path.dirname(os.path.abspath(path)), "places.json"), encoding="utf-8") as file:
            parts = json.load(file) if os.path.abspath(path) == os.path.abspath(sys.argv[0]) else []
        for first, count, origin, there in parts:
            if first <= line < first + count:
                at = there + line - first
                return f"{origin}, line {at}" if origin.startswith("cell [") else f"{_short_path(origin)}:{at}"
    except (OSError, ValueError, TypeError):
        pass
    return f"{_short_path(path)}:{line}"


def _short_path(path: str) -> str:
    """The path within the program's folder or the current one, if it is there."""
    for folder in (os.path.dirname(os.path.abspath(sys.argv[0])), os.getcwd()):
        if os.path.abspath(path).startswith(folder + os.sep):
            return os.path.relpath(path, folder)
    return path


def _end(why: str) -> NoReturn:
    sys.exit(f"{os.path.basename(sys.argv[0])}: {why}")
