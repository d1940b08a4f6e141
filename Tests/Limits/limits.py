#!/usr/bin/env python3
"""Attacks on the limits of rules files and recordings, and the time that each takes.

    limits.py PROGRAM

An accepted file may take 2 s of processor time, a refused one 3 s. Prints a table; exit status 1 if a file takes longer,
or if one that must be refused is accepted, or the reverse.
"""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

MOST_ACCEPTED, MOST_REFUSED = 2.0, 3.0


def rules(count, line):
    return "rules:\n" + "".join(line % {"i": i} for i in range(count))


def swipe(action):
    return "- {swipe: left, fingers: 3, do: " + action + "}\n"


COMBINING = "\u0301"
LOOK_ALIKE = "\u0435"

# Name, text, accepted.
RULES = [
    ("18,000 wrong keys", rules(18_000, swipe("{keys: super+Page%(i)d}")), False),
    ("18,000 wrong modifiers", rules(18_000, swipe("{keys: supr+Pg%(i)d}")), False),
    ("18,000 wrong keys like XF86AudioMute", rules(18_000, "- {swipe: left, do: {keys: XF86Audi%(i)d}}\n"), False),
    ("a list of 90,000 wrong keys", rules(1, swipe("{keys: [" + ", ".join("Pg%d" % i for i in range(90_000)) + "]}")), False),
    ("24,000 equal rules", rules(24_000, "- {swipe: left, fingers: 3, do: a}\n"), True),
    ("more rules than values are permitted", rules(29_000, "- {swipe: left, fingers: 3, do: a}\n"), False),
    ("15,000 modes", rules(15_000, "- {swipe: left, fingers: 3, do: a, when: {mode: m%(i)d}}\n"), True),
    ("15,000 applications", rules(15_000, "- {swipe: left, fingers: 3, do: a, when: {app: m%(i)d}}\n"), True),
    ("15,000 applications that look like expressions", rules(15_000, '- {swipe: left, fingers: 3, do: a, when: {app: "(a [%(i)d"}}\n'), True),
    ("15,000 titles with a colon", rules(15_000, '- {swipe: left, fingers: 3, do: a, when: {title: "a: b%(i)d"}}\n'), True),
    ("15,000 texts with braces", rules(15_000, swipe('{type: "{a%(i)d, <b>"}')), True),
    ("15,000 commands with quotes", rules(15_000, swipe("\"sh -c 'a | b%(i)d' &\"")), True),
    ("15,000 commands that press keys", rules(15_000, swipe("xdotool key super+a%(i)d")), True),
    ("15,000 commands of sway", rules(15_000, swipe("{sway: workspace a%(i)d}")), True),
    ("15,000 commands of Hyprland", rules(15_000, swipe("{hyprland: workspace a%(i)d}")), True),
    ("15,000 wrong lengths", rules(15_000, "- {swipe: left, fingers: 3, distance: 1%(i)dmn, do: a}\n"), False),
    ("15,000 wrong directions", rules(15_000, "- {swipe: lef%(i)d, fingers: 3, do: a}\n"), False),
    ("15,000 misspelt names", rules(15_000, "- {swipe: left, fingres: 3, d%(i)d: {run: a}}\n"), False),
    ("1,000,000 line feeds after a gesture", "swipe: left\n" + "\n" * 1_000_000, False),
    ("20,000 equal keys after a gesture", "swipe: left\n" + "name: an ordinary line\n" * 20_000, False),
    ("1,700 titles of 500 letters", rules(1_700, '- {swipe: left, fingers: 3, do: a, when: {title: "*' + "a" * 500 + 'b%(i)d*"}}\n'), True),
    ("10,000 titles with two wildcards", rules(10_000, '- {swipe: left, fingers: 3, do: a, when: {title: "*a%(i)d*"}}\n'), False),
    ("38,000 devices", "devices:\n" + "".join("  d%d: {ignore: true}\n" % i for i in range(38_000)) + "rules: []\n", True),
    ("long names of look-alikes", "rules:\n- swipe: left\n" + "".join("  %s%d: 3\n" % (LOOK_ALIKE * 450, i) for i in range(1_000)), False),
    ("one text of combining characters", 'rules:\n- swipe: left\n  do: "a%s"\n' % (COMBINING * 500_000), False),
    ("60 texts of combining characters", rules(60, swipe('"a' + COMBINING * 8_000 + '%(i)d"')), True),
    ("60 long commands", rules(60, swipe('"' + "$(a; b) " * 2_000 + '"')), True),
    ("50,000 missing files", "include:\n" + "".join("- m%d\n" % i for i in range(50_000)) + "rules: []\n", False),
    ("50,000 wildcards", "include:\n" + "- '*.yml'\n" * 50_000 + "rules: []\n", False),
    ("aliases of aliases", "rules:\n- &a0 [x, x]\n" + "".join("- &a%d [*a%d, *a%d]\n" % (i, i - 1, i - 1) for i in range(1, 60)), False),
    ("100,000 levels", "rules: " + "[" * 100_000, False),
    ("4 MiB", rules(130_000, "- {swipe: left, fingers: 3, do: a}\n"), False),
]


