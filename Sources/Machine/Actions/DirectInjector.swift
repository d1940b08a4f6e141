internal import Desktop
internal import Engine
internal import Linux
internal import Time
internal import Touch
internal import Wayland

/// A virtual keyboard and pointer of a compositor that derives modifiers from the keys, in the keymap of its session,
/// and takes keysyms for characters.
protocol SyntheticInput: AnyObject {
  associatedtype Failure: InjectionFailure
  /// Presses or releases the key with a code of <linux/input-event-codes.h>.
  func key(_ code: UInt32, isPressed: Bool) throws(Failure)
  /// Types the character with that keysym, on the keymap or not.
  func type(keysym: UInt32) throws(Failure)
  /// Presses or releases the button with a code of <linux/input-event-codes.h>.
  func button(_ code: UInt32, isPressed: Bool) throws(Failure)
  /// Moves the pointer by a distance in logical units.
  func move(x: Double, y: Double) throws(Failure)
  /// Moves the pointer to a position.
  func move(to position: DesktopPosition) throws(Failure)
  /// Turns a wheel, in 120ths of a click.
  func wheel(right: Int32, down: Int32) throws(Failure)
  /// Scrolls as with fingers, by a distance in logical units.
  func scroll(x: Double, y: Double) throws(Failure)
  /// Ends scrolling with fingers.
  func endScroll() throws(Failure)
  /// Sends what is pending.
  /// - Returns: false if there is no room.
  func flush() throws(Failure) -> Bool
}

/// An injector with synthetic input.
final class DirectInjector<Input: SyntheticInput>: CompositorInjector {
  /// The abilities of the device that `make` makes.
  private let available: Set<InputEvent.Ability>
  private let makeInput: () throws(WaylandError) -> Input
  /// Nil while no rule requires it.
  private var input: Input?
  /// The keysym of each key of the keymaps that are made for texts.
  private var keysyms: [TextKey: UInt32] = [:]
  private var keymaps: [String] = []

  /// An injector without a device.
  /// - Parameter makeInput: makes the device.
  init(_ abilities: Set<InputEvent.Ability>, makeInput: @escaping () throws(WaylandError) -> Input) {
    available = abilities
    self.makeInput = makeInput
  }

  var abilities: Set<InputEvent.Ability> { input == nil ? [] : available }

  func make(keys: KeymapInUse?, characters keymaps: [String], pointer: Bool) throws(WaylandError) {
    if keymaps != self.keymaps {
      self.keymaps = keymaps
      keysyms = Self.keysyms(of: keymaps)
    }
    guard keys != nil || !keymaps.isEmpty || pointer else { return input = nil }
    if input == nil { input = try makeInput() }
  }

  /// The keysyms of keymaps with one level.
  private static func keysyms(of keymaps: [String]) -> [TextKey: UInt32] {
    var keysyms: [TextKey: UInt32] = [:]
    for (index, text) in keymaps.enumerated() {
      guard let keymap = XKBKeymap(text: text) else { continue }
      for key in keymap.keycodes.compactMap({ KeyCode(keycode: $0) }) {
        for layout in 0..<keymap.layouts(of: key.keycode) {
          keysyms[TextKey(keymap: index, layout: layout, key: key)] =
            keymap.keysym(of: key.keycode, layout: layout, level: 0)
        }
      }
    }
    return keysyms
  }

  // MARK: Sending

  func wait(at now: Timestamp) -> Timestamp? { nil }

  func send(_ event: InputEvent) throws(InjectionError) -> Bool {
    guard let input else { throw .wayland(.closed) }
    do throws(Input.Failure) { return try send(event, with: input) } catch { throw error.injectionError }
  }

