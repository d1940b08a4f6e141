import ArgumentParser
import Diagnostics
import JSONLines
import Linux
internal import Desktop
internal import Surroundings

struct WindowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows",
    abstract: "List open windows, as the conditions 'app' and 'title' compare them.",
    discussion: "Exit status 1 if the desktop does not list them.")

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each window.")
  var json = false

  func run() throws {
    try Failure.report {
      guard let windows = try FocusedWindow.allOpen() else {
        throw Failure("the desktop does not list its windows; on GNOME, Sleight's extension does: see 'sleight doctor'")
      }
      let text = windows.map { window in
        guard json else { return "\(window.app.legible)  \(window.title.legible)\n" }
        var line = JSONLine()
        line.add("app", window.app)
        line.add("title", window.title)
        return line.text + "\n"
      }.joined()
      try json ? StandardStream.output.write(text) : StandardStream.output.show(text)
    }
  }
}
