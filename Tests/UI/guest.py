"""What a page asks its server for, without a browser: for a guest that has devices and a daemon. Each step is begun by
a file of its name, and its end is a line.

    guest.py FOLDER

FOLDER receives the rules file's path, and `acts`, to which the rule appends."""

import http.client
import json
import os
import sys
import threading
import time

from served import Served

folder = sys.argv[1]


def say(line):
    print(line, flush=True)


def wait_for(step):
    while not os.path.exists(f"{folder}/{step}"):
        time.sleep(0.05)


def answer(*request):
    status, _, text = served.request(*request)
    if status != 200:
        raise AssertionError(f"{request}: {status} {text}")
    return json.loads(text)


def edit(change, text):
    file = answer("GET", "/api/texts")["lines"][0]
    body = {"edit": {"change": change, "text": text, "expect": file["sum"], "isTrial": False}}
    result = answer("POST", "/api/edit", body)
    if result["status"] != 0:
        raise AssertionError(result)


def watch(lines):
    """Takes the events of the fingers."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port)
    connection.request("GET", "/api/fingers", headers={"Host": served.host, "Cookie": served.cookie})
    response = connection.getresponse()
    while line := response.readline().decode():
        if line.startswith("data: {"):
            lines.append(line.removeprefix("data: "))
            if len(lines) == 1:
                say("watching")


served = Served(
    "--no-browser", rules='rules:\n  - {swipe: right, fingers: 3, do: "true"}\n',
    environment={name: os.environ[name] for name in ["XDG_RUNTIME_DIR", "LD_LIBRARY_PATH"]})
served.enter()
say(f"rules {served.rules_path}")

# Show a gesture.
shown = []
threading.Thread(target=watch, args=[shown], daemon=True).start()
wait_for("shown")
lesson = {"recording": "".join(shown), "action": json.dumps(f"echo next >>{folder}/acts")}
rules = answer("POST", "/api/lesson", {"lesson": lesson})["lines"][1:]
edit("add", rules[0]["text"] + "  name: next\n")
say(f"added {rules[0]['gesture']}")

# What was that?
wait_for("missed")
touch = answer("GET", "/api/touches")["lines"][0]
say(f"touch {[rule['rule'] for rule in touch['acted']]} {touch['nearest'][0]['name']}")
answer("POST", "/api/mark", {"mark": {"kind": "missed", "touch": touch["time"], "rule": "next"}})
change = answer("GET", f"/api/tuning?touch={touch['time']}")["lines"][1]
edit("text", change["text"])
say(f"tuned {change['heading']}")
wait_for("end")
served.close()
