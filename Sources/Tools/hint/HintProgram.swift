import Glibc
import JSONLines
import Linux
import Time
import Wayland

/// `sleight-hint`: draws what `sleight follow --json --progress` writes to its standard input.
@main
final class HintProgram {
  /// The exit status if the compositor shows no pictures above windows.
  private static let noLayerShell: CInt = 3

  private static let usage = """
    USAGE: sleight-hint [--edge <edge>]

    Draws what 'sleight follow --json --progress' writes to its standard input, as
    'sleight hint' starts it; see sleight-hint(1).

      --edge <edge>   Where to draw: top, bottom, left or right. (default: bottom)

    """

  private let edge: Overlay.Edge
  private let link: WaylandLink
  private var overlay: Overlay?
  private var display: WaylandDisplay?
  private var state = HintState()
  private var painter = HintPainter()
  /// The bytes of a line whose end has not arrived.
  private var line: [UInt8] = []

  private init(at edge: Overlay.Edge) throws(SystemError) {
    self.edge = edge
    link = try WaylandLink()
  }

  static func main() {
    StandardStream.holdClosed()
    var edge = Overlay.Edge.bottom
    switch Environment.arguments {
    case []: break
    case ["--help"], ["-h"]:
      try? StandardStream.output.write(usage)
      return
    case let words where words.count == 2 && words[0] == "--edge" && Overlay.Edge(rawValue: words[1]) != nil:
      edge = Overlay.Edge(rawValue: words[1]) ?? edge
    default: fail("unknown arguments; see 'sleight-hint --help'", status: 64)
    }
    do {
      try HintProgram(at: edge).run()
    } catch WaylandError.missing(.layerShell) {
      fail(
        "this compositor shows no pictures of programs above windows: it does not offer "
          + "\(WaylandGlobal.layerShell.interface), as GNOME does not", status: noLayerShell)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: CInt) -> Never {
    try? StandardStream.error.write("sleight-hint: error: \(message)\n")
    exit(status)
  }

  /// Runs until its input ends, or the compositor.
  private func run() throws {
    var waiting = [
      pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let left = state.deadline(at: .now).map { $0 - .now }
      // The picture of the last moment before it disappears is there already.
      _ = poll(&waiting, 2, left?.milliseconds ?? -1)
      if waiting[0].revents != 0 { try dispatch() }
      if waiting[1].revents != 0, try !readLines() { return }
      try update()
      try display?.flush()
    }
  }

  private func dispatch() throws {
    var failure: WaylandError?
    link.dispatch { report in
      switch report {
      case .connected(let display), .permitted(let display):
        do throws(WaylandError) {
          overlay = try Overlay(
            on: display, at: edge, width: HintPainter.width, height: HintPainter.height, margin: HintPainter.margin)
          self.display = display
        } catch {
          failure = error
        }
      case .lost(let error), .unreachable(let error): failure = error
      case .writable: break
      }
    }
    if let failure { throw failure }
  }

  /// Takes in the lines that have arrived: of several, only the last state is drawn.
  /// - Returns: false at the end of the input.
  private func readLines() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    for byte in bytes[..<count] {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        continue
      }
      if let event = try? JSONReader.read(line[...]) { state.handle(event, at: .now) }
      line.removeAll(keepingCapacity: true)
    }
    return true
  }

  /// Shows the present hint: at most one picture for each frame of the output.
  private func update() throws {
    guard let overlay else { return }
    let now = Timestamp.now
    state.expire(at: now)
    guard let hint = state.hint else {
      overlay.hide()
      painter.reset()
      return
    }
    guard overlay.isReady else { return try overlay.show() }
    let opacity = state.opacity(at: now)
    let damage = painter.damage(by: hint, opacity)
    if damage?.isEmpty == true { return }
    try overlay.draw(damaging: damage) { painter.draw(hint, opacity, into: $0) }
  }
}
