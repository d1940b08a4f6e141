internal import Glibc
internal import Linux
internal import Testing
internal import TmuxWindow

/// The ordinary user's `sleight monitor`, in a terminal of 80 x 24.
final class Watcher {
  /// The terminal.
  let window: TmuxWindow
  /// The working directory of the shell in it.
  let folder: String
  /// The process that draws.
  private(set) var process: pid_t = 0

  /// Starts it with rules, and waits until it draws and reads `surfaces`.
  init(_ rules: String, reading surfaces: [Surface]) throws {
    let folder = try Guest.folder()
    self.folder = folder
    try Guest.write(rules, to: "\(folder)/rules.yml")
    window = try TmuxWindow(
      in: folder, environment: ["XDG_RUNTIME_DIR=\(Guest.user.runtime)"],
      as: ["setpriv", "--reuid", Guest.user.id, "--regid", Guest.user.id, "--init-groups", "--"])
    try window.enter("stty -a >before")
    _ = try window.waitForFile("before")
    try window.enter(
      "sh -c 'echo $$ >pid; exec \(Guest.sleight) monitor --config rules.yml'; echo $? >status; stty -a >after")
    process = pid_t(try window.waitForFile("pid").filter(\.isNumber)) ?? 0
    for surface in surfaces {
      let node = try #require(surface.node)
      try wait(otherwise: { "it does not open \(node)" }) {
        Program.openFiles(of: process).contains(node) ? () : nil
      }
    }
    try window.waitForScreen { $0.first?.hasSuffix("q quits") == true }
  }

  /// Ends it, and expects the terminal to be restored.
  func leave(_ end: () throws -> Void) throws {
    try end()
    let after = try window.waitForFile("after")
    #expect(after == Guest.read("\(folder)/before"))
    #expect(Guest.read("\(folder)/status") == "0\n")
    #expect(try !window.isTaken)
    #expect(try window.hasCursor)
  }
}

/// The outline of the device on a screen, with its content.
struct Field {
  /// Line by line.
  let cells: [[Character]]

  /// The outline on a screen; nil if there is none.
  init?(_ lines: [String]) {
    let lines = lines.map(Array.init)
    guard let top = lines.firstIndex(where: { $0.contains("┌") }),
      let bottom = lines.firstIndex(where: { $0.contains("└") }),
      let left = lines[top].firstIndex(of: "┌"), let right = lines[top].firstIndex(of: "┐"), top < bottom
    else { return nil }
    cells = lines[(top + 1)..<bottom].map { Array($0[(left + 1)..<right]) }
  }

  /// True if nothing is drawn in it.
  var isEmpty: Bool { cells.joined().allSatisfy { $0 == " " } }

  /// The height of a cell relative to its width.
  static let shape = 2.0

  /// The width relative to the height, as seen.
  var proportion: Double { Double(cells.first?.count ?? 0) / Double(cells.count) / Self.shape }

  /// True if a finger is drawn at these shares of the device's width and height, to the cell.
  func has(_ finger: Character, x: Double, y: Double) -> Bool {
    for (row, line) in cells.enumerated() {
      guard let column = line.firstIndex(of: finger) else { continue }
      let place = (x: x * Double(line.count), y: y * Double(cells.count))
      return abs(Double(column) + 0.5 - place.x) <= 1 && abs(Double(row) + 0.5 - place.y) <= 1
    }
    return false
  }
}
