@testable import Daemon
@testable import Engine
import Glibc
import Launching
import Linux
import Testing
import Time
import Touch
import Waiting

@Suite("Touches wait for the lock probe")
struct ProbedTouchesTests {
  /// The gate and the command, connected as in the daemon.
  private final class ProbedTouches {
    private(set) var texts: [String] = []
    private var gate = ProbeGate()
    private let command: ProbeCommand
    private var effects: [Effect] = []

    init() throws {
      command = ProbeCommand(starter: try DirectStarter(environment: Environment.all(), isSilent: true))
    }

    var probe: LockProbe { gate.probe }
    var isAsking: Bool { gate.isProbeRunning }

    func replaceCommand(with line: String?, at now: Timestamp) {
      gate.replaceCommand(with: line, at: now, into: &effects)
      performEffects()
    }

    func keep(_ event: TouchEvent, lands: Bool, at now: Timestamp) -> Bool {
      defer { performEffects() }
      return gate.holdBack(event, mayBegin: lands, at: now, into: &effects)
    }

    func expire(at now: Timestamp) {
      gate.expire(at: now, into: &effects)
      performEffects()
    }

    func takeEvents() -> [TouchEvent] { gate.takeEvents() }

    /// True once the command has answered.
    func hasEnded() -> Bool {
      guard let answer = command.takeAnswer() else { return false }
      gate.handleAnswer(answer, into: &effects)
      performEffects()
      return true
    }

    private func performEffects() {
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        switch effect {
        case .startProbe(let line):
          if let answer = command.start(line) { gate.handleAnswer(answer, into: &effects) }
        case .stopProbe: command.stop()
        case .note(.noProbeAnswer(let line, let failure, let isLocked)):
          texts.append("'\(line)' \(failure), \(isLocked.map { "\($0)" } ?? "never answered")")
        default: Issue.record("\(effect)")
        }
      }
    }
  }

  private let now = Timestamp(microseconds: 5_000_000)

  private func touches(_ command: String?) throws -> ProbedTouches {
    let touches = try ProbedTouches()
    touches.replaceCommand(with: command, at: now)
    return touches
  }

  private func event(_ kind: TouchEvent.Kind, _ milliseconds: Int64 = 0) -> TouchEvent {
    TouchEvent(time: now + .milliseconds(milliseconds), device: DeviceID(0), kind: kind)
  }

  /// Waits for the answer.
  private func waitForAnswer(of touches: ProbedTouches) throws {
    try wait(otherwise: { "no answer" }) { touches.hasEnded() ? () : nil }
  }

  @Test("no event waits without a probe")
  func noCommand() throws {
    let touches = try touches(nil)
    #expect(!touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: now))
    #expect(touches.takeEvents() == [])
  }

  @Test("events wait in order from the landing to the answer")
  func order() throws {
    let touches = try touches("sh -c 'exit 1'")
    let events = [
      event(.swipeBegin(fingers: 3)), event(.swipeUpdate(fingers: 3, delta: Vector(dx: -9, dy: 0)), 8),
      event(.swipeEnd(fingers: 3, cancelled: false), 16),
    ]
    for (index, event) in events.enumerated() { #expect(touches.keep(event, lands: index == 0, at: now)) }
    #expect(touches.isAsking)
    try waitForAnswer(of: touches)
    #expect(!touches.isAsking)
    #expect(touches.probe.isLocked == false)
    #expect(touches.takeEvents() == events)
    #expect(touches.takeEvents() == [])
    #expect(!touches.keep(event(.holdBegin(fingers: 3), 30), lands: true, at: now + .milliseconds(30)))
    #expect(touches.texts == [])
  }

  @Test("an event other than a landing starts no probe")
  func noLanding() throws {
    let touches = try touches("true")
    #expect(!touches.keep(event(.swipeEnd(fingers: 3, cancelled: false)), lands: false, at: now))
    #expect(!touches.isAsking)
  }

  @Test("exit status 0 means locked, for a program and for a shell command")
  func locked() throws {
    for command in ["test -d /", "/bin/sh -c true", "test -d / && ! false", "exit 0"] {
      let touches = try touches(command)
      #expect(touches.keep(event(.tap(fingers: 3, lasted: .zero)), lands: true, at: now))
      try waitForAnswer(of: touches)
      #expect(touches.probe.isLocked == true, "\(command)")
      #expect(touches.texts == [])
    }
  }

  @Test("a missing program is reported once, delays nothing, and counts as unlocked")
  func missing() throws {
    let touches = try touches("no-such-program-here -x")
    for second in 0..<3 {
      let time = now + .seconds(second)
      // The answer arrives before the next event.
      #expect(touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: time))
      #expect(!touches.isAsking)
      #expect(touches.takeEvents().count == 1)
      #expect(touches.probe.isLocked == nil)
    }
    #expect(
      touches.texts == [
        "'no-such-program-here -x' cannot be started: posix_spawn no-such-program-here: No such file or directory, "
          + "never answered"
      ])
  }

  @Test("an invalid status is reported with the resulting lock state")
  func strangeStatus() throws {
    let touches = try touches("exit 3")
    #expect(touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: now))
    try waitForAnswer(of: touches)
    #expect(
      touches.texts == [
        "'exit 3' ended with exit status 3; expected 0 (locked) or 1 (not locked), never answered"
      ])
  }

  @Test("a probe that never ends is killed with its children, and waiting events continue")
  func endless() throws {
    var template = Array("/tmp/sleight-probe-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer {
      unlink("\(folder)/child")
      rmdir(folder)
    }
    let touches = try touches("sleep 1000 & echo $! >\(folder)/child; wait")
    #expect(touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: now))
    // A file that is created by another process: polled.
    let pid = try wait(otherwise: { "the probe does not start" }) {
      (try? Descriptor.open("\(folder)/child", O_RDONLY).read(upTo: 20)).flatMap { bytes in
        bytes.flatMap { pid_t(String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }) }
      }
    }
    touches.expire(at: now + .milliseconds(499))
    #expect(touches.isAsking)
    touches.expire(at: now + .milliseconds(500))
    #expect(!touches.isAsking)
    #expect(touches.takeEvents().count == 1)
    #expect(touches.texts.count == 1)
    #expect(touches.texts.first?.hasSuffix("took longer than 500 ms, never answered") == true)
    // The process is gone, or a zombie that waits for the reaper of orphans.
    try wait(otherwise: { "process \(pid) runs" }) {
      let state = try? Descriptor.open("/proc/\(pid)/stat", O_RDONLY).read(upTo: 200)
      return state.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? true ? () : nil
    }
  }

  @Test("too many waiting events end the wait, and none is lost")
  func flood() throws {
    let touches = try touches("sleep 1000")
    let count = 4096
    for index in 0..<count { #expect(touches.keep(event(.touchFrame), lands: index == 0, at: now)) }
    #expect(!touches.isAsking)
    #expect(touches.takeEvents().count == count)
    #expect(!touches.keep(event(.touchFrame), lands: false, at: now))
  }

  @Test("a new probe starts at once if events wait, and the old answer is forgotten")
  func replaced() throws {
    let touches = try touches("true")
    #expect(touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: now))
    touches.replaceCommand(with: "test -e /nowhere", at: now)
    #expect(touches.isAsking)
    try waitForAnswer(of: touches)
    #expect(touches.probe.isLocked == false)
    #expect(touches.takeEvents().count == 1)
    touches.replaceCommand(with: nil, at: now)
    #expect(touches.probe.isLocked == nil)
    #expect(!touches.keep(event(.swipeBegin(fingers: 3)), lands: true, at: now + .seconds(5)))
  }
}
