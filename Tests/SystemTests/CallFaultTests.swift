internal import Glibc
internal import Linux
internal import Testing

/// A daemon whose system calls fail, injected by strace(1).
struct FaultyKernel {
  private let touchpad: Surface
  private let folder: String
  private let hasContacts: Bool
  private var daemon: Daemon?

  /// - Parameter withContacts: true adds a rule that requires the contacts of the touchpad.
  init(withContacts: Bool) throws {
    touchpad = try Surface(.touchpad)
    folder = try Guest.folder()
    hasContacts = withContacts
  }

  private var rules: String {
    """
    rules:
      - {pan: right, fingers: 4, begin: {hold: alt}, do: none}
      - {swipe: left, fingers: 3, do: {keys: super+x}}
      - {swipe: up, fingers: 3, do: [/bin/true, echo acts >>\(folder)/acts]}

    """
      + (hasContacts
        ? "  - {swipe: up, fingers: 1, edge: left, device: touchpad, do: echo slides >>\(folder)/acts}\n" : "")
  }

  /// Injects a fault and returns the outcome, with a row for the table.
  /// - Throws: `TimedOut`, also if neither outcome occurred.
  mutating func refuse(_ fault: CallFault) throws -> (outcome: CallFault.Outcome, row: String) {
    switch fault.moment {
    case .start: try start(under: fault)
    case .work: try work(under: fault)
    }
    guard let daemon else { throw TimedOut(description: "no daemon") }
    let before = daemon.program.lines(.errors)
    guard daemon.program.isRunning else {
      let status = try daemon.program.waitForExit()
      let words = before.last ?? "nothing"
      self.daemon = nil
      guard status == 1, fault.call.split(separator: ",").contains(where: { words.contains($0) }) || !before.isEmpty
      else { throw TimedOut(description: "\(fault.title): ended with status \(status): \(daemon.program)") }
      return (.leaves, "\(fault.title): leaves, \(words)")
    }
    // Once the call succeeds, the daemon works again.
    let acts = daemon.acts.count
    try Moves.swipe(Moves.mainDirections[2], fingers: 3, on: touchpad)
    try wait(.seconds(10), otherwise: { "\(fault.title): acts no more: \(daemon.program)" }) {
      daemon.acts.count > acts ? () : nil
    }
    if hasContacts { try expectContacts(after: fault) }
    try expectNothingPressed(after: fault)
    let told = before.last.map { ", \($0)" } ?? ""
    if fault.moment == .start || fault.endsContacts {
      try daemon.stop()
      self.daemon = nil
    }
    return (.goesOn, "\(fault.title): goes on\(told)")
  }

  /// Stops the daemon and strace.
  mutating func stop() throws {
    try daemon?.stop()
    daemon = nil
  }

  // MARK: Times of the failure

  private mutating func start(under fault: CallFault) throws {
    try stop()
    try Guest.write(rules, to: "\(folder)/rules.yml")
    let node = touchpad.node ?? ""
    let program = try Program(
      ["strace", "-D", "-o", "/dev/null"] + fault.arguments(touchpad: node)
        + [Guest.sleight, "run", "--config", "\(folder)/rules.yml"])
    try wait(.seconds(20), otherwise: { "\(fault.title): neither reads nor ends: \(program)" }) {
      !program.isRunning || program.isReading(node) ? () : nil
    }
    // No event announces that the daemon leaves.
    settle()
    daemon = Daemon(program, folder: folder)
    try? detach(program)
  }

