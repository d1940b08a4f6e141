"""What a program costs: while nobody touches anything, while fingers move, and to start."""
import pathlib
import time


class Process:
    """What the kernel knows of a process."""

    def __init__(self, pid):
        self._folder = pathlib.Path(f"/proc/{pid}")

    def processor_time(self):
        """In seconds, user and system together."""
        return int((self._folder / "schedstat").read_text().split()[0]) / 1e9

    def field(self, name):
        """A number of its status."""
        lines = (self._folder / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])

    def switches(self):
        """How often it was put on the processor."""
        return self.field("voluntary_ctxt_switches") + self.field("nonvoluntary_ctxt_switches")


class Residence:
    """Of one program, from its start on."""

    #: How long it is watched while nothing happens, in seconds.
    IDLE = 10

    def __init__(self, program, hand, seconds):
        with program.running():
            process = Process(program.process.pid)
            self.memory = process.field("VmRSS") * 1024
            before = process.switches()
            time.sleep(self.IDLE)
            self.wake_ups = process.switches() - before
            self.threads = process.field("Threads")
            self.motion = {}
            for device in ("touchpad", "touchscreen"):
                before = process.processor_time()
                hand.do(f"{device} {seconds}")
                self.motion[device] = process.processor_time() - before
            self.memory_after = process.field("VmRSS") * 1024


def start_times(program, count):
    """How long the processor worked from the start to the program's word that it is ready, in seconds."""
    times = []
    for _ in range(count):
        program.start()
        times.append(Process(program.process.pid).processor_time())
        time.sleep(0.5)
        program.stop()
    return times
