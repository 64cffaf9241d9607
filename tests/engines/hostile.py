"""Misbehaving engines; the first argument names one of them.

The second argument is a file for the pids of processes left behind.
"""

import os
import signal
import subprocess
import sys
import threading
import time

from simple import Engine

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
TERMINAL = "\x1b]0;owned\x07\x1b[2J\x1b[31m[/red][bold]<script>alert(1)</script>\u202e\x9b1m"


class HugeNumber(Engine):
    """Answers with a coordinate of eleven digits."""

    def answer(self) -> None:
        self.say("99999999999,5")


class ManyDigits(Engine):
    """Answers with a coordinate of five thousand digits."""

    def answer(self) -> None:
        self.say("9" * 5000 + ",5")


class Negative(Engine):
    """Plays -1,-1."""

    def answer(self) -> None:
        self.say("-1,-1")


class ForeignDigits(Engine):
    """Answers with legal moves in full-width digits."""

    def answer(self) -> None:
        x, y = self.move()
        self.taken.add((x, y))
        self.say(f"{x},{y}".translate({ord("0") + n: 0xFF10 + n for n in range(10)}))


class Plus(Engine):
    """Writes its move with plus signs."""

    def answer(self) -> None:
        self.say("+1,+1")


class Decimals(Engine):
    """Writes its move with decimal points."""

    def answer(self) -> None:
        self.say("1.0,1.0")


class ByteOrderMark(Engine):
    """Puts a byte order mark before its move."""

    def answer(self) -> None:
        self.say("\ufeff1,1")


class Zeros(Engine):
    """Puts a NUL into its move."""

    def answer(self) -> None:
        self.say("1\0,1")


class Suggests(Engine):
    """Answers with SUGGEST."""

    def answer(self) -> None:
        self.say("SUGGEST 1,1")


class Errs(Engine):
    """Answers with ERROR."""

    def answer(self) -> None:
        self.say("ERROR no idea")


class Unknown(Engine):
    """Answers with UNKNOWN."""

    def answer(self) -> None:
        self.say("UNKNOWN command")


class Twice(Engine):
    """Answers each request twice."""

    def answer(self) -> None:
        super().answer()
        self.say("1,1")


class Behind(Engine):
    """Gives each answer only on the next request."""

    kept = None

    def answer(self) -> None:
        if self.kept:
            self.say(self.kept)
        self.kept = "{},{}".format(*self.move())


class Ahead(Engine):
    """Gives all its answers before the first request."""

    def start(self) -> None:
        super().start()
        for y in range(self.size):
            for x in range(self.size):
                self.say(f"{x},{y}")

    def answer(self) -> None:
        pass


class Chatters(Engine):
    """Prints a move all the time, requested or not."""

    def start(self) -> None:
        super().start()
        threading.Thread(target=self.chatter, daemon=True).start()

    def chatter(self) -> None:
        while True:
            self.say("1,1")
            time.sleep(0.005)

    def answer(self) -> None:
        pass


class ClosesOutput(Engine):
    """Closes its output instead of moving."""

    def answer(self) -> None:
        os.close(1)
        time.sleep(600)


class ClosesAll(Engine):
    """Closes all its pipes instead of moving."""

    def answer(self) -> None:
        os.closerange(0, 3)
        time.sleep(600)


