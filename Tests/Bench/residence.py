"""The costs of a program: while idle, while fingers move, and at the start."""
import time

from process import Process
from programs import WORK


class Residence:
    """The costs of one program, from its start."""

    #: The idle time that is measured, in seconds.
    IDLE = 10

    def __init__(self, program, hand, seconds, movements=("touchpad", "touchscreen")):
        with program.running():
            process = Process(program.process.pid)
            self.memory = process.field("VmRSS") * 1024
            before = process.switches()
            time.sleep(self.IDLE)
            self.wake_ups = process.switches() - before
            self.threads = process.field("Threads")
            self.motion = {}
            for movement in movements:
                before = process.processor_time()
                hand.do(f"{movement} {seconds}")
                self.motion[movement] = process.processor_time() - before
            self.memory_after = process.field("VmRSS") * 1024


class Allocations:
    """A program's allocations per frame, by the movement, while fingers keep moving after their gesture was
    recognised."""

    #: The begin and length of the count within the two seconds of a movement, in seconds.
    BEGIN, LENGTH = 0.8, 0.8
    FRAMES = LENGTH * 125

    def __init__(self, program, hand, folder, movements=("touchpad", "touchscreen")):
        count = WORK / "allocations"
        program.environment = {"LD_PRELOAD": f"{folder}/allocations.so", "ALLOCATIONS": str(count)}
        self.per_frame = {}
        with program.running():
            for movement in movements:
                # Arrays reach their final size with the first movement.
                hand.do(f"{movement} 2")
                with hand.doing(f"{movement} 2"):
                    time.sleep(self.BEGIN)
                    before = int.from_bytes(count.read_bytes(), "little")
                    time.sleep(self.LENGTH)
                    made = int.from_bytes(count.read_bytes(), "little") - before
                self.per_frame[movement] = made / self.FRAMES
        program.environment = {}


def start_times(program, count):
    """The processor time from the start until the program reports that it is ready, in seconds."""
    times = []
    for _ in range(count):
        program.start()
        times.append(Process(program.process.pid).processor_time())
        time.sleep(0.5)
        program.stop()
    return times
