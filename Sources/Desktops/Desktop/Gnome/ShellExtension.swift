internal import Glibc
public import Linux
public import Rules
internal import Touch

/// Sleight's extension of GNOME Shell (config/gnome-shell), which injects input for this program. The extension
/// verifies its caller, and ignores it while the session is locked.
public final class ShellExtension {
  /// Its name on the bus, and the name of its interface.
  static let name = "org.gnome.Shell.Extensions.Sleight1"
  /// Its name among the extensions.
  public static let uuid = "sleight@sleight"
  /// True if it is installed, for all users or for this one.
  public static var isInstalled: Bool {
    (["/usr/share", "/usr/local/share"] + [UserDirectory.data.path].compactMap { $0 }).contains {
      access("\($0)/gnome-shell/extensions/\(uuid)/metadata.json", F_OK) == 0
    }
  }
  static let path = "/org/gnome/Shell/Extensions/Sleight1"

  /// Called with the reason if the shell refuses a text, once for characters that follow one another at once.
  public var refusedText: (String) -> Void = { _ in }
  /// True while the shell has not answered all characters.
  public var isTyping: Bool { !characters.isEmpty }

  private let bus: MessageBus
  private let owner: String
  /// The calls for characters that are not answered yet, by their numbers.
  private var characters: [Int: MessageBus.Slot] = [:]
  private var lastCharacter = 0
  /// True if one of them was refused.
  private var isTextRefused = false
  /// The unanswered request for all windows.
  private var list: MessageBus.Slot?
  /// The unanswered questions for windows, by their numbers.
  private var questions: [Int: MessageBus.Slot] = [:]
  private var lastQuestion = 0

  init(at owner: String, on bus: MessageBus) {
    self.owner = owner
    self.bus = bus
  }

  static func method(_ member: String, at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: name, member: member)
  }

  /// (application, title, fullscreen, layout, x, y, touchpads off, touchpads reversed, and more): the state that
  /// `Watch` returns has changed.
  static func changed(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: name, member: "Changed")
  }

  /// Presses or releases a key.
  /// - Parameter code: the keycode of <linux/input-event-codes.h>.
  public func key(_ code: UInt32, isPressed: Bool) throws(SystemError) {
    try send("Key", .unsigned(code), .boolean(isPressed))
  }

  /// Types the character with that keysym, whatever the layout. Refused by the shell if the focused window does not
  /// accept text.
  public func type(keysym: UInt32) throws(SystemError) {
    lastCharacter += 1
    let number = lastCharacter
    characters[number] = try bus.call(Self.method("Type", at: owner), [.unsigned(keysym)]) { [unowned self] reply in
      characters[number] = nil
      defer { if characters.isEmpty { isTextRefused = false } }
      guard case .failure(let error) = reply, !isTextRefused else { return }
      isTextRefused = true
      refusedText(error.message)
    }
  }

  /// Presses or releases a button.
  /// - Parameter code: the button's code in <linux/input-event-codes.h>: BTN_LEFT is 272.
  public func button(_ code: UInt32, isPressed: Bool) throws(SystemError) {
    try send("Button", .unsigned(code), .boolean(isPressed))
  }

  /// Moves the pointer by a distance in logical units.
  public func move(x: Double, y: Double) throws(SystemError) { try send("Move", .number(x), .number(y)) }

  /// Moves the pointer to a position on the desktop: shares of its width and height, 0 to 1.
  public func move(toX x: Double, y: Double) throws(SystemError) { try send("MoveTo", .number(x), .number(y)) }

  /// Turns a wheel, in 120ths of a click: to the right, and downwards.
  public func wheel(right: Int32, down: Int32) throws(SystemError) {
    try send("Wheel", .number(Double(right)), .number(Double(down)))
  }

  /// Scrolls as with fingers, by a distance in logical units.
  public func scroll(x: Double, y: Double) throws(SystemError) { try send("Scroll", .number(x), .number(y)) }

  /// Ends scrolling with fingers.
  public func endScroll() throws(SystemError) { try send("EndScroll") }

  /// Disables the shell's own swipes on touchpads, and enables the others. They are enabled when this program ends.
  public func disableSwipes(horizontal: Bool, vertical: Bool) throws(SystemError) {
    try send("DisableSwipes", .boolean(horizontal), .boolean(vertical))
  }

  /// Performs an operation of the desktop.
  /// - Parameter calls: awaits the answer.
  func perform(_ operation: DesktopOperation, by calls: OperationCalls) {
    calls.call(Self.method("Perform", at: owner), [.text(operation.subject.rawValue), .text(operation.value)])
  }

  /// Performs a change of the window with a number of `findWindow`.
  func perform(_ change: String, ofWindow number: UInt32, by calls: OperationCalls) {
    calls.call(Self.method("ChangeWindow", at: owner), [.text(change), .unsigned(number)])
  }

  /// (at the pointer, x, y) -> (application, title, fullscreen, maximized, number): the window at the pointer, or at a
  /// position on the desktop: shares of its width and height, 0 to 1. The number is 0 if there is none.
  /// - Parameter answered: called with the window; nil if the shell does not tell it.
  /// - Throws: `SystemError` if there is no connection.
  public func findWindow(
    at place: TouchedPlace, answered: @escaping (TouchedWindow?) -> Void
  ) throws(SystemError) {
    lastQuestion += 1
    let number = lastQuestion
    var arguments: [MessageBus.Argument] = [.boolean(true), .number(0), .number(0)]
    if case .position(let position) = place {
      arguments = [.boolean(false), .number(position.share.x), .number(position.share.y)]
    }
    questions[number] = try bus.call(Self.method("FindWindow", at: owner), arguments) { [unowned self] reply in
      questions[number] = nil
      answered((try? reply.get()).flatMap { TouchedWindow($0) })
    }
  }

  /// () -> (application, title)s: the windows of all workspaces.
  /// - Parameter answered: called with the windows; nil if the shell does not tell them.
  /// - Throws: `SystemError` if there is no connection.
  func listWindows(answered: @escaping ([FocusedWindow]?) -> Void) throws(SystemError) {
    list = try bus.call(Self.method("ListWindows", at: owner), []) { reply in
      answered(
        reply.first?.elements.map(\.elements).compactMap { pair in
          guard pair.count == 2, let app = pair[0].text, let title = pair[1].text else { return nil }
          return FocusedWindow(app: app, title: title, isFullscreen: nil)
        })
    }
  }

  private func send(_ member: String, _ arguments: MessageBus.Argument...) throws(SystemError) {
    try bus.send(Self.method(member, at: owner), arguments)
  }
}

