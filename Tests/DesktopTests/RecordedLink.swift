import Glibc
import HeadlessSway
import Linux
import Rules
import Time
import Waiting

@testable import Desktop

/// A link, its reports, and a clock that can be advanced.
final class RecordedLink {
  let link: CompositorLink
  /// All reports except `changed`, as text.
  private(set) var reports: [String] = []
  /// Added to the real time.
  var timeOffset = Duration.zero

  init(_ variables: [String: String], uid: UInt32 = geteuid()) throws {
    link = try CompositorLink(CompositorSockets(variables, uid: uid), at: Timestamp.now)
  }

  var now: Timestamp { Timestamp.now + timeOffset }

  /// The focused window: `foot 'a title' fullscreen`.
  var window: String {
    guard let window = link.state.window else { return "unknown" }
    if window == .absent { return "none" }
    let size = window.isFullscreen.map { $0 ? " fullscreen" : "" } ?? " of unknown size"
    return "\(window.app) '\(window.title)'\(size)"
  }

  func send(
    _ command: String, to kind: DesktopKind = .sway, for operation: DesktopOperation? = nil, location: String = "r:1"
  ) {
    link.send(command, to: kind, for: operation, location: location, at: now)
  }

  /// Dispatches pending events.
  func dispatch() {
    link.dispatch(at: now) { report in
      switch report {
      case .connected(let kind, let version, _):
        reports.append("connected to \(kind.name) \(version ?? "of no version")")
      case .changed: break
      case .failed(let location, let text): reports.append("\(location): \(text)")
      case .lost(let kind, let reason): reports.append("lost \(kind.name): \(reason)")
      case .unreachable(let kind, let reason): reports.append("\(kind.name) is unreachable: \(reason)")
      }
    }
  }

  /// Dispatches events, woken only by the link's descriptor, until `isDone`.
  func run(until isDone: () -> Bool) throws {
    try wait(otherwise: { "\(reports), \(link.state)" }) {
      if isReadable(link.descriptor, within: 20) { dispatch() }
      return isDone() ? () : nil
    }
  }

  /// Runs until `text` is reported.
  func run(untilReport text: String) throws { try run { reports.contains(text) } }

  /// Dispatches events until there are no more.
  func runUntilIdle() {
    while isReadable(link.descriptor, within: 50) { dispatch() }
  }
}
