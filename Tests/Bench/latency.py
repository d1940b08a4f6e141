"""The latency from the kernel's timestamp of the frame that completes a swipe to the reaction."""
import fcntl
import os
import struct
import time

from programs import STAMPS, node

#: <linux/input.h>
EVIOCSCLOCKID = 0x400445A0
EV_SYN, EV_KEY, SYN_REPORT = 0, 1, 0
#: The time between two frames of a gesture, in microseconds.
PERIOD = 8000
EVENT = struct.Struct("@qqHHi")
STAMP = struct.Struct("@qq")


class Reader:
    """Reads an input device's events, in whole frames, with the kernel's own timestamps."""

    def __init__(self, path):
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self._descriptor, EVIOCSCLOCKID, struct.pack("@i", time.CLOCK_MONOTONIC))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._descriptor)

    def events(self):
        """The events since the last call: time in microseconds, type, code, value."""
        events = []
        while True:
            try:
                part = os.read(self._descriptor, 64 * EVENT.size)
            except BlockingIOError:
                return events
            for seconds, microseconds, *rest in EVENT.iter_unpack(part):
                events.append((seconds * 1_000_000 + microseconds, *rest))

    def frames(self):
        """The times at which frames ended."""
        return [time for time, kind, code, _ in self.events() if kind == EV_SYN and code == SYN_REPORT]

    def presses(self):
        """The times at which keys were pressed."""
        return [time for time, kind, _, value in self.events() if kind == EV_KEY and value == 1]


def stamps():
    """The times at which commands began since the last call, in microseconds."""
    times = STAMP.iter_unpack(STAMPS.read_bytes())
    STAMPS.write_bytes(b"")
    return [seconds * 1_000_000 + nanoseconds / 1000 for seconds, nanoseconds in times]


def deciding_frames(program, hand):
    """The frames of its swipes at which a program decides, as reported by itself: the latencies count from there."""
    with Reader(hand.nodes["touchpad"]) as touchpad:
        frames = []

        def swipe(what):
            hand.do(what)
            frames.append(touchpad.frames())

        decisions = program.decisions(["left", "right"], swipe)
        return [times.index(times[-1] - before) if times[-1] - before in times else None
                for times, before in zip(frames, decisions)]


class Latencies:
    """The latencies of one program in microseconds, by the reaction to its gestures."""

    def __init__(self, key="left", command="right"):
        self._key, self._command = key, command
        #: The first swipe after a start, which maps code for the first time.
        self.first = {"key": [], "command": []}
        #: All other swipes.
        self.later = {"key": [], "command": []}
        #: Gestures that did not have exactly one effect, before the frame after the completing one.
        self.odd = 0

    def measure(self, program, hand, count):
        """Starts the program and times `count` gestures of each kind."""
        STAMPS.write_bytes(b"")
        with (program.running(), Reader(hand.nodes["touchpad"]) as touchpad,
              Reader(node(program.keyboard)) as keyboard):
            for index in range(count):
                times = self.later if index else self.first
                frame = hand.do(self._key)
                self._take(times["key"], touchpad.frames()[frame], keyboard.presses())
                frame = hand.do(self._command)
                self._take(times["command"], touchpad.frames()[frame], stamps())

    def _take(self, times, completed, acts):
        if len(acts) == 1 and 0 <= acts[0] - completed < PERIOD:
            times.append(acts[0] - completed)
        else:
            self.odd += 1
