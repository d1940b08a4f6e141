"""The figures side by side, with their limits."""
import math
import os
import statistics

from following import MOVEMENTS


def percentile(values, share):
    """The smallest value that is not exceeded by `share` of all."""
    values = sorted(values)
    return values[max(math.ceil(share * len(values)) - 1, 0)]


class Table:
    """One row for each figure: Sleight's, the C program's, the ratio, and its limit."""

    def __init__(self, latencies, residences, allocations, followings, starts, taking):
        self._latencies, self._residences = latencies, residences
        self._allocations, self._followings, self._starts = allocations, followings, starts
        self._taking = taking

    def print(self, decisions, completing, swipes, seconds):
        """Prints it."""
        print(f"\n{swipes} gestures of each kind, {seconds} s of movement. The machine's clock counts instructions,")
        print("2 ns each: its times are instructions more than seconds. The ratios are the figures.\n")
        for name, frames in decisions.items():
            told = ", ".join(map(str, frames)) or "nothing"
            print(f"{name} decides on frame {told} of a swipe; {completing} completes it")
        for name, latency in self._latencies.items():
            if latency.odd:
                print(f"{name}: {latency.odd} gestures had no, several or late effects; they are left out")
        self._row("", "Sleight", "C program", "ratio", "to reach")
        for what in ("key", "command"):
            for share, word in ((0.5, "median"), (0.99, "p99")):
                self._compare(f"completing frame to {what}, {word}", "ms", 1e3,
                              lambda name: percentile(self._latencies[name].later[what], share), 1.1)
            self._compare(f"completing frame to {what}, first after a start", "ms", 1e3,
                          lambda name: percentile(self._latencies[name].first[what], 0.5))
        self._compare("frame to command by sleight-commands, median", "ms", 1e3,
                      lambda name: percentile(self._latencies[name].later["command"], 0.5), ours="sleight-commands")
        for device, fingers in (("touchpad", "3 fingers"), ("touchscreen", "10 fingers")):
            self._compare(f"processor time of {fingers} on the {device}", "s", 1,
                          lambda name: self._residences[name].motion[device], 1.25)
            # libinput allocates each event, in either program.
            self._compare(f"allocations per frame of {fingers}", "", 1,
                          lambda name: self._allocations[name].per_frame[device], 1)
            self._compare(f"400 gestures of one's own: {fingers}", "s", 1,
                          lambda name: self._residences[name].motion[device], 1.02,
                          ours="Sleight with 400 gestures", theirs="Sleight")
        self._compare("allocations per frame of 3 fingers, fed", "", 1,
                      lambda name: self._allocations[name].per_frame["touchpad"], ours="Sleight feeding",
                      theirs="Sleight", limit=8)
        self._print_contacts()
        self._print_owned()
        self._compare("processor time from start to ready, median", "ms", 1e-3,
                      lambda name: statistics.median(self._starts[name]))
        self._compare("resident memory, idle", "MB", 1e6, lambda name: self._residences[name].memory, limit=8)
        self._compare("resident memory, after the movement", "MB", 1e6,
                      lambda name: self._residences[name].memory_after)
        self._compare("wake-ups in 10 s, idle", "", 1, lambda name: self._residences[name].wake_ups, limit=0)
        self._compare("threads", "", 1, lambda name: self._residences[name].threads, limit=1)
        if "lisgd" in self._residences:
            self._compare("lisgd: 10 fingers on the touchscreen", "s", 1,
                          lambda name: self._residences[name].motion["touchscreen"], ours="lisgd")
            self._compare("lisgd: resident memory, idle", "MB", 1e6,
                          lambda name: self._residences[name].memory, ours="lisgd")
        size = os.stat("/usr/local/bin/sleight").st_size
        self._print_taken()
        self._row("stripped program", f"{size / 1e6:.1f} MB", "", "", self._judge(size / 1e6, 14.5, "MB"))

    def _print_contacts(self):
        names = {"ours": "Sleight with contacts", "theirs": "C program with contacts"}
        for what, gesture in (("key", "tap"), ("command", "slide")):
            for share, word in ((0.5, "median"), (0.99, "p99")):
                self._compare(f"contacts: {gesture} to {what}, {word}", "ms", 1e3,
                              lambda name: percentile(self._latencies[name].later[what], share), **names)
        for movement, label in (("touchpad", "3 fingers"), ("anchored", "pan beside a finger")):
            self._compare(f"contacts: processor time of {label}", "s", 1,
                          lambda name: self._residences[name].motion[movement], 1.5, **names)
            self._compare(f"contacts: allocations per frame of {label}", "", 1,
                          lambda name: self._allocations[name].per_frame[movement], 1, **names)
        self._compare("contacts: resident memory, idle", "MB", 1e6, lambda name: self._residences[name].memory, **names)
        self._compare("contacts: wake-ups in 10 s, idle", "", 1, lambda name: self._residences[name].wake_ups, limit=0,
                      **names)

    def _print_owned(self):
        names = {"ours": "Sleight as owner", "theirs": "C forwarder"}
        for movement in MOVEMENTS:
            label = f"owned, {movement}"
            for word, unit, figure, limits in (
                ("frame to desktop, mean", "us", lambda name: statistics.mean(self._followings[name].delays[movement]),
                 {"ratio_limit": 1.25}),
                ("p99", "us", lambda name: percentile(self._followings[name].delays[movement], 0.99), {}),
                ("worst", "us", lambda name: max(self._followings[name].delays[movement]), {}),
                ("frames seen", "", lambda name: len(self._followings[name].delays[movement]), {}),
                ("frames lost", "", lambda name: self._followings[name].lost[movement], {"limit": 0}),
                ("frames added", "", lambda name: self._followings[name].additional[movement], {"limit": 0}),
                ("processor time", "s", lambda name: self._followings[name].motion[movement], {}),
            ):
                self._compare(f"{label}: {word}", unit, 1, figure, **limits, **names)
            # The forwarder recognises nothing: the other program does, on the device that it makes.
            forwarder = self._followings["C forwarder"].motion[movement]
            self._compare(f"{label}: beside both programs", "s", 1,
                          lambda name: self._followings[name].motion[movement] + (
                              forwarder if name == "C program" else 0), 1.25, ours="Sleight as owner")

    def _print_taken(self):
        names = {"ours": "Sleight taking", "theirs": "Sleight not taking"}
        # Both read the contacts: this is what palms cost.
        self._compare("taken: 3 fingers with contacts, beside keep: true", "s", 1,
                      lambda name: self._taking.motion[name], 1.25, **names)
        # libinput sees begins and ends of gestures from 9 ms on.
        self._row("taken: frame to palm", "median", "p90", "p99", "worst", "hands left alone")
        for situation, delays in self._taking.delays.items():
            figures = [percentile(delays, share) / 1e3 for share in (0.5, 0.9, 0.99, 1)]
            self._row(f"taken, {situation}", *(self._number(figure, "ms") for figure in figures),
                      f"{self._taking.missed[situation]}; worst {self._judge(figures[-1], 8, 'ms')}")

    def _compare(self, label, unit, divisor, figure, ratio_limit=None, limit=None, ours="Sleight", theirs="C program"):
        ours, theirs = figure(ours), figure(theirs)
        if divisor != 1:
            ours, theirs = ours / divisor, theirs / divisor
        ratio = ours / theirs if theirs else math.inf if ours else 1
        goal = ""
        if ratio_limit:
            goal = self._judge(ratio, ratio_limit, "x")
        elif limit is not None:
            goal = self._judge(ours, limit, unit)
        self._row(label, self._number(ours, unit), self._number(theirs, unit), f"{ratio:.2f} x" if theirs else "", goal)

    @staticmethod
    def _number(value, unit):
        if isinstance(value, int):
            return str(value)
        return f"{value:.3g} {unit}".rstrip()

    @staticmethod
    def _judge(value, limit, unit):
        return f"at most {limit} {unit}".rstrip() + (": over" if value > limit else "")

    @staticmethod
    def _row(*cells):
        label, *figures, goal = cells
        print(f"{label:<54}" + "".join(f"{figure:>12}" for figure in figures) + f"   {goal}", flush=True)
