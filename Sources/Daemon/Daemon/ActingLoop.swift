internal import Actions
internal import Desktop
internal import Diagnostics
internal import Control
internal import Engine
internal import Explaining
internal import Gestures
internal import Glibc
internal import Launching
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Time
internal import Touch

/// The engine with its surroundings: events of descriptors become inputs of the engine, and its effects are carried
/// out. The touches of the daemon are live, those of `RecordedRun` recorded: their `course` says what differs.
final class ActingLoop {
  /// The differences between live touches and recorded ones.
  struct Course {
    /// The time for inputs that have none of their own.
    var now: () -> Timestamp = { .now }
    /// Carries out an effect; `ActingLoop.perform` does for those of rules.
    var perform: (Effect) -> Void = { _ in }
    /// Handles a change of the desktop; `ActingLoop.apply` does for those that actions depend on.
    var changeDesktop: (DesktopWatch.Change) -> Void = { _ in }
    /// Handles a report on the login session.
    var changeSession: (Session.Report) -> Void = { _ in }
    /// True if the layout of the system's settings counts where no better source names one.
    var readsSystemLayout = true
  }

  let log: Logger
  private let failures: FailureLog
  let outlets: Outlets
  /// Keyboard and pointer, and the keymap's sources.
  var injection = InjectionState()
  let desktop: DesktopWatch
  var session: Session { desktop.sources.session }
  var engine = Engine()
  let events: EventLoop
  /// To be set before the loop runs.
  var course = Course()
  private var performing = PerformingState()

  /// - Parameters:
  ///   - commands: starts the commands of rules.
  ///   - isRecorded: true if the situation is that of a recording.
  init(
    on events: EventLoop, _ log: Logger, _ failures: FailureLog, starting commands: any Starter,
    ofRecording isRecorded: Bool = false
  ) throws(SystemError) {
    self.events = events
    self.log = log
    self.failures = failures
    desktop = try DesktopWatch(on: events, log, failures, ofRecording: isRecorded)
    outlets = Outlets(
      commands: Commands(by: commands),
      input: VirtualInput(
        awaitingCompositor: true, awaitingExtension: DesktopServices.areExpected,
        grant: .current),
      tell: desktop.tell, operate: desktop.operate
    ) {
      failures.write("\($0)", .error, of: $0.location)
    }
    desktop.report = { [unowned self] in course.changeDesktop($0) }
    try events.add(session.descriptor) { [unowned self] _ in readSession() }
  }

  /// Passes an input to the engine, at the present time, and carries out its effects.
  func handle(_ input: consuming Engine.Input) { handle(input, at: course.now()) }

  /// The same with another time.
  // Inlined, as the engine's: most inputs are events.
  @inline(__always)
  func handle(_ input: consuming Engine.Input, at time: Timestamp) {
    // An effect may cause an input, and the answer to an event that is not sent yet comes before that.
    guard !performing.isUnderWay else { return performing.delayedInputs.append((input, time)) }
    engine.handle(input, at: time, into: &performing.effects)
    if !performing.effects.isEmpty { performEffects() }
  }

  private func performEffects() {
    performing.isUnderWay = true
    // By index: the effects of answers are appended.
    var index = 0
    while index < performing.effects.count {
      course.perform(performing.effects[index])
      index += 1
    }
    performing.effects.removeAll(keepingCapacity: true)
    performing.isUnderWay = false
    while !performing.delayedInputs.isEmpty {
      let (input, time) = performing.delayedInputs.removeFirst()
      handle(input, at: time)
    }
  }

  /// Carries out an effect of rules.
  func perform(_ effect: Effect) {
    switch effect {
    case .virtualTouchpad(let isNeeded):
      inputChanged(outlets.input.setTouchpad(isNeeded: isNeeded, at: .now))
    case .start, .inject, .touchpad, .tell, .desktop, .report, .ask, .stopAsking:
      let answer = outlets.perform(effect)
      // Afterwards: no key waits for the clock.
      if case .inject = effect, engine.watchesTyping { engine.noteOwnInput(at: course.now()) }
      guard let answer else { return }
      engine.handle(answer, at: course.now(), into: &performing.effects)
      // A device that refused an event is replaced, and not ready at once.
      if case .injection(.failed) = answer { updateInjectorReadiness() }
    case .feed(let command, let context):
      let line = GestureLines.line(for: context)
      if let failure = outlets.commands.feed(line, to: command, isLast: context.gesture.isOver) {
        failures.write("\(failure)", .warning, of: failure.location)
      }
    case .findWindow(let place, let number):
      guard let place else { return handle(.window(nil, number: number)) }
      desktop.findWindow(at: place) { [unowned self] in handle(.window($0, number: number)) }
    case .touch, .gesture, .startProbe, .stopProbe, .forgetLockRequest, .deviceChanged, .deviceTurned, .note: break
    }
  }

  /// Handles the ends of commands.
  /// - Parameter ended: called with each command that has ended.
  func readCommands(ended: (Commands.Finished) -> Void) {
    for change in outlets.commands.changes() {
      switch change {
      case .ended(let id, let finished):
        ended(finished)
        handle(.commandEnded(id))
      case .refused(let id, let failure):
        failures.write("\(failure)", .error, of: failure.location)
        handle(.commandRefused(id))
      case .lost(let id): handle(.commandEnded(id))
      case .answered(let question, let answer): handle(.answer(answer, to: question))
      }
    }
  }

  /// Handles the reports on the login session.
  func readSession() { session.dispatch { course.changeSession($0) } }

  /// Handles a report on the login session.
  func apply(_ report: Session.Report) {
    switch report {
    case .unknown(let reason): log.notice("\(reason)")
    case .changed(let state): handle(.session(SessionReport(state)))
    }
  }
}

/// The effects that are being performed.
private struct PerformingState {
  /// The buffer of the engine's effects; empty between two inputs.
  var effects: [Effect] = []
  var isUnderWay = false
  /// The inputs that effects caused, to be handled after these.
  var delayedInputs: [(Engine.Input, Timestamp)] = []
}

extension GestureLines {
  /// The line of a gesture for a command that its rule feeds.
  fileprivate static func line(for context: ActionContext) -> String {
    line(
      of: context.gesture, device: context.device, rule: context.location, name: context.name,
      definition: context.definition, under: context.situation.touched.map { WindowAnswer($0) }?.json,
      hasPositions: true)
  }
}

extension SessionReport {
  /// The part of logind's report that decides whether rules may act; nil if there is none.
  fileprivate init?(_ state: SessionState?) {
    guard let state else { return nil }
    let lock: Lock? =
      switch state.lock {
      case .hinted?: .hinted
      case .asked?: .asked
      case nil: nil
      }
    self.init(isPresent: state.isPresent, lock: lock)
  }
}
