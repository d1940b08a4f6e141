internal import Testing

/// A terminal that writes everything typed into it to a file, line by line.
final class Terminal {
  /// The title of its window.
  let app: String
  private let program: Program
  private let file: String

  /// Opens a terminal, and waits until it accepts text. It gets the focus soon afterwards, as new windows do.
  init(app: String, environment: [String: String]) throws {
    self.app = app
    let file = "\(try Guest.folder())/typed"
    self.file = file
    let program = try Program(
      ["foot", "--app-id=\(app)", "sh", "-c", "stty -echo; >\(file); exec cat >>\(file)"],
      environment: environment.merging(["LANG": "C.UTF-8"]) { $1 })
    self.program = program
    try wait(otherwise: { "no cat in \(program)" }) { Guest.read(file) == "" ? () : nil }
  }

  deinit { program.stop() }

  /// The complete lines that were typed.
  var text: String { Guest.read(file) ?? "" }

  /// Waits until as much was typed as `expected` has, and expects that.
  func expectText(
    _ expected: String, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait(.seconds(20), otherwise: { "'\(self.text)' was typed, not '\(expected)'" }) {
      text.unicodeScalars.count >= expected.unicodeScalars.count ? () : nil
    }
    #expect(text == expected, comment(), sourceLocation: sourceLocation)
  }
}
