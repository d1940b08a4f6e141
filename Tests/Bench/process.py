"""The kernel's data about a process."""
import pathlib
import time


class Process:
    """The kernel's data about a process."""

    def __init__(self, pid):
        self._folder = pathlib.Path(f"/proc/{pid}")

    def processor_time(self):
        """The processor time of user and system together, in seconds."""
        return int((self._folder / "schedstat").read_text().split()[0]) / 1e9

    def wait_for_rest(self):
        """Waits until it has been idle for five seconds.

        The clock jumps to the next timer while all processes wait for a disk, so reading files at the start may take as
        long as a sleep.
        """
        rest = 0
        while rest < 5:
            before = self.processor_time()
            time.sleep(1)
            rest = rest + 1 if self.processor_time() == before else 0

    def field(self, name):
        """A number from /proc/PID/status."""
        lines = (self._folder / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])

    def switches(self):
        """The number of context switches."""
        return self.field("voluntary_ctxt_switches") + self.field("nonvoluntary_ctxt_switches")
