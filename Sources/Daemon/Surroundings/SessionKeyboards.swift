internal import Actions
public import Libinput
internal import Linux
public import Rules
public import Time

/// The held modifiers, and the time of the last key that was typed, if rules use them and the user permits reading
/// keyboards. Otherwise no keyboard is open, and they are unknown.
public struct SessionKeyboards {
  /// The inputs that determine which keys are modifiers.
  private struct KeymapSource: Hashable {
    var keymap: String?
    var layout: KeyboardLayout?
    var activeLayout: Int
  }

  /// The purposes for which keyboards are read.
  private struct Purposes: Hashable {
    var modifiers: KeymapSource?
    var typing: Bool

    var isEmpty: Bool { modifiers == nil && !typing }
  }

  private let loop: EventLoop
  private let ready: () -> Void
  private var keyboards: KeyDevices?
  private var keys = ModifierKeys.none
  private var purposes = Purposes(typing: false)
  private var failure: SystemError?

  /// No open keyboard.
  /// - Parameter ready: called when `dispatch` has something to do.
  public init(on loop: EventLoop, ready: @escaping () -> Void) {
    self.loop = loop
    self.ready = ready
  }

  /// The modifiers that are held; nil if unknown.
  public var held: Set<Chord.Modifier>? {
    guard purposes.modifiers != nil, let keyboards, keyboards.isAnyReadable else { return nil }
    return keys.held(by: keyboards.down)
  }

  /// True if a keyboard is read for the times of keys.
  public var readsTyping: Bool { purposes.typing && keyboards?.isAnyReadable == true }

  /// True if a key that is typed on any keyboard is known.
  public var knowsTyping: Bool { purposes.typing && keyboards?.refused.isEmpty == true }

  /// The time of the last key that was typed, `now` if it is held; nil if none was, or it is unknown.
  public func lastTyped(at now: Timestamp) -> Timestamp? { purposes.typing ? keyboards?.lastTyped(at: now) : nil }

  /// The reason why typing is unknown, for people; nil if it is known, or if it is not to be read.
  public var typingProblem: String? {
    guard purposes.typing, !knowsTyping else { return nil }
    return failure.map { "\($0)" } ?? refusalText
  }

  private var refusalText: String? {
    keyboards?.refused.first.map { "keyboard '\($0.name)' is not readable: \($0.text)" }
  }

  /// The reason why the modifiers are unknown, for people; nil if they are known.
  public var problem: String? {
    guard purposes.modifiers != nil, let keyboards else {
      return failure.map { "\($0)" } ?? "keyboards are not read: 'settings' do not have 'read-keyboards: true'"
    }
    if keyboards.isAnyReadable { return nil }
    return refusalText ?? "no keyboard is connected"
  }

  /// The commands that fix either problem; empty if none would.
  public var remedy: [String] {
    keyboards?.refused.first?.error.isPermission == true ? [KeyDevices.Refusal.command] : []
  }

  /// The keyboards that cannot be read.
  public var refused: [KeyDevices.Refusal] { keyboards?.refused ?? [] }

  /// Opens keyboards if `rules` require them, else closes them.
  /// - Parameters:
  ///   - keymap: the compositor's keymap, as text; nil if unknown.
  ///   - activeLayout: the active layout of the keymap, from 0.
  ///   - mayReadTyping: false while what is typed is nobody's business, as behind a lock screen.
  public mutating func prepare(for rules: RuleSet, keymap: String?, activeLayout: Int, mayReadTyping: Bool) {
    let wanted = Purposes(
      modifiers: rules.readsModifiers
        ? KeymapSource(keymap: keymap, layout: rules.keyboard, activeLayout: activeLayout) : nil,
      typing: rules.readsTyping && mayReadTyping)
    guard wanted != purposes || failure != nil else { return }
    if let keyboards { loop.remove(keyboards.descriptor) }
    (keyboards, purposes, failure) = (nil, wanted, nil)
    guard !wanted.isEmpty else { return }
    keys =
      wanted.modifiers.map { ModifierKeys(of: $0.keymap, orElse: $0.layout, activeLayout: $0.activeLayout) }
      ?? ModifierKeys.none
    do throws(SystemError) {
      let keyboards = try KeyDevices(
        keys: keys.modifiers.keys.sorted(), typingPause: wanted.typing ? InputReport.silence : nil
      ) { $0 != VirtualInput.keyboardName }
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

extension KeyDevices.Refusal {
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
