@testable import Actions
import Gestures
import Glibc
import Linux
import Rules

extension Effects.Start {
  /// A shell command or plain words, by the rule at `place`.
  init(_ line: String, place: String = "a:1", gesture: Gesture = .swipe) {
    self.init(
      arguments: ShellCommand.arguments(of: line), command: line, isShell: ShellCommand.words(of: line) == nil,
      occasion: Occasion(place: place, gesture: gesture, device: "Pad"))
  }
}

extension Commands {
  /// Waits up to 10 s until all that run have ended.
  func finish() -> [Finished] {
    var finished: [Finished] = []
    let deadline = monotonicNow() + 60_000_000
    while runningCount > 0, monotonicNow() < deadline {
      finished += reaped()
      usleep(2000)
    }
    return finished
  }
}
