"""Measures the installed Sleight against the yardstick, on the same devices under the same hand, and prints a table.

usage: measure.py PROGRAMS SWIPES SECONDS

`bench` beside this file starts it. PROGRAMS is the folder of yardstick, forwarder, hand and stamp. SWIPES is the
number of gestures of each kind that are timed for each program, SECONDS the time for which fingers move while processor
time is measured.
"""
import shutil
import sys

from following import Following
from latency import Latencies, deciding_frames
from programs import (
    ContactsSleight, ContactsYardstick, DefiningSleight, FeedingSleight, Forwarder, Hand, Lisgd, OwningSleight,
    SandboxedSleight, Sleight, Yardstick)
from residence import Allocations, Residence, start_times
from table import Table
from taking import Taking

#: The number of turns that the programs take, so that neither is measured on a fresher machine.
ROUNDS = 4


def main():
    folder, swipes, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    hand = Hand(folder)
    programs = [Sleight(folder, hand), Yardstick(folder, hand)]
    readers = [ContactsSleight(folder, hand), ContactsYardstick(folder, hand)]
    owners = [OwningSleight(folder, hand), Forwarder(folder, hand)]

    decisions = {program.name: deciding_frames(program, hand) for program in programs}
    latencies = {program.name: Latencies() for program in programs}
    latencies |= {program.name: Latencies("tap", "slide") for program in readers}
    for _ in range(ROUNDS):
        for program in programs + readers:
            latencies[program.name].measure(program, hand, swipes // ROUNDS)
    sandboxed = SandboxedSleight(folder, hand)
    latencies[sandboxed.name] = Latencies()
    latencies[sandboxed.name].measure(sandboxed, hand, swipes // ROUNDS)
    residences = {program.name: Residence(program, hand, seconds) for program in programs}
    residences |= {program.name: Residence(program, hand, seconds, ["touchpad", "anchored"]) for program in readers}
    defining = DefiningSleight(folder, hand)
    residences[defining.name] = Residence(defining, hand, seconds)
    if shutil.which("lisgd"):
        residences[Lisgd.name] = Residence(Lisgd(folder, hand), hand, seconds, ["touchscreen"])
    allocations = {program.name: Allocations(program, hand, folder) for program in programs}
    allocations |= {
        program.name: Allocations(program, hand, folder, ["touchpad", "anchored"]) for program in readers}
    feeding = FeedingSleight(folder, hand)
    allocations[feeding.name] = Allocations(feeding, hand, folder, ["touchpad"])
    followings = {program.name: Following(program, hand, seconds) for program in owners + programs}
    starts = {program.name: start_times(program, 10) for program in programs}
    completing = hand.do("left")
    # Last: it plugs in a device that the others do not have.
    taking = Taking(folder, hand, swipes // ROUNDS, seconds)

    Table(latencies, residences, allocations, followings, starts, taking).print(decisions, completing, swipes, seconds)


main()
