import Actions
import Daemon
import Glibc
import Linux
import Rules
import Touch
import Wayland

/// Does what a recording's gestures set off.
final class RecordedActor {
  private let commands = Commands()
  /// Steps may wait for a command to end.
  private let signals: SignalDescriptor
  private var epoll: Epoll
  private let input = VirtualInput()
  /// What keys and pointer go by.
  private let wayland: WaylandSession?
  /// What commands for a compositor go by.
  private let compositor: SessionCompositor
  private var performer: Performer
  private var pumpAt: Timestamp?
  private var hasUsedInput = false

  init(_ rules: RuleSet) throws {
    let signals = try SignalDescriptor([SIGCHLD])
    let epoll = try Epoll()
    try epoll.add(signals.number, token: 0)
    self.signals = signals
    self.epoll = epoll
    compositor = try SessionCompositor { note in
      switch note {
      case .news: break
      case .trouble(let text): Failure.warn("warning: \(text)")
      case .failure(let place, let text): Failure.warn("error: \(place): \(text)")
      }
    }
    performer = Performer(
      .live(commands: commands, input: input, tell: compositor.tell) { Failure.warn("error: \($0)") })
    // Whatever acts through the compositor, or goes by its keymap, needs it from the first gesture on.
    wayland = rules.needsKeyboard || rules.needsPointer ? WaylandSession() : nil
    var problems: [String] = []
    if let wayland {
      _ = input.setKeymap(wayland.keymap, at: Self.now)
      _ = input.connect(wayland.display, at: Self.now)
      problems = input.prepare(for: rules, at: Self.now)
    }
    for problem in problems { Failure.warn("warning: \(problem)") }
  }

  private static var now: Timestamp { Timestamp(microseconds: monotonicNow()) }

  func perform(_ outcome: Outcome, in situation: Situation) throws(SystemError) {
    let actions = outcome.actions
    guard let rule = outcome.rule, !actions.isEmpty || performer.isConcerned(by: outcome.gesture) else { return }
    pumpAt = performer.perform(
      rule, gesture: outcome.gesture, device: outcome.device, situation: situation, at: Self.now)
    // A recording goes faster than keys can be pressed: in order, one gesture's keys before the next one's.
    if pumpAt != nil { hasUsedInput = true }
    try finish()
  }

  /// Waits until everything is done, and every step's command is started.
  private func finish() throws(SystemError) {
    var ready: [Epoll.Ready] = []
    while let next = pumpAt {
      try epoll.wait(into: &ready, timeout: max(.zero, next - Self.now))
      while try signals.next() != nil {}
      _ = commands.reaped()
      if let error = wayland?.lose() {
        for problem in input.connect(nil, after: error, at: Self.now) { Failure.warn("warning: \(problem)") }
      }
      pumpAt = performer.pump(at: Self.now)
    }
  }

  /// Waits until the compositor has answered, and until everybody has read the last event: a device that goes takes
  /// along what nobody has.
  func leave() {
    compositor.finish()
    if hasUsedInput { Self.sleep(until: Self.now + .milliseconds(200)) }
  }

  private static func sleep(until moment: Timestamp) {
    let wait = max(0, moment.microseconds - now.microseconds)
    var time = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
    nanosleep(&time, nil)
  }
}

/// A connection to the session's compositor for as long as a recording takes.
private final class WaylandSession {
  /// How long a compositor that is there may take to answer.
  private static let patience: Int64 = 2_000_000

  /// The connection; nil where there is no compositor, or none that answers.
  let display: WaylandDisplay?
  /// The keymap it sends to programs.
  var keymap: String? { seat?.keymap }
  private let link: WaylandLink?
  private let seat: SeatKeyboard?

  init() {
    link = try? WaylandLink()
    var found: WaylandDisplay?
    if let link, var epoll = try? Epoll(), (try? epoll.add(link.descriptor, token: 0)) != nil {
      let end = monotonicNow() + Self.patience
      var ready: [Epoll.Ready] = []
      while found == nil, link.trouble == nil, monotonicNow() < end {
        link.dispatch { if case .connected(let display) = $0 { found = display } }
        if found == nil, link.trouble == nil { try? epoll.wait(into: &ready, timeout: .milliseconds(100)) }
      }
    }
    display = found
    seat = found.map { SeatKeyboard(of: $0) }
    try? found?.roundTrip()
  }
  /// Takes in what the compositor says, so that it does not take this program for stuck.
  /// - Returns: what the connection has ended by, once.
  func lose() -> WaylandError? {
    var lost: WaylandError?
    link?.dispatch { if case .lost(let error) = $0 { lost = error } }
    return lost
  }
}
