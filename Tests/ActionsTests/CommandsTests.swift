@testable import Actions
@testable import Gestures
import Glibc
import Linux
import Testing
import Touch

extension Gesture {
  /// A three-finger swipe to the left.
  static let swipe = Gesture(
    time: Timestamp(microseconds: 812_000), device: DeviceID(0), kind: .swipe, phase: .recognized, fingers: 3,
    direction: .left, translation: Vector(dx: -14.06, dy: 0.04), speed: 96, scale: nil, rotation: nil, trigger: 0)
}

@Suite("The environment of commands")
struct CommandEnvironmentTests {
  @Test("a swipe is told in millimetres, without what a swipe does not have")
  func swipe() {
    let entries = CommandEnvironment(inheriting: ["PATH=/bin"]).entries(for: .swipe, device: "Some Touchpad")
    #expect(
      entries == [
        "PATH=/bin", "SLEIGHT_GESTURE=swipe", "SLEIGHT_PHASE=recognized", "SLEIGHT_FINGERS=3",
        "SLEIGHT_DIRECTION=left", "SLEIGHT_DX=-14.1", "SLEIGHT_DY=0.0", "SLEIGHT_SPEED=96.0",
        "SLEIGHT_DEVICE=Some Touchpad",
      ])
  }

  @Test("a pinch has its scale and its rotation")
  func pinch() {
    var gesture = Gesture.swipe
    gesture.kind = .pinch
    gesture.phase = .began
    gesture.direction = .outwards
    gesture.scale = 1.25
    gesture.rotation = -12.34
    let entries = CommandEnvironment(inheriting: []).entries(for: gesture, device: "")
    #expect(entries.contains("SLEIGHT_DIRECTION=out"))
    #expect(entries.contains("SLEIGHT_SCALE=1.250"))
    #expect(entries.contains("SLEIGHT_ROTATION=-12.3"))
  }

  @Test("how fast it changes, how many taps it was, which shape, and how many steps")
  func others() {
    var gesture = Gesture.swipe
    gesture.kind = .rotate
    gesture.phase = .changed
    gesture.scaleSpeed = -0.5
    gesture.rotationSpeed = 90.25
    gesture.steps = -2
    gesture.taps = 3
    gesture.stroke = "circle"
    let entries = CommandEnvironment(inheriting: []).entries(for: gesture, device: "")
    #expect(entries.contains("SLEIGHT_SCALE_SPEED=-0.500"))
    #expect(entries.contains("SLEIGHT_ROTATION_SPEED=90.3"))
    #expect(entries.contains("SLEIGHT_STEPS=-2"))
    #expect(entries.contains("SLEIGHT_TAPS=3"))
    #expect(entries.contains("SLEIGHT_STROKE=circle"))
  }

  @Test("a long press has no direction")
  func longPress() {
    var gesture = Gesture.swipe
    gesture.kind = .longPress
    gesture.direction = nil
    let entries = CommandEnvironment(inheriting: []).entries(for: gesture, device: "")
    #expect(entries.contains("SLEIGHT_GESTURE=long-press"))
    #expect(!entries.contains { $0.hasPrefix("SLEIGHT_DIRECTION") })
  }

  @Test("what was meant for us alone is not handed on")
  func inherited() {
    let environment = CommandEnvironment(inheriting: [
      "HOME=/home/a", "SLEIGHT_SCALE=2", "SLEIGHT_APP=x", "NOTIFY_SOCKET=@x", "LISTEN_FDS=1", "LISTEN_PID=5",
      "WATCHDOG_USEC=5", "NOTIFY_SOCKETS=kept", "MY_SLEIGHT_X=kept",
    ])
    let inherited = environment.entries(for: .swipe, device: "").filter { !$0.hasPrefix("SLEIGHT_") }
    #expect(inherited == ["HOME=/home/a", "NOTIFY_SOCKETS=kept", "MY_SLEIGHT_X=kept"])
    #expect(!environment.entries(for: .swipe, device: "").contains { $0.hasPrefix("SLEIGHT_SCALE") })
    #expect(!environment.entries(for: .swipe, device: "").contains { $0.hasPrefix("SLEIGHT_APP") })
  }

  @Test("this process's own environment is what is inherited")
  func own() throws {
    let path = try #require(Environment.value(of: "PATH"))
    #expect(CommandEnvironment().entries(for: .swipe, device: "").contains("PATH=\(path)"))
  }

  @Test(
    "numbers have exactly the digits that are said, and no number is no variable",
    arguments: [
      (0.0, "0.0"), (-0.0, "0.0"), (-0.04, "0.0"), (-0.06, "-0.1"), (12.34, "12.3"), (1e9, "1000000000.0"),
      (1e300, nil), (.infinity, nil), (.nan, nil),
    ] as [(Double, String?)])
  func decimal(value: Double, text: String?) {
    #expect(CommandEnvironment.decimal(value, digits: 1) == text)
  }
}

@Suite("Commands that run")
struct CommandsTests {
  @Test("each command that ends is told with its rule, its words and how it ended")
  func statuses() throws {
    let commands = Commands()
    for (place, line) in [("a:1", "exit 3"), ("a:2", "kill -TERM $$"), ("a:3", "true")] {
      try commands.start(
        ShellCommand.arguments(of: line), environment: ["PATH=/bin"], command: line, place: place)
    }
    #expect(commands.count == 3)
    var finished: [Commands.Finished] = []
    let deadline = monotonicNow() + 10_000_000
    while commands.count > 0, monotonicNow() < deadline {
      finished += commands.reaped()
      usleep(2000)
    }
    finished.sort { $0.place < $1.place }
    #expect(
      finished == [
        .init(place: "a:1", command: "exit 3", status: .exited(3)),
        .init(place: "a:2", command: "kill -TERM $$", status: .signaled(SIGTERM)),
        .init(place: "a:3", command: "true", status: .exited(0)),
      ])
    #expect(commands.reaped().isEmpty)
  }

  @Test("a child of somebody else's is left to them")
  func foreign() throws {
    let commands = Commands()
    let pid = try ChildProcess.spawn(["/bin/sh", "-c", "exit 7"], environment: [])
    var status: ChildProcess.ExitStatus?
    let deadline = monotonicNow() + 10_000_000
    while status == nil, monotonicNow() < deadline {
      usleep(2000)
      #expect(commands.reaped().isEmpty)
      status = try ChildProcess.reap(pid)
    }
    #expect(status == .exited(7))
  }

  @Test("a command still running is not waited for")
  func running() throws {
    let commands = Commands()
    try commands.start(["sleep", "0.2"], environment: ["PATH=/bin:/usr/bin"], command: "sleep", place: "a:1")
    #expect(commands.reaped().isEmpty)
    #expect(commands.count == 1)
    let deadline = monotonicNow() + 10_000_000
    while commands.count > 0, monotonicNow() < deadline {
      _ = commands.reaped()
      usleep(2000)
    }
    #expect(commands.count == 0)
  }

  @Test("a program that does not exist is named")
  func missing() {
    let commands = Commands()
    #expect(throws: SystemError("posix_spawn", path: "no-such-program", code: ENOENT)) {
      try commands.start(
        ShellCommand.arguments(of: "no-such-program --help"), environment: ["PATH=/bin"],
        command: "no-such-program --help", place: "a:1")
    }
    #expect(commands.count == 0)
  }
}
