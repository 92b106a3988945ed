"""Starts icsweep under mpirun for a script or notebook, shows its progress, and saves when it is interrupted."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
from typing import Any, Callable, Optional, Sequence

from icsweep import executable
from icsweep.display import Display, notebook_display
from icsweep.error import StoreError

_every = 0.5  # seconds between two looks at a launch in a notebook
_stopped = 75  # the status of a launch that saved


def run(arguments: Sequence[str], ranks: int, store: str) -> None:
    """Runs the program on this number of ranks. Raises StoreError, or KeyboardInterrupt after the launch has saved."""
    if os.environ.get("ICSWEEP_PROGRAM_RUNS"):
        raise StoreError("a sweep runs within an experiment; put the call of run() under if __name__ == \"__main__\":")
    if ranks < 1:
        raise StoreError(f"ranks = {ranks}: use 1 or more")
    display = notebook_display()
    command = _command(arguments, ranks)
    process = _started(command, None if display is None and _is_terminal() else subprocess.PIPE)
    said: list[str] = []
    relay = threading.Thread(target=_relay, args=(process, said, display is None), daemon=True)
    relay.start()
    interrupted = _watch(process, store, display)
    relay.join(10)  # a process that the program left may hold the pipe
    if interrupted:
        raise KeyboardInterrupt(f"saved in {store}; the same call resumes")
    _judge(process.returncode, said, store, command)


def _relay(process: subprocess.Popen[bytes], said: list[str], shows: bool) -> None:
    """Keeps the last lines of the output, and shows all of them where there is no display."""
    for line in process.stdout or ():
        text = line.decode("utf-8", "replace")
        said.append(text.rstrip("\n"))
        del said[:-50]
        if shows:
            sys.stderr.write(text)
            sys.stderr.flush()


def status(store: str) -> dict[str, Any]:
    """The fields of `icsweep status --json`; empty if there is no store yet."""
    try:
        answer: dict[str, Any] = json.loads(executable.run("status", store, "--json", remarks=False))
    except (StoreError, ValueError):
        return {}
    return answer


def _command(arguments: Sequence[str], ranks: int) -> list[str]:
    program = executable.find_program()
    if ranks == 1:
        return [program, *arguments]
    beside = shutil.which("mpirun", path=str(pathlib.Path(program).parent))
    own = [beside or "mpirun", "-q"]  # a path would change PATH; -q: our last line is the last one
    launcher = os.environ.get("MPIRUN", "").split() or own
    if shutil.which(launcher[0]) is None:
        raise StoreError(f"{launcher[0]}: there is no such program on the PATH; install Open MPI, or use ranks=1")
    more = ["--oversubscribe"] if ranks > len(os.sched_getaffinity(0)) // 2 else []  # mpirun counts cores, not threads
    return [*launcher, "-n", str(ranks), *more, program, *arguments]


def _environment() -> dict[str, str]:
    environment = executable.environment()
    if os.geteuid() == 0:  # as in containers; mpirun otherwise refuses
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return environment


def _started(command: list[str], log: Any) -> subprocess.Popen[bytes]:
    """Starts it in a session of its own, so that a terminal or notebook does not interrupt it besides this process."""
    environment = _environment()
    package = str(pathlib.Path(__file__).resolve().parent.parent)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [environment.get("PYTHONPATH"), package]))
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT if log else None, env=environment, start_new_session=True, preexec_fn=_ends_with_parent()
    )


def _ends_with_parent() -> Optional[Callable[[], None]]:
    """Makes the launch save and end if this process is killed."""
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None


    def ask() -> None:
        prctl(1, int(signal.SIGTERM))  # PR_SET_PDEATHSIG

    return ask


def _watch(process: subprocess.Popen[bytes], store: str, display: Optional[Display]) -> bool:
    """Waits for the end. Returns true if it was interrupted; the first interrupt saves, the second one kills."""
    interrupts = 0
    while True:
        try:
            if display is not None:
                display.show(status(store), running=True)
            process.wait(_every if display is not None else None)
            break
        except subprocess.TimeoutExpired:
            continue
        except KeyboardInterrupt:
            interrupts += 1
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGUSR1 if interrupts == 1 else signal.SIGKILL)
    if display is not None:
        display.show(status(store), running=False)
    return interrupts > 0


def _judge(code: int, said: Sequence[str], store: str, command: Sequence[str]) -> None:
    """Raises StoreError if the sweep was refused, or if experiments ended and none is done."""
    if code in (0, _stopped):
        return
    now = status(store)
    if code == 1 and now.get("ended") and now.get("done"):
        return
    if code == 1 and now.get("failed"):
        raise StoreError(f"no experiment is done, {now['failed']} of {now['ended']} that ended have failed: {_message(store)}")
    lines = [line for line in said if line.startswith("icsweep:")] or [line for line in said if line.strip()]
    if not lines and "-q" in command:
        lines = _refusal(command)
    if lines:
        raise StoreError(lines[-1].removeprefix("icsweep: "))
    signal_text = f" (signal {code % 128})" if code > 128 or code < 0 else ""
    raise StoreError(f"{os.path.basename(command[0])}: it ended with status {code}{signal_text}, see above")


def _refusal(command: Sequence[str]) -> list[str]:
    """Why mpirun -q, which does not say it, starts no ranks; nothing if it does start them."""
    loud = [word for word in command[: command.index("run") - 1] if word != "-q"]
    answer = subprocess.run([*loud, "true"], capture_output=True, encoding="utf-8", errors="replace", check=False, env=_environment())
    words = " ".join(line.strip() for line in answer.stderr.splitlines() if not line.startswith("-----")).split()
    return [f"mpirun: {' '.join(words)}"] if answer.returncode != 0 and words else []


def _message(store: str) -> str:
    """The message of the last failure."""
    sql = "SELECT message FROM experiments WHERE status = 'failed' ORDER BY finished DESC LIMIT 1"
    answer: list[dict[str, str]] = json.loads(executable.run("query", "--store", store, f"--sql={sql}", "--format=json", remarks=False))
    return answer[0]["message"] if answer else "see icsweep status"


def _is_terminal() -> bool:
    try:
        return os.isatty(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False
