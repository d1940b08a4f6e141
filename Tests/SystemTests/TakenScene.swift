internal import Testing

/// A daemon that takes fingers of a touchpad without a grab, and what libinput sees of its node: the same as a
/// compositor's.
final class TakenScene {
  let surface: Surface
  let daemon: Daemon
  private let clickMethod: String?
  private var observer: Program
  private var seen = 0

  init(
    _ rules: [String], _ toolTypes: Surface.ToolTypes?, on model: Surface.Model = .touchpad,
    size: Surface.Point? = nil, settings: String = "", clickMethod: String? = nil, environment: [String: String] = [:]
  ) throws {
    var model = model
    model.toolTypes = toolTypes
    model.size = size ?? model.size
    surface = try Surface(model)
    let folder = try Guest.folder()
    let text =
      settings + "rules:\n"
      + rules.enumerated().map { "  - {\($1), do: echo '\($0)' >>\(folder)/acts}\n" }.joined()
    daemon = try Daemon(rulesText: text, folder: folder, reading: [surface], environment: environment)
    self.clickMethod = clickMethod
    observer = try OwnedScene.observer(of: #require(surface.node), clickMethod: clickMethod)
    settle()
  }

  /// Observes another device, such as the touchpad that was plugged in again.
  func observe(_ node: String) throws {
    observer.stop()
    observer = try OwnedScene.observer(of: node, clickMethod: clickMethod)
    seen = 0
  }

  /// The events since the last call, once all that are due have come. See `OwnedScene.events`.
  func events() -> [String] {
    settle()
    let all = OwnedScene.events(of: observer)
    defer { seen = all.count }
    return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The movements that libinput has discarded as jumps. In a guest that is a program, no time passes between two
  /// frames that are written at once, and it judges none of them.
  var jumps: [String] { (observer.lines() + observer.lines(.errors)).filter { $0.contains("Touch jump") } }

  /// All presses and releases of buttons so far.
  func buttons() -> [String] {
    settle()
    return observer.lines().filter { $0.contains("POINTER_BUTTON") }
  }

  func swipe(_ x: Double, _ y: Double, fingers: Int) throws {
    try Moves.swipe(.init(name: "", x: x, y: y), fingers: fingers, on: surface)
  }

  /// Checks that one finger points, two scroll, and a button clicks.
  func expectNormal(_ location: SourceLocation = #_sourceLocation) throws {
    _ = events()
    try swipe(1, 0, fingers: 1)
    #expect(events() == ["MOTION"], sourceLocation: location)
    try swipe(0, -1, fingers: 2)
    #expect(events().last == "SCROLL_FINGER", sourceLocation: location)
    try surface.land(1)
    try surface.button(isDown: true)
    try surface.button(isDown: false)
    try surface.lift()
    surface.comeBack()
    #expect(events().contains("BUTTON pressed,"), sourceLocation: location)
  }
}
