"""Workers that do one task after another: their interface, and processes of this machine."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from core.system.processes import CONTEXT

Task = TypeVar("Task")
Answer = TypeVar("Answer", covariant=True)


@dataclass(frozen=True, slots=True)
class FinishedTask(Generic[Task, Answer]):
    """A task that has ended."""

    task: Task
    answer: Answer | None
    """None if the task failed or its worker was lost."""
    error: str = ""
    """Why the task failed, a trace or a line; empty if its worker was lost."""


class Workers(Protocol[Task, Answer]):
    """Somewhere to do tasks: processes on this machine, or a cluster."""

    @property
    def free(self) -> int:
        """Number of tasks that can be submitted now."""

    def submit(self, task: Task) -> None:
        """Start a task; only call it while `free` is positive."""

    def wait(self, seconds: float) -> Sequence[FinishedTask[Task, Answer]]:
        """Return the tasks that ended since the last call; wait at most `seconds` for one."""

    def close(self) -> None:
        """Abort the running tasks."""


class WorkerProcess(Generic[Task, Answer]):
    """A process that does one task after another.

    Args:
        run: called in the process with its end of the pipe and the arguments. For each task that
            it receives, it sends back an answer and an error, one of them None or empty.
    """

    def __init__(self, run: Callable[..., None], *arguments: Any) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(
            target=run, args=(theirs, *arguments), daemon=True
        )
        self.start()
        theirs.close()
        self.task: Task | None = None
        self.lost = False
        """True if the process is dead or given up."""

    def start(self) -> None:
        """Start the process."""
        self.process.start()

    def begin(self, task: Task) -> None:
        """Send a task to the process."""
        self.task = task
        with suppress(OSError):  # if the process is dead, `end` notices
            self.pipe.send(task)

    def end(self) -> FinishedTask[Task, Answer]:
        """Return the outcome of the task, once the pipe has something to read."""
        try:
            received = self.pipe.recv()
        except (EOFError, OSError):
            return self.give_up()
        return self.finish(*received)

    def give_up(self, error: str = "") -> FinishedTask[Task, Answer]:
        """Mark the process as lost, and return its task without an answer."""
        self.lost = True
        return self.finish(None, error)

    def finish(self, answer: Any, error: str = "") -> FinishedTask[Task, Answer]:
        """Return the outcome of the task; the process is free for the next one."""
        task, self.task = self.task, None
        assert task is not None
        return FinishedTask(task, answer, error)

    def hang(self) -> str:
        """Return why the running task will never end; empty if it may."""
        return ""

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class LocalWorkers(Generic[Task, Answer]):
    """Worker processes on this machine; they end when this process does, however it ends.

    Args:
        starts: functions that start the processes, called again for those that are lost.
    """

    def __init__(self, starts: Sequence[Callable[[], WorkerProcess[Task, Answer]]]) -> None:
        self._starts = starts
        self._processes = [start() for start in starts]

    @property
    def free(self) -> int:
        """Number of idle workers."""
        return sum(process.task is None for process in self._processes)

    def submit(self, task: Task) -> None:
        """Start a task; only call it while `free` is positive."""
        next(process for process in self._processes if process.task is None).begin(task)

    def wait(self, seconds: float) -> list[FinishedTask[Task, Answer]]:
        """Return the tasks that have ended; replace processes that died or hang."""
        busy = {process.pipe: process for process in self._processes if process.task is not None}
        ready = wait(list(busy), seconds)
        done = [process.end() for pipe, process in busy.items() if pipe in ready]
        for process in busy.values():
            if process.task is not None and (error := process.hang()):
                done.append(process.give_up(error))
        for at, process in enumerate(self._processes):
            if process.lost:
                process.close()
                self._processes[at] = self._starts[at]()
        return done

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.close()


def last_line(error: str) -> str:
    """Return the last line of a trace, which names the error."""
    return error.strip().splitlines()[-1]
