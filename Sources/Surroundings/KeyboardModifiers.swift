internal import Actions
public import Desktop
public import Libinput
internal import Linux
public import Rules

/// The held modifiers, if rules use them and the user permits reading keyboards. Otherwise no keyboard is open, and
/// they are unknown.
public struct KeyboardModifiers {
  /// The inputs that determine which keys are modifiers.
  private struct KeymapSource: Hashable {
    var keymap: String?
    var layout: KeyboardLayout?
    var activeLayout: Int
  }

  private let loop: TouchLoop
  private let ready: () -> Void
  private var keyboards: Keyboards?
  private var keys = ModifierKeys.none
  private var source: KeymapSource?
  private var failure: SystemError?

  /// Modifiers without an open keyboard.
  /// - Parameter ready: called when `dispatch` has something to do.
  public init(on loop: TouchLoop, ready: @escaping () -> Void) {
    self.loop = loop
    self.ready = ready
  }

  /// The modifiers that are held; nil if unknown.
  public var held: Set<Chord.Modifier>? {
    guard let keyboards, keyboards.isAnyReadable else { return nil }
    return keys.held(by: keyboards.down)
  }

  /// The reason why they are unknown, for people; nil if they are known.
  public var problem: String? {
    guard let keyboards else {
      return failure.map { "\($0)" } ?? "keyboards are not read: 'settings' do not have 'read-keyboards: true'"
    }
    if keyboards.isAnyReadable { return nil }
    guard let refusal = keyboards.refused.first else { return "no keyboard is connected" }
    return "keyboard '\(refusal.name)' is not readable: \(refusal.text)"
  }

  /// The keyboards that cannot be read.
  public var refused: [Keyboards.Refusal] { keyboards?.refused ?? [] }

  /// Opens keyboards if `rules` require them, else closes them.
  /// - Parameters:
  ///   - keymap: the compositor's keymap, as text; nil if unknown.
  ///   - activeLayout: the active layout of the keymap, from 0.
  public mutating func prepare(for rules: RuleSet, keymap: String?, activeLayout: Int) {
    let wanted =
      rules.readsKeyboards
      ? KeymapSource(keymap: keymap, layout: rules.keyboard, activeLayout: activeLayout) : nil
    guard wanted != source || failure != nil else { return }
    if let keyboards { loop.remove(keyboards.descriptor) }
    (keyboards, source, failure) = (nil, wanted, nil)
    guard let wanted else { return }
    keys = ModifierKeys(of: wanted.keymap, orElse: wanted.layout, activeLayout: wanted.activeLayout)
    do throws(SystemError) {
      let keyboards = try Keyboards(keys: keys.modifiers.keys.sorted()) { $0 != VirtualInput.keyboardName }
      try loop.add(keyboards.descriptor) { [ready] _ in ready() }
      self.keyboards = keyboards
    } catch {
      failure = error
    }
  }

  /// Reads the keys that were pressed and released.
  public mutating func dispatch() {
    do throws(SystemError) {
      try keyboards?.dispatch()
    } catch {
      if let keyboards { loop.remove(keyboards.descriptor) }
      (keyboards, failure) = (nil, error)
    }
  }
}

extension Keyboards.Refusal {
  /// The error and its fix, for people.
  public var text: String {
    guard error.isPermission else { return "\(error)" }
    return """
      \(error); for keyboards to be read, add yourself to the group that owns it, which lets every program of yours \
      read what is typed: \(Self.command), and log in again
      """
  }

  /// The command that lets the user read keyboards.
  public static let command = #"sudo usermod -aG input "$USER""#
}

extension KeyboardLayout {
  /// The keyboard layout of the system's settings (localed).
  public init(_ layout: SystemKeyboard.Layout) {
    self.init(layout: layout.layout, variant: layout.variant, model: layout.model, options: layout.options)
  }
}