def device(number, **more):
    return {"id": number, "name": "pad", "kind": "touchscreen", "width": 300, "height": 200} | more


def header(count, **more):
    return json.dumps({"sleight": 1, "devices": [device(i, **more) for i in range(count)]}) + "\n"


def contact(time, number, slot, kind, chance):
    return json.dumps({
        "t": time, "device": number, "event": kind, "slot": slot,
        "x": round(chance.uniform(0, 300), 2), "y": round(chance.uniform(0, 200), 2),
    }) + "\n"


def hands(devices, fingers, events):
    """Fingers that land on all devices and move at random, a frame of each device in turn."""
    chance = random.Random(1)
    lines = [header(devices)]
    time = 0
    kind = "touch-down"
    while len(lines) < events:
        for number in range(devices):
            for slot in range(fingers):
                time += 10
                lines.append(contact(time, number, slot, kind, chance))
            lines.append(json.dumps({"t": time, "device": number, "event": "touch-frame"}) + "\n")
        kind = "touch-motion"
    return "".join(lines)


def added(count):
    one = {"name": "pad", "kind": "touchscreen", "width": 300, "height": 200}
    return header(1) + "".join(json.dumps({"t": i, "device": 0, "event": "device-added"} | one) + "\n" for i in range(count))


def slots(count):
    chance = random.Random(1)
    return header(1) + "".join(contact(1, 0, slot, "touch-down", chance) for slot in range(count))


def relanded(count, fingers, frames):
    """Fingers that land again and again without a lift, with or without the ends of frames."""
    chance = random.Random(1)
    lines = [header(1)]
    for i in range(count):
        lines.append(contact(i, 0, i % fingers, "touch-down", chance))
        if frames:
            lines.append(json.dumps({"t": i, "device": 0, "event": "touch-frame"}) + "\n")
    return "".join(lines)


RECORDINGS = [
    ("100,000 landings of 64 fingers that never lift", relanded(100_000, 64, True), True),
    ("100,000 landings in one frame", relanded(100_000, 1, False), True),
    ("64 devices with 64 fingers, 200,000 events", hands(64, 64, 200_000), True),
    ("one device with 64 fingers, 200,000 events", hands(1, 64, 200_000), True),
    ("64 devices with a finger, 200,000 events", hands(64, 1, 200_000), True),
    ("1,000 devices", header(1_000), False),
    ("20,000 devices, one after another", added(20_000), False),
    ("100,000 fingers", slots(100_000), False),
    ("a recording of blank lines", "\n" * (8 << 20), False),
]


def run(arguments):
    """The exit status and the processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program = os.path.abspath(sys.argv[1])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        rules_file = os.path.join(folder, "rules.yml")
        with open(rules_file, "w", encoding="utf-8") as file:
            file.write(rules(1, swipe("a")) + "- {pinch: in, fingers: 2, do: a}\n- {tap: double, fingers: 4, do: a}\n")
        attacks = []
        for number, (name, text, accepted) in enumerate(RULES):
            path = os.path.join(folder, "%d.yml" % number)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            attacks.append((name, [program, "check", "--config", path], len(text.encode()), accepted))
        for number, (name, text, accepted) in enumerate(RECORDINGS):
            path = os.path.join(folder, "%d.jsonl" % number)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            attacks.append((name, [program, "replay", "--config", rules_file, path], len(text), accepted))
        attacks.append(("/dev/zero as rules", [program, "check", "--config", "/dev/zero"], None, False))
        attacks.append(("/dev/zero as a recording", [program, "replay", "--config", rules_file, "/dev/zero"], None, False))
        for name, arguments, size, accepted in attacks:
            status, seconds = run(arguments)
            is_accepted = status == 0
            verdict = "accepted" if is_accepted else "refused"
            if status not in (0, 1):
                verdict, wrong = "exit status %d" % status, wrong + 1
            elif is_accepted != accepted:
                verdict, wrong = verdict + ", but should not be", wrong + 1
            elif seconds > (MOST_ACCEPTED if is_accepted else MOST_REFUSED):
                verdict, wrong = verdict + ", too late", wrong + 1
            size = "" if size is None else "%d KiB" % (size >> 10)
            print("%-45s %10s %6.2f s  %s" % (name, size, seconds, verdict), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
