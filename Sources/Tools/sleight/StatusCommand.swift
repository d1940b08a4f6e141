import ArgumentParser
import Control
import Diagnostics
import Engine
import Linux
import Rules
import Surroundings
import Touch
internal import Explaining

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the status of the daemon.",
    discussion: """
      With --follow, prints a line now and after each change of the rules, the devices, the session, the mode, the pause \
      and the last action, until SIGINT (Ctrl+C) or the end of the daemon.
      """)

  @Flag(name: .shortAndLong, help: "Print one JSON object, with --follow one per line.")
  var json = false

  @Flag(help: "Print a line after each change.")
  var follow = false

  func run() throws {
    try Failure.report {
      guard follow else { return try show(ControlClient.ask(.status)) }
      try ControlClient.follow(.follow) { line in try show(ControlClient.reply(line)) }
    }
  }

  /// Prints the reply as JSON or for people.
  private func show(_ reply: ControlReply) throws {
    switch reply {
    case .done where json: try StandardStream.output.write("\(reply.line)\n")
    case .done(let status): try StandardStream.output.show(follow ? "\(status.summary)\n" : status.text)
    case .failed(let reason): throw Failure(reason)
    }
  }
}

extension DaemonStatus {
  /// All of it, for people.
  fileprivate var text: String {
    var text = "running, pid \(pid)\n"
    text += "\(counted(rules, "rule")) from \(config.legible)\n"
    if let error = configError {
      text +=
        rules == 0
        ? "no rules are loaded; fix \(config.legible)" : "still using the previous rules: the file has errors"
      text += ": \(error.legible) ('\(ConfigOption.checkCommand(for: config))' lists all)\n"
    }
    switch session {
    case .active: break
    case .locked: text += "session: locked, \(lockedBy.words); only rules with the condition 'locked' act\n"
    case .inactive: text += "session: inactive; no rule acts\n"
    case .unknown: text += "session: state unknown; rules act\n"
    }
    if acting.isPaused { text += "\(acting.pauseText); no rule acts\n" }
    if acting.isGivenBack { text += "\(ActingStatus.givenBackText)\n" }
    if let last = acting.last { text += "\(last.text)\n" }
    text += desktop.text
    for name in devices { text += "device: \(name.legible)\n" }
    for contact in stuckContacts { text += "stuck contact: \(contact.text.legible)\n" }
    for name in unreadable { text += "unreadable device: \(name.legible) ('sleight doctor' shows the fix)\n" }
    if devices.isEmpty, unreadable.isEmpty {
      text += "no touchpad or touchscreen is connected ('sleight doctor' shows details)\n"
    }
    return text
  }

  /// The parts that change, on one line, for people.
  fileprivate var summary: String {
    var parts = [counted(rules, "rule"), "mode \(desktop.mode.legible)"]
    if configError != nil { parts.append("the rules file has errors") }
    if session == .locked || session == .inactive { parts.append("session \(session.rawValue)") }
    if acting.isPaused { parts.append(acting.pauseText) }
    if acting.isGivenBack { parts.append(ActingStatus.givenBackText) }
    if let last = acting.last { parts.append(last.text) }
    return parts.joined(separator: "; ")
  }
}

extension DesktopStatus {
  /// The state of the desktop, and the conditions that are unknown, for people.
  fileprivate var text: String {
    var text = "mode: \(mode.legible)\(modeEndsIn.map { " (\(($0 + 999) / 1000) s left)" } ?? "")\n"
    if let compositor { text += "compositor: \(compositor.legible)\n" }
    if let windowSource {
      let app = app.flatMap { $0.isEmpty ? nil : $0.legible } ?? "none"
      let size = (isFullscreen == true ? ", fullscreen" : "") + (facts[.maximized] == true ? ", maximized" : "")
      text += "focused window: \(app)\(size) (from \(windowSource))\n"
    }
    for fact in Fact.allCases where fact != .maximized {
      if let value = facts[fact] { text += "\(fact.text(value))\n" }
    }
    if let connected { text += "connected: \(connected.map(\.legible).joined(separator: ", "))\n" }
    if let output { text += "focused output: \(output.legible)\(orientation.map { ", \($0)" } ?? "")\n" }
    if let under = under.text(withTitle: false) { text += "\(under.legible)\n" }
    if let keys { text += "keys: sent with \(keys.legible)\(keysReason.map { "; \($0)" } ?? "")\n" }
    if let pointer { text += "pointer: moved with \(pointer.legible)\(pointerReason.map { "; \($0)" } ?? "")\n" }
    for problem in inputProblems { text += "missing: \(problem.legible) ('sleight doctor' shows the fix)\n" }
    if let typingProblem { text += "typing: known from the desktop alone; \(typingProblem.legible)\n" }
    for screen in touchscreens {
      let turned = screen.orientation == "normal" ? "" : ", orientation \(screen.orientation)"
      let output =
        screen.output.map { "output \($0.legible)" }
        ?? "output unknown, clicks act at the pointer (set it under 'devices')"
      text += "touchscreen '\(screen.name.legible)': \(output)\(turned)\n"
    }
    for pad in taking {
      text += "touchpad '\(pad.name.legible)': takes fingers without a grab; rules have taken "
      text += "\(counted(pad.kept, "hand")), given back \(pad.returned)"
      text += pad.missed > 0 ? ", and left \(pad.missed) to the desktop that they wanted\n" : "\n"
    }
    for unknown in unknown {
      let locations = unknown.rules.joined(separator: ", ") + (unknown.count > unknown.rules.count ? ", ..." : "")
      text += "unknown condition: '\(unknown.condition)', required by \(counted(unknown.count, "rule")) "
      text += "(\(locations.legible)): \(unknown.reason.legible)\n"
    }
    return text
  }
}

extension ActingStatus {
  /// The state after the panic chord, for people.
  fileprivate static var givenBackText: String { "owned devices are given back until 'sleight resume'" }
}

extension ActingStatus.Last {
  /// The rule, its gesture and the time since, for people.
  fileprivate var text: String {
    let heading = Rule.heading(rule, name)
    let hand = [gesture, direction].compactMap { $0 }.joined(separator: " ") + ", \(counted(fingers, "finger"))"
    let outcome = error.map { "; failed: \($0)" } ?? ""
    let age = Age(milliseconds: ago).text
    return "last action: \(heading) (\(isTriggered ? "sleight trigger" : hand)), \(age) ago\(outcome)".legible
  }
}

extension LockSource? {
  /// The source of the lock state, for people.
  fileprivate var words: String {
    switch self {
    case .lockScreen?: "reported by the lock screen"
    case .compositor?: "reported by the compositor"
    case .probe?: "reported by the last run of 'locked-if'"
    // Some lock screens, such as swaylock, never report their state.
    case .request?: "requested from logind ('loginctl unlock-session' ends it)"
    case nil: "source unknown"
    }
  }
}
