@testable import Actions
import Engine
import Gestures
import Glibc
import Linux
import Rules
import Time

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
  func finish() -> [Finished] {
    var finished: [Finished] = []
    let deadline = Timestamp.now + .seconds(60)
    while runningCount > 0, Timestamp.now < deadline {
      for case .ended(_, let one) in changes() { finished.append(one) }
      // waitpid(2) has no timeout, and SIGCHLD belongs to the whole test run.
      usleep(2000)
    }
    return finished
  }
}
