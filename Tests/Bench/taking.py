"""The time from a frame to the palms that are written after it, while other programs work, and what taking costs."""
import contextlib
import os
import signal
import subprocess
import sys

from process import Process
from programs import KeepingSleight, TakingSleight, TakingSleightWithManyRules

#: Compresses a program again and again, as busy with memory as a compiler.
BUSY = ["sh", "-c", "while :; do gzip -9 </usr/local/bin/sleight >/dev/null; done"]
#: Takes all memory but 48 MB, and reads more files than that, again and again: pages of programs are dropped.
PRESSURE = """
import pathlib
line = next(line for line in open("/proc/meminfo") if line.startswith("MemAvailable"))
memory = bytearray(int(line.split()[1]) * 1024 - (48 << 20))
memory[::4096] = b"x" * len(memory[::4096])
print("full", flush=True)
while True:
    for path in pathlib.Path("/usr/lib").rglob("*.so*"):
        if path.is_file():
            with open(path, "rb") as file:
                while file.read(1 << 20):
                    pass
"""


@contextlib.contextmanager
def beside(*commands, awaits=""):
    """Other programs that work during the `with` block; each prints `awaits` once it does, if that is not empty."""
    processes = [
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True, text=True)
        for command in commands]
    try:
        for process in processes:
            assert not awaits or process.stdout.readline() == f"{awaits}\n", "the other program has ended"
        yield
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Taking:
    """The figures of taken fingers, by the situation."""

    def __init__(self, folder, hand, swipes, seconds):
        #: The times in microseconds, and the numbers of hands that were left to the desktop.
        self.delays, self.missed = {}, {}
        #: The processor time of movements of three fingers, with taking on and off.
        self.motion = {}
        hand.plug()
        taking = TakingSleight(folder, hand)
        for situation, program, others in (
            ("idle", taking, beside()),
            ("two busy builds", taking, beside(BUSY, BUSY)),
            ("2,000 rules", TakingSleightWithManyRules(folder, hand), beside()),
            ("memory pressure", taking, beside([sys.executable, "-c", PRESSURE], awaits="full")),
        ):
            with program.running(), others:
                hand.do(f"taken {swipes}")
                self.delays[situation] = hand.delays
                self.missed[situation] = program.missed()
        for program in taking, KeepingSleight(folder, hand):
            with program.running():
                process = Process(program.process.pid)
                before = process.processor_time()
                hand.do(f"precision {seconds}")
                self.motion[program.name] = process.processor_time() - before
