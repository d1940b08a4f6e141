"""The programs that are measured, and the hand that they react to."""
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from process import Process

#: The file that `stamp` appends to.
STAMPS = pathlib.Path("/run/stamps")
WORK = pathlib.Path("/run/bench-work")
STARTER_RULES = "/usr/local/share/sleight/rules.yml"


def wait(condition, what):
    """Waits until `condition` returns a true value, and returns it.

    The limit is long: the guest's clock runs ahead while the guest waits for the host.
    """
    for _ in range(50_000):
        result = condition()
        if result:
            return result
        time.sleep(0.02)
    raise TimeoutError(what)


def settle():
    """Waits until udev is idle. Retries after its timeouts, because the guest's clock skips rests."""
    wait(lambda: subprocess.run(["udevadm", "settle"], stderr=subprocess.DEVNULL).returncode == 0, "udev does not settle")


def node(name):
    """The device node of the input device of that name, or None."""
    for device in pathlib.Path("/sys/class/input").glob("event*"):
        with contextlib.suppress(FileNotFoundError):
            if (device / "device/name").read_text().strip() == name:
                return f"/dev/input/{device.name}"
    return None


class Hand:
    """The process that creates the touchpad and the touchscreen and moves fingers on them."""

    def __init__(self, folder):
        self._process = subprocess.Popen(
            [f"{folder}/hand"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        lines = [self._process.stdout.readline().split() for _ in range(2)]
        self.nodes = {name: path for name, path in lines}
        settle()

    def plug(self):
        """Plugs in the touchpad whose driver says with each frame that fingers are fingers."""
        self._process.stdin.write("plug\n")
        name, path = self._process.stdout.readline().split()
        self.nodes[name] = path
        settle()

    def do(self, what):
        """Performs a movement, and returns the hand's answer: the number of the frame that decides a gesture."""
        with self.doing(what):
            pass
        return self._answer

    @contextlib.contextmanager
    def doing(self, what):
        """Performs a movement during the `with` block, and waits until both are done."""
        self._process.stdin.write(f"{what}\n")
        yield
        number, *delays = self._process.stdout.readline().split()
        self._answer = int(number)
        #: The time that each frame took to where it was followed, in microseconds; None for frames that were lost.
        self.delays = [None if delay == "lost" else float(delay) for delay in delays]


class Program:
    """A program to measure: started, ready and idle within `with program.running():`."""

    name = ""
    keyboard = ""

    def __init__(self, hand):
        self.hand = hand
        self.process = None
        #: Additional environment variables of its processes.
        self.environment = {}
        self.errors = WORK / f"{self.name}.log"
        #: The nodes at which the desktop sees the hand's devices.
        self.nodes = hand.nodes
        WORK.mkdir(exist_ok=True)

    def start(self):
        """Starts it and waits until it reports that it is ready."""
        raise NotImplementedError

    def decisions(self, movements, do):
        """Has the hand perform some movements; returns the times from the decision to the lift, in microseconds
        between the kernel's timestamps."""
        raise NotImplementedError

    @contextlib.contextmanager
    def running(self):
        """The running program, once its keyboard is known to everyone and it is idle."""
        self.start()
        if self.keyboard:
            wait(lambda: node(self.keyboard), f"{self.name} makes no keyboard")
        settle()
        Process(self.process.pid).wait_for_rest()
        try:
            yield self
        finally:
            self.stop()

    def stop(self):
        """Stops it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        wait(lambda: not self.keyboard or node(self.keyboard) is None, f"the keyboard of {self.name} stays")

    def spawn(self, arguments, env=None, **others):
        """Starts a process."""
        environment = {"PATH": os.environ["PATH"], "HOME": "/root", "XDG_RUNTIME_DIR": str(WORK),
                       **self.environment, **(env or {})}
        with open(self.errors, "ab") as errors:
            return subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stderr=errors, env=environment, **others)


class Sleight(Program):
    """The daemon as installed, with the two rules for the swipes and the starter rules after them."""

    name = "Sleight"
    keyboard = "Sleight keyboard"
    #: The program in C reads no contacts.
    settings = "settings: {contacts: false}"
    #: The rules file but for its settings and the starter rules; `STAMP` starts the command.
    rules = """
rules:
  - {swipe: left, fingers: 3, do: {keys: a}}
  - {swipe: right, fingers: 3, do: STAMP}
"""

    def __init__(self, folder, hand):
        super().__init__(hand)
        self._rules = WORK / f"{self.name}.yml"
        self._rules.write_text(f"include: {STARTER_RULES}\n{self.settings}" + self.rules.replace("STAMP", f"{folder}/stamp"))

    def start(self):
        address = WORK / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(str(address))
            supervisor.settimeout(1)
            self.process = self.spawn(
                ["sleight", "run", "--config", str(self._rules)], stdout=subprocess.DEVNULL,
                env={"NOTIFY_SOCKET": str(address)})
            while not self._is_ready(supervisor):
                pass
        address.unlink()

    def _is_ready(self, supervisor):
        try:
            return b"READY=1" in supervisor.recv(4096)
        except TimeoutError:
            assert self.process.poll() is None, self.errors.read_text()
            return False

    def decisions(self, movements, do):
        recording = WORK / "recording.jsonl"
        recorder = self.spawn(["sleight", "record", str(recording)])
        wait(lambda: "Bench touchscreen" in self.errors.read_text(), "nothing is recorded")
        for movement in movements:
            do(movement)
        recorder.send_signal(signal.SIGINT)
        recorder.wait()
        events = map(json.loads, recording.read_text().splitlines())
        lifts = [event["t"] for event in events if event.get("event") == "swipe-end"]
        replay = self.spawn(
            ["sleight", "replay", "--json", "--config", str(self._rules), str(recording)], stdout=subprocess.PIPE)
        told = map(json.loads, replay.communicate()[0].splitlines())
        decided = [event["t"] for event in told if event.get("gesture") == "swipe"]
        return [lift - time for time, lift in zip(decided, lifts)]


class SandboxedSleight(Sleight):
    """The same, with its commands started by the unit's service outside the daemon's sandbox."""

    name = "sleight-commands"

    def start(self):
        address = WORK / "commands.sock"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(address))
            listener.listen()

            def pass_on():
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)

            # As started by systemd.
            self._service = self.spawn(
                ["sh", "-c", "LISTEN_PID=$$ exec sleight start-commands"], env={"LISTEN_FDS": "1"},
                stdout=subprocess.DEVNULL, close_fds=False, preexec_fn=pass_on)
        self.environment = {"SLEIGHT_COMMANDS": str(address)}
        super().start()

    def stop(self):
        super().stop()
        self._service.terminate()
        self._service.wait()
        (WORK / "commands.sock").unlink()


def own_gestures(count):
    """Gestures of one's own, as lines, that the hand's three and ten fingers cannot make: their first steps are made by
    other fingers, on other devices or from other places. Later steps of two fifths are made by such fingers."""
    kinds = [
        "[{{swipe: left, fingers: 5, distance: {0}mm}}, {{tap: single, fingers: 5, within: {1}ms}}]",
        "[{{swipe: down, fingers: 3, distance: {0}mm, device: Absent}}, {{tap: single, fingers: 3, device: Absent}}]",
        "[{{pan: up, fingers: 10, distance: {0}mm, zone: {{x: 0mm-9mm, y: 0mm-{0}mm}}}},"
        " {{tap: single, fingers: 10, within: {1}ms}}]",
        "[{{tap: single, fingers: 5, within: {1}ms}}, {{swipe: up, fingers: 3, distance: {0}mm, within: {1}ms}}]",
        "[{{tap: double, fingers: 5, within: {1}ms}}, {{pinch: in, fingers: 10, distance: {0}%, within: {1}ms}}]",
    ]
    return "".join(
        f"  own-{number}: {kinds[number % 5].format(50 - number // 5 % 40, 300 - number // 5)}\n"
        for number in range(count))


class DefiningSleight(Sleight):
    """The same with 400 gestures of one's own that its hands cannot make. By the guest's clock, more take longer to read
    than a rules file may."""

    name = "Sleight with 400 gestures"
    settings = f"{Sleight.settings}\ngestures:\n{own_gestures(400)}"
    rules = Sleight.rules + "".join(
        f"  - {{gesture: own-{number}, do: none}}\n" for number in range(400))


class FeedingSleight(Sleight):
    """The same with a command that is fed what three fingers do."""

    name = "Sleight feeding"
    rules = """
rules:
  - {pan: any, fingers: 3, device: touchpad, begin: {feed: cat >/dev/null}}
"""


class ContactsSleight(Sleight):
    """The same with rules that require the contacts of the touchpad."""

    name = "Sleight with contacts"
    settings = ""
    rules = Sleight.rules + """
  - {tap: single, fingers: 4, device: touchpad, do: {keys: a}}
  - {swipe: down, fingers: 1, edge: left, device: touchpad, do: STAMP}
  - {pan: right, fingers: 1, anchor: 1, every: 5mm, device: touchpad, do: {keys: b}, back: {keys: c}}
"""


class TakingSleight(Sleight):
    """The same, which takes the fingers that rules want without a grab."""

    name = "Sleight taking"
    settings = ""

    def missed(self):
        """The number of hands that it left to the desktop, although a rule wanted them."""
        status = self.spawn(["sleight", "status", "--json"], stdout=subprocess.PIPE)
        return sum(hands["missed"] for hands in json.loads(status.communicate()[0])["taking"])


class KeepingSleight(TakingSleight):
    """The same, which leaves the fingers to the desktop as well."""

    name = "Sleight not taking"
    settings = "settings: {keep: true}"


class TakingSleightWithManyRules(TakingSleight):
    """The same with 2,000 rules more, each for a program of its own. By the guest's clock, more take longer to read than
    a rules file may."""

    name = "Sleight taking, with 2,000 rules"
    rules = Sleight.rules + "".join(
        f"  - {{swipe: up, fingers: 3, when: {{app: program-{number}}}, do: none}}\n" for number in range(2_000))


class OwningSleight(Sleight):
    """The same with both devices owned."""

    name = "Sleight as owner"
    settings = "devices: {touchpad: {own: true}, touchscreen: {own: true}}"

    def start(self):
        self.errors.unlink(missing_ok=True)
        super().start()
        wait(lambda: self.errors.read_text().count("owning") == 2, "Sleight does not own the devices")
        self.nodes = {name: self._clone(path) for name, path in self.hand.nodes.items()}

    @staticmethod
    def _clone(path):
        devices = pathlib.Path("/sys/class/input")
        name = (devices / pathlib.Path(path).name / "device/name").read_text()
        for device in devices.glob("event*"):
            if ((device / "device/phys").read_text().strip() == "sleight/"
                    and (device / "device/name").read_text() == name):
                return f"/dev/input/{device.name}"
        raise FileNotFoundError(f"the device that stands for {path}")


class Forwarder(Program):
    """The program in C that owns both devices and does nothing else."""

    name = "C forwarder"

    def __init__(self, folder, hand):
        super().__init__(hand)
        self._program = f"{folder}/forwarder"

    def start(self):
        self.process = self.spawn([self._program, *self.hand.nodes.values()], stdout=subprocess.PIPE)
        self.nodes = {name: self.process.stdout.readline().decode().strip() for name in self.hand.nodes}


class Yardstick(Program):
    """The program in C."""

    name = "C program"
    keyboard = "Yardstick keyboard"
    #: True if it reads the contacts of the touchpad.
    contacts = False

    def __init__(self, folder, hand):
        super().__init__(hand)
        self._folder = folder

    def start(self, *options):
        if self.contacts:
            options = "-c", self.hand.nodes["touchpad"], *options
        self.process = self.spawn(
            [f"{self._folder}/yardstick", *options, f"{self._folder}/stamp", *self.hand.nodes.values()],
            stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"ready\n", self.errors.read_text()

    def decisions(self, movements, do):
        self.start("-t")
        for movement in movements:
            do(movement)
        self.process.send_signal(signal.SIGTERM)
        words = self.process.communicate()[0].split()
        return [int(lift) - int(time) for time, lift in zip(words[::2], words[1::2])]


class ContactsYardstick(Yardstick):
    """The program in C with a second descriptor, for the contacts of the touchpad."""

    name = "C program with contacts"
    contacts = True


class Lisgd(Program):
    """lisgd, the touchscreen gesture program of distributions, with the same two swipes. It creates no keyboard."""

    name = "lisgd"

    def __init__(self, folder, hand):
        super().__init__(hand)
        self._command = f"{folder}/stamp"

    def start(self):
        node = self.hand.nodes["touchscreen"]
        self.process = self.spawn(
            ["lisgd", "-d", node, "-w", "310", "-h", "174", "-g", "3,LR,*,*,P,true", "-g",
             f"3,RL,*,*,P,{self._command}"], stdout=subprocess.DEVNULL)

    @contextlib.contextmanager
    def running(self):
        self.start()
        time.sleep(2)
        assert self.process.poll() is None, self.errors.read_text()
        try:
            yield self
        finally:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