class Kills(Engine):
    """Kills itself."""

    def answer(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Faults(Engine):
    """Ends by a segmentation fault."""

    def answer(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class FloodsErrors(Engine):
    """Writes fifty megabytes to standard error, and plays well."""

    def start(self) -> None:
        for _ in range(50):
            os.write(2, b"x" * (1 << 20))
        super().start()


class FloodsAtBirth(Engine):
    """Prints four megabytes of messages when it is started, and plays well."""

    def run(self) -> None:
        self.say("MESSAGE\n" * 500_000)
        super().run()


class LongName(Engine):
    """Has a name of three megabytes."""

    def about(self) -> None:
        self.say(f'name="{"x" * 3_000_000}"')


class LongMessages(Engine):
    """Prints a message just short enough before each move, and plays well."""

    def answer(self) -> None:
        self.say("MESSAGE " + "x" * 900_000)
        super().answer()


class Paints(Engine):
    """Prints control sequences and markup, and plays well."""

    def about(self) -> None:
        self.say(f'name="{TERMINAL}", version="{TERMINAL}"')

    def answer(self) -> None:
        self.say(f"MESSAGE {TERMINAL}")
        super().answer()


class PaintsRefusal(Engine):
    """Rejects START with control sequences."""

    def start(self) -> None:
        self.say(f"ERROR {TERMINAL}")


class CarriageReturns(Engine):
    """Ends its lines with CR alone, and plays well."""

    def say(self, text: str) -> None:
        print(text, end="\r", flush=True)


class Trickles(Engine):
    """Writes its move a character at a time, and never ends the line."""

    def answer(self) -> None:
        while True:
            os.write(1, b"1")
            time.sleep(0.02)


class ManyChildren(Engine):
    """Leaves twenty processes in sessions of their own, and plays well."""

    def start(self) -> None:
        for _ in range(20):
            note(subprocess.Popen(SLEEPER, start_new_session=True, stdout=subprocess.DEVNULL).pid)
        super().start()


class LowersLimits(Engine):
    """Leaves an orphan without our environment and with other limits, and plays well."""

    def start(self) -> None:
        import resource

        child = os.fork()
        if child == 0:
            os.setsid()
            if os.fork() == 0:
                note(os.getpid())
                resource.setrlimit(resource.RLIMIT_MSGQUEUE, (1000, 1000))
                os.closerange(0, 3)
                os.execve(SLEEPER[0], SLEEPER, {})
            os._exit(0)
        os.waitpid(child, 0)
        super().start()


class PassesOn(Engine):
    """Ends while a child continues on its pipes."""

    def answer(self) -> None:
        if os.fork():
            os._exit(0)
        time.sleep(0.1)
        super().answer()


class Echoes(Engine):
    """Becomes a program that echoes its input."""

    def start(self) -> None:
        super().start()
        os.execvp("cat", ["cat"])


class StopsReferee(Engine):
    """Stops its referee's process."""

    def answer(self) -> None:
        os.kill(os.getppid(), signal.SIGSTOP)
        super().answer()


class ReadsNothing(Engine):
    """Reads nothing."""

    def run(self) -> None:
        time.sleep(600)


class OkTwice(Engine):
    """Says OK twice, and plays well."""

    def start(self) -> None:
        self.say("ok")
        self.say("OK")


class Swap2Huge(Engine):
    """Places stones of swap2 far off the board."""

    def choose(self, stones: int) -> None:
        self.say("99999999999,1" if stones else "99999999999,1 2,2 3,3")


class Swap2Digits(Engine):
    """Places stones of swap2 at coordinates of five thousand digits."""

    def choose(self, stones: int) -> None:
        self.say("9" * 5000 + ",1" if stones else "2,2 3,3 1," + "9" * 5000)


class Swap2Same(Engine):
    """Places all stones of swap2 on one square."""

    def choose(self, stones: int) -> None:
        self.say("1,1" if stones else "1,1 1,1 1,1")


class Swap2Many(Engine):
    """Places four stones at swap2."""

    def choose(self, stones: int) -> None:  # noqa: ARG002
        self.say(" ".join(f"{n},0" for n in range(4)))


class Swap2Swaps(Engine):
    """Swaps where there is nothing to swap, and places two stones where it may choose."""

    def choose(self, stones: int) -> None:
        self.say("0,0 0,1 0,2" if stones else "SWAP")


def note(pid: int) -> None:
    with open(sys.argv[2], "a") as file:
        file.write(f"{pid}\n")


if __name__ == "__main__":
    globals()[sys.argv[1]]().run()
