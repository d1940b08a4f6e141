import ArgumentParser
import Control
import Diagnostics
import Linux
import Surroundings

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Says how the running daemon is.")

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      let reply = try ControlClient.ask(.status)
      if json { try StandardStream.output.write("\(reply.line)\n") }
      let status: DaemonStatus
      switch reply {
      case .done(let done): status = done
      case .failed(let reason): throw Failure(reason)
      }
      guard !json else { return }
      var text = "running, pid \(status.pid)\n"
      text += "\(counted(status.rules, "rule")) from \(status.config)\n"
      if let error = status.configError {
        text += status.rules == 0 ? "no rules are in force" : "these are the old rules, the file is not in force"
        text += ": \(error.legible) ('sleight check' names all)\n"
      }
      switch status.session {
      case .active: break
      case .locked:
        text += "the session is locked, as \(status.lockedBy.words): only rules that ask for that act\n"
      case .inactive: text += "the session is not in front: nothing acts until it is\n"
      case .unknown: text += "whether the session is locked cannot be known: gestures act all the same\n"
      }
      if status.acting.isPaused { text += "\(status.acting.pauseText): nothing acts\n" }
      if let last = status.acting.last { text += "\(last.text)\n" }
      text += desktop(status.desktop)
      for name in status.devices { text += "reading: \(name.legible)\n" }
      for name in status.unreadable { text += "cannot read: \(name.legible) ('sleight devices' says why)\n" }
      try StandardStream.output.write(text)
    }
  }

  /// The state of the desktop, and the conditions that are unknown.
  private func desktop(_ status: DesktopStatus) -> String {
    var text = ""
    let end = status.modeEndsIn.map { ", for \(($0 + 999) / 1000) s more" } ?? ""
    text += "mode: \(status.mode.legible)\(end)\n"
    if let compositor = status.compositor { text += "compositor: \(compositor.legible)\n" }
    if let source = status.windowSource {
      let app = status.app.flatMap { $0.isEmpty ? nil : $0.legible } ?? "no window"
      text += "in front: \(app)\(status.isFullscreen == true ? ", fullscreen" : "") (from \(source))\n"
    }
    if let output = status.output {
      text += "output: \(output.legible)\(status.orientation.map { ", \($0)" } ?? "")\n"
    }
    if let keys = status.keys { text += "keys are pressed by: \(keys.legible)\n" }
    if let pointer = status.pointer { text += "the pointer is moved by: \(pointer.legible)\n" }
    for screen in status.touchscreens {
      let turned = screen.orientation == "normal" ? "" : ", turned: \(screen.orientation)"
      let output = screen.output.map { "lies over \($0.legible)" }
      text += "touchscreen '\(screen.name.legible)' "
      text += "\(output ?? "lies over an output that is not known ('devices' in the rules file can say)")\(turned)\n"
    }
    for unknown in status.unknown {
      let places = unknown.rules.joined(separator: ", ") + (unknown.count > unknown.rules.count ? ", ..." : "")
      text += "not known: '\(unknown.condition)', which \(counted(unknown.count, "rule")) "
      text += "\(unknown.count == 1 ? "asks" : "ask") for (\(places.legible)): \(unknown.reason.legible)\n"
    }
    return text
  }
}

extension ActingStatus.Last {
  /// The rule, its gesture and the time since, for people.
  fileprivate var text: String {
    let heading = rule + (name.map { " '\($0)'" } ?? "")
    let hand = [gesture, direction].compactMap { $0 }.joined(separator: " ") + " with \(counted(fingers, "finger"))"
    let seconds = ago / 1000
    let time = seconds < 60 ? "\(seconds) s" : seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    return "acted last: \(heading), \(isTriggered ? "by 'sleight trigger'" : "on \(hand)"), \(time) ago".legible
  }
}

extension LockSource? {
  /// The source of the lock state, for people.
  fileprivate var words: String {
    switch self {
    case .lockScreen?: "the lock screen says"
    case .compositor?: "the compositor says"
    case .probe?: "'locked-if' said when a hand landed last"
    // Some lock screens, such as swaylock, never report their state.
    case .request?: "it was asked to ('loginctl unlock-session' ends that)"
    case nil: "is known"
    }
  }
}
