"""Hands: recordings of them, and the reply of a daemon that keeps touches, for machines without touch devices."""

import contextlib
import json
import os
import socket
import struct
import threading

DEVICE = {"id": 0, "name": "Screen", "kind": "touchscreen", "width": 344, "height": 194}
# As `KeptEvent` has them.
CODES = {"touch-down": 1, "touch-motion": 2, "touch-up": 3, "touch-frame": 6}


def swipe(start, distance, fingers=3, way=(-1, 0), at=(150, 60), milliseconds=200):
    """The events of fingers that move, to the left by default, or rest: microseconds, name, slot, x and y in mm."""
    events = []
    samples = 10
    for step in range(samples + 1):
        time = start + 1000 * milliseconds * step // samples
        moved = distance * step / samples
        for slot in range(fingers):
            name = "touch-motion" if step else "touch-down"
            events.append((time, name, slot, at[0] + 20 * slot + way[0] * moved, at[1] + way[1] * moved))
        events.append((time, "touch-frame", 0, 0, 0))
    end = start + 1000 * milliseconds + 10_000
    return events + [(end, "touch-up", slot, 0, 0) for slot in range(fingers)] + [(end, "touch-frame", 0, 0, 0)]


def recording(*touches):
    """The text of a recording."""
    lines = [{"sleight": 1, "devices": [DEVICE]}]
    for time, name, slot, x, y in (event for touch in touches for event in touch):
        line = {"t": time, "device": 0, "event": name}
        if name != "touch-frame":
            line["slot"] = slot
        if name in ("touch-down", "touch-motion"):
            line |= {"x": x, "y": y}
        lines.append(line)
    return "".join(json.dumps(line) + "\n" for line in lines)


class Keeper:
    """The socket of a daemon that keeps touches."""

    def __init__(self, served, *touches, acted=()):
        folder = os.path.join(served.runtime, "sleight")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.message = self._reply(served.rules_path, touches, acted)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(folder, "sleight.sock"))
        self.listener.listen()
        threading.Thread(target=self._answer, daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _answer(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                with client, contextlib.suppress(OSError):
                    if client.recv(65536):
                        client.sendall(self.message)

    @staticmethod
    def _reply(config, touches, acted):
        kept = [
            {
                "device": json.dumps({"sleight": 1, "devices": [DEVICE]}), "events": len(events), "situation": {},
                "panel": None, "acted": list(acted), "fingers": 3, "ago": 4000 * (index + 1), "positions": True,
                "outdated": False, "cut": False, "typing": False,
            } for index, events in enumerate(touches)
        ]
        line = {"ok": True, "config": config, "eventSize": 32, "touches": kept}
        events = b"".join(
            struct.pack("<qIBBBB4i", time, 0, CODES[name], slot, 0, 0, round(x * 10_000), round(y * 10_000), 0, 0)
            for touch in touches for time, name, slot, x, y in touch)
        return json.dumps(line).encode() + b"\n" + events
