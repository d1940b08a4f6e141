import Glibc
import HeadlessSway
import Linux

@testable import Desktop

/// A link, what it has told, and the time it is told of.
final class Listener {
  let link: CompositorLink
  /// All reports but those of what is known, for people.
  private(set) var told: [String] = []
  /// Added to the real time.
  var later: Int64 = 0

  init(_ variables: [String: String], uid: UInt32 = geteuid()) throws {
    link = try CompositorLink(CompositorSockets(variables, uid: uid), at: monotonicNow())
  }

  var now: Int64 { monotonicNow() + later }

  /// What is in front: `foot 'a title' fullscreen`.
  var window: String {
    guard let window = link.state.window else { return "unknown" }
    if window == .absent { return "none" }
    let size = window.isFullscreen.map { $0 ? " fullscreen" : "" } ?? " of unknown size"
    return "\(window.app) '\(window.title)'\(size)"
  }

  func send(_ command: String, to kind: CompositorKind = .sway, place: String = "r:1") {
    link.send(command, to: kind, place: place, at: now)
  }

  /// Takes in what there is.
  func dispatch() {
    link.dispatch(at: now) { report in
      switch report {
      case .connected(let kind, let version): told.append("connected to \(kind.name) \(version ?? "of no version")")
      case .changed: break
      case .failed(let place, let text): told.append("\(place): \(text)")
      case .lost(let kind, let reason): told.append("lost \(kind.name): \(reason)")
      case .unreachable(let kind, let reason): told.append("\(kind.name) is unreachable: \(reason)")
      }
    }
  }

  /// Takes in what comes, woken by the link's descriptor alone, until `isDone`.
  func run(until isDone: () -> Bool) throws {
    try wait(otherwise: { "\(told), \(link.state)" }) {
      if isReadable(link.descriptor, within: 20) { dispatch() }
      return isDone() ? () : nil
    }
  }

  /// Runs until `text` was told.
  func run(untilTold text: String) throws { try run { told.contains(text) } }

  /// Takes in what comes until nothing more does.
  func settle() {
    while isReadable(link.descriptor, within: 50) { dispatch() }
  }
}
