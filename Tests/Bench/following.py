"""The time of a frame from an owned device to the one that the desktop sees, and what it costs."""
from process import Process

#: The movements: the device, its fingers, and the time between two frames in microseconds.
MOVEMENTS = {"2 fingers": ("touchpad", 2, 8000), "10 fingers at 250 Hz": ("touchscreen", 10, 4000)}


class Following:
    """The figures of one program, by the movement. A program that owns nothing leaves the devices as they are."""

    def __init__(self, program, hand, seconds):
        #: The times of the frames in microseconds.
        self.delays = {}
        #: The number of frames that did not arrive, and of those that arrived in addition.
        self.lost, self.additional = {}, {}
        #: The processor time, in seconds.
        self.motion = {}
        with program.running():
            process = Process(program.process.pid)
            for name, (device, fingers, period) in MOVEMENTS.items():
                before = process.processor_time()
                self.additional[name] = hand.do(f"follow {device} {fingers} {seconds} {period} {program.nodes[device]}")
                self.motion[name] = process.processor_time() - before
                self.delays[name] = [delay for delay in hand.delays if delay is not None]
                self.lost[name] = hand.delays.count(None)