/// GNOME Shell itself on the session's bus, without the extension.
enum Shell {
  static let name = "org.gnome.Shell"
  static let path = "/org/gnome/Shell"

  /// (interface) -> its properties: `OverviewActive` is true while the overview is open.
  static func properties(at owner: String) -> BusMethod { BusProperties.getAll(of: path, at: owner) }

  static func changed(from owner: String) -> BusSignal { BusProperties.changed(of: path, from: owner, on: name) }
}

extension CompositorState {
  /// Reads the extension's state: application, title, fullscreen, layout, a position on the focused output, whether the
  /// touchpads are switched off, whether they scroll against the fingers, the acceleration of their pointer, maximized,
  /// and the outputs of touchscreens.
  mutating func read(ofShell values: [BusValue]) {
    guard values.count == 12, let app = values[0].text, let title = values[1].text,
      let isFullscreen = values[2].boolean, let index = values[3].unsigned,
      let areDisabled = values[6].boolean, let areReversed = values[7].boolean,
      let setting = values[8].number, let isFlat = values[9].boolean, let isMaximized = values[10].boolean
    else { return }
    window = FocusedWindow(app: app, title: title, isFullscreen: isFullscreen, isMaximized: isMaximized)
    layout = Int(index)
    touchpads = DesktopTouchpads(
      disabled: areDisabled ? .all : .none, reversed: areReversed ? .all : .none,
      acceleration: TouchpadAcceleration(isFlat: isFlat, setting: setting))
    for pair in values[11].elements.map(\.elements) where pair.count == 2 {
      if let name = pair[0].text { touchpads.outputs[name] = pair[1].text }
    }
    if let x = values[4].unsigned, let y = values[5].unsigned { position = .init(x: Int(x), y: Int(y)) }
  }
}

extension TouchedWindow {
  /// The window in an answer of the extension; nil if it is something else.
  fileprivate init?(_ values: [BusValue]) {
    guard values.count == 5, let app = values[0].text, let title = values[1].text, let isFullscreen = values[2].boolean,
      let isMaximized = values[3].boolean, let number = values[4].unsigned
    else { return nil }
    let window = FocusedWindow(app: app, title: title, isFullscreen: isFullscreen, isMaximized: isMaximized)
    self.init(
      app: window.app, title: window.title, isFullscreen: isFullscreen, isMaximized: isMaximized,
      id: number == 0 ? nil : String(number))
  }
}