  private func send(_ event: InputEvent, with input: Input) throws(Input.Failure) -> Bool {
    guard try input.flush() else { return false }
    switch event {
    case .key(let event):
      let code = UInt32(event.key.number)
      switch event.key.source {
      case .keyboard: try input.key(code, isPressed: event.isDown)
      case .pointer: try input.button(code, isPressed: event.isDown)
      }
    case .character(let key):
      if let keysym = keysyms[key] { try input.type(keysym: keysym) }
    case .motion(let right, let down): try input.move(x: Double(right), y: Double(down))
    case .position(let position): try input.move(to: position)
    case .wheel(let right, let up): try input.wheel(right: right, down: -up)
    case .scroll(let right, let down): try input.scroll(x: WheelUnits.distance(right), y: WheelUnits.distance(down))
    case .scrollEnd: try input.endScroll()
    }
    _ = try input.flush()
    return true
  }
}

// MARK: KWin

/// KWin's virtual input, which a .desktop file grants to a program.
final class KWinInput: SyntheticInput {
  typealias Failure = WaylandError

  private let display: WaylandDisplay
  private let input: FakeInput
  /// The outputs, for positions: KWin's are in logical units.
  private let outputs: Outputs
  /// The axes of finger scrolling that was not ended yet.
  private var scrolling: [VirtualPointer.Axis] = []

  /// - Throws: `WaylandError`.
  init(on display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    input = try FakeInput(on: display)
    outputs = Outputs(of: display)
  }

  /// The abilities on `display`; empty if KWin grants none.
  static func abilities(on display: WaylandDisplay) -> Set<InputEvent.Ability> {
    guard display.offers(.fakeInput) else { return [] }
    return FakeInput.typesCharacters(on: display)
      ? [.keys, .characters, .pointer, .scrolling] : [.keys, .pointer, .scrolling]
  }

  func key(_ code: UInt32, isPressed: Bool) throws(WaylandError) {
    try input.key(code, isPressed: isPressed)
  }

  func type(keysym: UInt32) throws(WaylandError) {
    try input.type(keysym: keysym)
  }

  func button(_ code: UInt32, isPressed: Bool) throws(WaylandError) {
    try input.button(code, isPressed: isPressed)
  }

  func move(x: Double, y: Double) throws(WaylandError) {
    try input.move(x: x, y: y)
  }

  func move(to position: DesktopPosition) throws(WaylandError) {
    guard let desktop = outputs.all.desktop else { return }
    let (x, y) = desktop.position(atX: position.share.x, y: position.share.y)
    try input.move(toX: x, y: y)
  }

  func wheel(right: Int32, down: Int32) throws(WaylandError) {
    try scroll(.horizontal, by: WheelUnits.distance(right))
    try scroll(.vertical, by: WheelUnits.distance(down))
  }

  func scroll(x: Double, y: Double) throws(WaylandError) {
    for (axis, distance) in [(VirtualPointer.Axis.horizontal, x), (.vertical, y)] where distance != 0 {
      try scroll(axis, by: distance)
      if !scrolling.contains(axis) { scrolling.append(axis) }
    }
  }

  func endScroll() throws(WaylandError) {
    for axis in scrolling { try input.scroll(axis, by: 0) }
    scrolling.removeAll(keepingCapacity: true)
  }

  func flush() throws(WaylandError) -> Bool { try display.flush() }

  private func scroll(_ axis: VirtualPointer.Axis, by distance: Double) throws(WaylandError) {
    // A distance of 0 would end scrolling.
    guard distance != 0 else { return }
    try input.scroll(axis, by: distance)
  }
}

// MARK: GNOME Shell

extension ShellExtension: SyntheticInput {
  typealias Failure = SystemError

  static var abilities: Set<InputEvent.Ability> { [.keys, .characters, .pointer, .scrolling] }

  func move(to position: DesktopPosition) throws(SystemError) { try move(toX: position.share.x, y: position.share.y) }

  func flush() -> Bool { true }
}

extension WheelUnits {
  /// The distance in logical units of `parts`, 120ths of a wheel's click, which is 15 as in libinput.
  static func distance(_ parts: Int32) -> Double { Double(parts) / Double(perClick) * 15 }
}

/// An error of a synthetic input.
protocol InjectionFailure: Error {
  /// The reason why an event does not reach the desktop.
  var injectionError: InjectionError { get }
}

extension SystemError: InjectionFailure {
  var injectionError: InjectionError { .system(self) }
}

extension WaylandError: InjectionFailure {
  var injectionError: InjectionError { .wayland(self) }
}
