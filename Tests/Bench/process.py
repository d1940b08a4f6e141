"""What the kernel knows of a process."""
import pathlib
import time


class Process:
    """What the kernel knows of a process."""

    def __init__(self, pid):
        self._folder = pathlib.Path(f"/proc/{pid}")

    def processor_time(self):
        """In seconds, user and system together."""
        return int((self._folder / "schedstat").read_text().split()[0]) / 1e9

    def wait_for_rest(self):
        """Waits until it has done nothing for five seconds. What it still reads to start may take as long as is slept:
        while all wait for a disk, the machine's clock goes on to when the next one is to be woken."""
        rest = 0
        while rest < 5:
            before = self.processor_time()
            time.sleep(1)
            rest = rest + 1 if self.processor_time() == before else 0

    def field(self, name):
        """A number of its status."""
        lines = (self._folder / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])

    def switches(self):
        """How often it was put on the processor."""
        return self.field("voluntary_ctxt_switches") + self.field("nonvoluntary_ctxt_switches")
