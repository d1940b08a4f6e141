@testable import Actions
import Engine
import Gestures
import Glibc
import Linux
import Rules
import Time
import Waiting

extension CommandStart {
  /// Creates the start of a shell command or of plain words, by the rule at `location`.
  init(_ line: String, number: Int = 1, location: String = "a:1", gesture: Gesture = .swipe) {
    self.init(
      id: CommandID(number: number), arguments: ShellCommand.arguments(of: line), command: line,
      isShell: ShellCommand.words(of: line) == nil,
      context: ActionContext(location: location, gesture: gesture, device: "Pad"))
  }
}

extension Commands {
  /// Waits until all running commands have ended.
  func finish() throws -> [Finished] {
    var finished: [Finished] = []
    try wait(otherwise: { "\(runningCount) commands run" }) {
      for case .ended(_, let one) in changes() { finished.append(one) }
      return runningCount == 0 ? () : nil
    }
    return finished
  }
}
