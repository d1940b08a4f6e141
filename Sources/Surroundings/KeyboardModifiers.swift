internal import Actions
public import Desktop
public import Libinput
internal import Linux
public import Rules

/// Which modifiers are held, where rules ask for that and the user lets keyboards be read. Otherwise it has no keyboard
/// open, and knows nothing.
public struct KeyboardModifiers {
  /// What it goes by.
  private struct Source: Hashable {
    var keymap: String?
    var layout: KeyboardLayout?
  }

  private let loop: TouchLoop
  private let ready: () -> Void
  private var keyboards: Keyboards?
  private var keys = ModifierKeys.none
  private var source: Source?
  private var failure: SystemError?

  /// No keyboard is open.
  /// - Parameter ready: called when `dispatch` has something to do.
  public init(on loop: TouchLoop, ready: @escaping () -> Void) {
    self.loop = loop
    self.ready = ready
  }

  /// The modifiers that are held; nil where that is not known.
  public var held: Set<Chord.Modifier>? {
    guard let keyboards, keyboards.isAnyReadable else { return nil }
    return keys.held(by: keyboards.down)
  }

  /// Why it is not known, for people; nil where it is.
  public var trouble: String? {
    guard let keyboards else {
      return failure.map { "\($0)" } ?? "no keyboard is read: 'settings' do not have 'read-keyboards: true'"
    }
    if keyboards.isAnyReadable { return nil }
    guard let refusal = keyboards.refused.first else { return "there is no keyboard" }
    return "the keyboard '\(refusal.name)' cannot be read: \(refusal.text)"
  }

  /// The keyboards that cannot be read.
  public var refused: [Keyboards.Refusal] { keyboards?.refused ?? [] }

  /// Opens keyboards where `rules` need them, and closes them where they do not.
  /// - Parameter keymap: the compositor's, which says what the keys are; nil where that is not known.
  public mutating func prepare(for rules: RuleSet, keymap: String?) {
    let wanted = rules.readsKeyboards ? Source(keymap: keymap, layout: rules.keyboard) : nil
    guard wanted != source || failure != nil else { return }
    if let keyboards { loop.remove(keyboards.descriptor) }
    (keyboards, source, failure) = (nil, wanted, nil)
    guard let wanted else { return }
    keys = ModifierKeys(of: wanted.keymap, orElse: wanted.layout)
    do throws(SystemError) {
      let keyboards = try Keyboards(keys: keys.modifiers.keys.sorted()) { $0 != VirtualInput.keyboardName }
      try loop.add(keyboards.descriptor) { [ready] _ in ready() }
      self.keyboards = keyboards
    } catch {
      failure = error
    }
  }

  /// Takes in what was pressed and released.
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
  /// What is wrong and what to do about it, for people.
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
  /// The layout of the system's settings.
  public init(_ layout: SystemKeyboard.Layout) {
    self.init(layout: layout.layout, variant: layout.variant, model: layout.model, options: layout.options)
  }
}
