import Glibc
import Hints
import Linux
import Time
import Wayland

/// `sleight-hint`: draws what `sleight follow --json --progress` writes to its standard input.
@main
final class HintProgram {
  /// The exit status if the compositor shows no pictures above windows.
  private static let noLayerShell: CInt = 3

  private static let usage = """
    USAGE: sleight-hint [--edge <edge>] [--no-fullscreen] [--light] [--font <font>]

    Draws what 'sleight follow --json --progress' writes to its standard input, as
    'sleight hint' starts it; see sleight-hint(1).

      --edge <edge>     Where to draw: top, bottom, left or right. (default: bottom)
      --no-fullscreen   Draw nothing above a fullscreen window.
      --light           Draw dark texts on a light ground.
      --font <font>     The font, as Pango writes it. (default: Sans 11)

    """

  /// The options on the command line.
  private struct Options {
    var edge = Overlay.Edge.bottom
    var sparesFullscreen = false
    var isLight = false
    var font = "Sans 11"

    /// Nil if they are wrong.
    init?(_ words: [String]) {
      var words = words[...]
      while let word = words.popFirst() {
        switch word {
        case "--no-fullscreen": sparesFullscreen = true
        case "--light": isLight = true
        case "--edge":
          guard let edge = words.popFirst().flatMap(Overlay.Edge.init) else { return nil }
          self.edge = edge
        case "--font":
          guard let font = words.popFirst() else { return nil }
          self.font = font
        default: return nil
        }
      }
    }
  }

  private let edge: Overlay.Edge
  private let link: WaylandLink
  private var overlay: Overlay?
  private var display: WaylandDisplay?
  private var state: HintState
  private var painter: HintPainter
  private var lines = HintLines()

  private init(_ options: Options) throws(SystemError) {
    edge = options.edge
    state = HintState(sparesFullscreen: options.sparesFullscreen)
    painter = HintPainter(font: options.font, isLight: options.isLight)
    link = try WaylandLink()
  }

  static func main() {
    StandardStream.holdClosed()
    if ["--help", "-h"].contains(Environment.arguments.first) {
      try? StandardStream.output.write(usage)
      return
    }
    guard let options = Options(Environment.arguments) else {
      fail("unknown arguments; see 'sleight-hint --help'", status: 64)
    }
    do {
      try HintProgram(options).run()
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
      // Of several lines, only the last state is drawn.
      if waiting[1].revents != 0, !lines.read(from: 0, { state.handle($0, at: .now) }) { return }
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
            on: display, width: HintPainter.width, height: HintPainter.height, margin: HintPainter.margin)
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

  /// Shows the present hint: at most one picture for each frame of the output.
  private func update() throws {
    guard let overlay else { return }
    let now = Timestamp.now
    state.expire(at: now)
    guard let hint = state.hint else {
      overlay.hide()
      return
    }
    let place = hint.place.map { Overlay.Place.above(x: $0.x, y: $0.y) } ?? .edge(edge)
    guard overlay.isReady else { return try overlay.show(at: place) }
    let hasMoved = try overlay.move(to: place)
    guard overlay.isReady else { return try overlay.show(at: place) }
    let opacity = state.opacity(at: now)
    let damage = overlay.hasPicture ? painter.damage(by: hint, opacity) : nil
    if damage?.isEmpty == true, !hasMoved { return }
    try overlay.draw(damaging: damage) { painter.draw(hint, opacity, into: $0) }
  }
}