  private mutating func work(under fault: CallFault) throws {
    if daemon == nil {
      daemon = try Daemon(rulesText: rules, folder: folder, reading: [touchpad])
    }
    guard let daemon else { return }
    let tracer = try Program(
      ["strace", "-p", "\(daemon.program.process)", "-o", "/dev/null"] + fault.arguments(touchpad: touchpad.node ?? ""),
      as: .root)
    // An attachment interrupts the daemon's wait: where that fails, the daemon has left by now.
    try wait(otherwise: { "does not attach: \(tracer)" }) {
      daemon.program.tracer != 0 || !daemon.program.isRunning ? () : nil
    }
    // Keys are held, a command starts and keys are pressed while the rules are saved.
    try touchpad.land(4)
    try touchpad.move(by: .init(x: 15, y: 0), in: .milliseconds(150))
    try Guest.write(rules + "# again\n", to: "\(folder)/rules.yml")
    try touchpad.lift()
    touchpad.comeBack()
    try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
    try Moves.swipe(Moves.mainDirections[2], fingers: 3, on: touchpad)
    tracer.stop()
  }

  /// Ends the tracing of a program that was started by strace: strace detaches when it is terminated.
  private func detach(_ program: Program) throws {
    guard program.tracer != 0 else { return }
    kill(program.tracer, SIGTERM)
    try wait(otherwise: { "is not let go: \(program)" }) { program.tracer == 0 ? () : nil }
  }

  /// Slides along the left edge, which only the contacts tell.
  private func expectContacts(after fault: CallFault) throws {
    guard let daemon else { return }
    let count = daemon.acts.count
    touchpad.comeBack()
    try touchpad.land([.init(x: 3, y: 45)])
    try touchpad.move(by: .init(x: 0, y: -25), in: .milliseconds(200))
    try touchpad.lift()
    settle()
    let slides = daemon.acts.dropFirst(count)
    guard Array(slides) == (fault.endsContacts ? [] : ["slides"]) else {
      throw TimedOut(description: "\(fault.title): the slide acted \(slides.count) times: \(daemon.program)")
    }
    guard fault.endsContacts else { return }
    try daemon.program.waitForLine(containing: "the contacts of touchpad 'Virtual Touchpad'", in: .errors)
  }

  /// Checks the kernel's state of every key of the daemon's keyboard.
  private func expectNothingPressed(after fault: CallFault) throws {
    for node in Guest.names(in: "/sys/class/input") where node.hasPrefix("event") {
      guard Guest.read("/sys/class/input/\(node)/device/name")?.hasPrefix("Sleight") == true else { continue }
      // 0x300 is KEY_CNT.
      let keys = try HeldKeys(path: "/dev/input/\(node)", keys: Array(1..<0x300))
      try wait(.seconds(3), otherwise: { "\(fault.title): pressed for ever: \((try? keys.down()) ?? [])" }) {
        try keys.down().isEmpty ? () : nil
      }
    }
  }
}

extension Program {
  /// The process that traces it; 0 if none does.
  var tracer: pid_t {
    let line = Guest.read("/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) } ?? 0
  }
}

extension InTheGuest {
  @Suite struct CallFaults {
    @Test("a call that the kernel refuses: the daemon goes on, or leaves with a message and nothing pressed")
    func chosen() throws { try refuse(CallFault.chosen) }

    @Test("the same while the contacts of the touchpad are read; without them, the gestures of libinput act")
    func contacts() throws { try refuse(CallFault.chosen + CallFault.ofContacts, withContacts: true) }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-faults`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllCallFaults {
  @Test("every call that the daemon lives by, refused for every reason")
  func all() throws { try refuse(CallFault.chosen + CallFault.rest) }

  @Test("the same while the contacts of the touchpad are read")
  func contacts() throws { try refuse(CallFault.chosen + CallFault.rest + CallFault.ofContacts, withContacts: true) }
}

/// Tries each of `faults` and prints the table.
private func refuse(_ faults: [CallFault], withContacts: Bool = false) throws {
  var kernel = try FaultyKernel(withContacts: withContacts)
  for fault in faults {
    do {
      let (outcome, row) = try kernel.refuse(fault)
      print(row)
      #expect(outcome == fault.outcome, "\(row)")
    } catch {
      Issue.record("\(error)")
      print("\(fault.title): \(error)")
      kernel = try FaultyKernel(withContacts: withContacts)
    }
  }
  try kernel.stop()
}
