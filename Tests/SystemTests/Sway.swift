internal import Glibc
internal import JSONLines
internal import Linux
internal import Synchronization

/// sway without a screen. Safe to share, as its owners are: the tests that do are serialized.
final class Sway: Compositor, @unchecked Sendable {
  private let seat: Program
  private let compositor: Program
  var window: Window
  let environment: [String: String]

  /// True if it has bindings for gestures, as since 1.8.
  static let bindsGestures: Bool = {
    let version = (try? Program.run("sway", "--version"))?.split(separator: " ").dropFirst(2).first ?? ""
    let numbers = version.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count > 1 && (numbers[0], numbers[1]) >= (1, 8)
  }()

  private static let kept = Mutex<Sway?>(nil)

  /// A compositor whose keyboards have an XKB layout, with only a new window in it. It is the one that the last test
  /// left, if its state is that of the start, because starting one takes longer than most tests.
  static func shared(layout: String) throws -> Sway {
    if let kept = kept.withLock({ $0 }) {
      try kept.run("input type:keyboard xkb_layout \"\(layout)\"")
      try kept.reopenWindow()
      return kept
    }
    let sway = try Sway(layout: layout)
    kept.withLock { $0 = sway }
    return sway
  }

  /// Starts a compositor whose keyboards have an XKB layout.
  /// - Parameters:
  ///   - runtime: the folder of its sockets; nil for a new one.
  ///   - configuration: more lines of its configuration.
  init(layout: String, runtime stated: String? = nil, configuration: String = "") throws {
    let folder = try Guest.folder()
    let runtime = stated ?? "\(folder)/runtime"
    if stated == nil { try Program.run("mkdir", "-m", "700", runtime, as: .user) }
    try Guest.write("xwayland disable\ninput * xkb_layout \"\(layout)\"\n\(configuration)", to: "\(folder)/config")
    seat = try Self.startSeat()
    compositor = try Program(["sway", "--config", "\(folder)/config"], environment: Self.headless(in: runtime))
    let sway = compositor
    let sockets = try wait(otherwise: { "no socket of \(sway)" }) { () -> (display: String, control: String)? in
      guard sway.isRunning else { throw TimedOut(description: "ended early: \(sway)") }
      let names = Guest.names(in: runtime)
      // A killed one has left its socket. The other socket exists when this one does.
      guard let control = names.first(where: { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".\(sway.process).sock") }),
        let display = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") })
      else { return nil }
      return (display, "\(runtime)/\(control)")
    }
    environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": sockets.display, "SWAYSOCK": sockets.control]
    window = try Window(environment: environment)
  }

  deinit {
    // In this order each can still take leave of the next.
    for program in [window.program, compositor, seat] { program.stop() }
  }

  /// Kills the compositor: connections break, and its sockets stay.
  func kill() throws {
    compositor.signal(SIGKILL)
    // Without a compositor, wev does nothing but run, and a clock that waits for it would stand still.
    window.program.stop()
    try compositor.waitForExit()
    seat.stop()
  }

  /// Sends it a signal: SIGSTOP to make it busy, until SIGCONT.
  func signal(_ number: CInt) { compositor.signal(number) }

  /// Waits until the compositor has an input device whose name contains `name`, and the window knows it.
  func waitForInput(named name: String) throws {
    try wait(otherwise: { "sway has no input \(name)" }) {
      try inputNames().contains(name) && window.hasLine(containing: "wl_keyboard] enter") ? () : nil
    }
  }

  /// Waits until the compositor has a pointer whose name contains `name`, and moves it into the window.
  func waitForPointer(named name: String, at position: Surface.Point = .init(x: 400, y: 300)) throws {
    try wait(otherwise: { "sway has no input \(name)" }) { try inputNames().contains(name) ? () : nil }
    try putPointerIntoWindow(at: position)
  }

  /// Moves the pointer to a position on the desktop, by default the middle of the window on the first output.
  func putPointerIntoWindow(at position: Surface.Point = .init(x: 400, y: 300)) throws {
    try run("seat - cursor set \(Int(position.x)) \(Int(position.y))")
    try window.waitForLine(containing: "wl_pointer] enter")
  }

  /// The position of the window's upper left corner, in pixels.
  func windowPosition() throws -> Surface.Point {
    let window = try JSONReader.read(message(.tree)).descendant { $0["app_id"]?.string == "wev" }
    guard let rectangle = window?["rect"], let x = rectangle["x"]?.number, let y = rectangle["y"]?.number else {
      throw TimedOut(description: "sway has no window wev")
    }
    return Surface.Point(x: x, y: y)
  }

  /// Waits until the window of `app` has the focus, which is later than that it exists.
  func waitForFocus(on app: String) throws {
    var focused: String?
    try wait(otherwise: { "\(app) does not get the focus, \(focused ?? "no window") has it" }) {
      focused = try JSONReader.read(message(.tree)).descendant { $0["focused"]?.bool == true }?["app_id"]?.string
      return focused == app ? () : nil
    }
    // sway still draws the new window, and the kernel buffers only 32 keyboard events for a busy reader.
    settle()
  }

  /// The application of the fullscreen window; nil if there is none.
  func fullscreenWindow() throws -> String? {
    let tree = try JSONReader.read(message(.tree))
    return tree.descendant { $0["app_id"]?.string != nil && $0["fullscreen_mode"]?.integer ?? 0 != 0 }?["app_id"]?
      .string
  }

  /// The workspace of the window of `app`, and true if it floats there; nil if there is no such window.
  func place(of app: String) throws -> (workspace: String, isFloating: Bool)? {
    let tree = try JSONReader.read(message(.tree))
    func isOfApp(_ node: JSONValue) -> Bool { node["app_id"]?.string == app }
    let workspace = tree.descendant { $0["type"]?.string == "workspace" && $0.descendant(where: isOfApp) != nil }
    guard let workspace, let name = workspace["name"]?.string else { return nil }
    return (name, workspace["floating_nodes"]?.array?.contains { $0.descendant(where: isOfApp) != nil } == true)
  }

  /// Runs commands of sway(5).
  /// - Throws: `TimedOut`, also if one fails.
  func run(_ command: String) throws {
    let answers = try message(.runCommand, command)
    guard try JSONReader.read(answers).array?.allSatisfy({ $0["success"]?.bool == true }) == true else {
      throw TimedOut(description: "sway refuses '\(command)': \(answers)")
    }
  }

  /// The names of sway's input devices. `virtual keyboard` of 1.7 is `wlr_virtual_keyboard_v1` in newer releases.
  func inputNames() throws -> String {
    try message(.inputs).replacing("wlr_virtual_", with: "virtual ")
  }

  /// The number of a message of sway-ipc(7).
  enum Message: UInt32 {
    case runCommand = 0
    case workspaces = 1
    case tree = 4
    case inputs = 100
  }

  /// sway's answer to a message. Starting a program for each would take most of the time of some tests.
  func message(_ kind: Message, _ payload: String = "") throws -> String {
    let connection = try UnixSocket.connect(to: environment["SWAYSOCK"] ?? "", nonblocking: true)
    let magic = Array("i3-ipc".utf8)
    func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
    try connection.write(magic + bytes(UInt32(payload.utf8.count)) + bytes(kind.rawValue) + Array(payload.utf8))
    var answer: [UInt8] = []
    let head = magic.count + 8
    return try wait(otherwise: { "sway does not answer \(kind) \(payload)" }) {
      let part = try connection.read(upTo: 65_536) ?? []
      answer += part
      guard answer.count >= head else { return nil }
      let size = answer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: magic.count, as: UInt32.self) }
      guard answer.count - head >= Int(size) else { return nil }
      return String(decoding: answer[head...], as: UTF8.self)
    }
  }
}

extension JSONValue {
  /// The first matching one of sway's containers, from the root on.
  fileprivate func descendant(where matches: (JSONValue) -> Bool) -> JSONValue? {
    if matches(self) { return self }
    for list in ["nodes", "floating_nodes"] {
      for node in self[list]?.array ?? [] {
        if let found = node.descendant(where: matches) { return found }
      }
    }
    return nil
  }
}
