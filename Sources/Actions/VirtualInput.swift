internal import Glibc
internal import Linux
public import Rules
public import Touch

/// The way out of keys, buttons, wheels and motion: the keymap that keys are looked up in, and a keyboard and a pointer
/// of our own, made once some rule needs them and kept, so that no gesture waits for them.
public final class VirtualInput {
  private var layout: KeyboardLayout?
  private var keymap: Result<Keymap, KeymapError>?
  private var keyboard: Result<Keyboard, SystemError>?
  private var pointer: Result<Pointer, SystemError>?

  /// What the keyboard of our own is called among the input devices.
  public static let keyboardName = Keyboard.name

  /// Nothing is made yet.
  public init() {}

  /// Makes what is not there yet, and the keymap anew: as `rules` need it.
  /// - Returns: what could not be made and why, for people; empty where all is ready or nothing is needed.
  public func prepare(for rules: RuleSet, at now: Timestamp) -> [String] {
    var problems: [String] = []
    if rules.needsKeyboard {
      layout = rules.keyboard
      do throws(KeymapError) {
        keymap = .success(try Keymap(layout))
      } catch {
        keymap = .failure(error)
        problems.append("\(error)")
      }
    }
    let missing = makeDevices(for: rules, at: now)
    // Where both are missing it is for the same reason, nearly always: /dev/uinput cannot be opened.
    if let first = missing.first, missing.allSatisfy({ $0.cause == first.cause }) {
      problems.append("\(UinputUnavailable(missing.map(\.source), cause: first.cause))")
    } else {
      problems += missing.map { "\(UinputUnavailable([$0.source], cause: $0.cause))" }
    }
    return problems
  }

  private func makeDevices(
    for rules: RuleSet, at now: Timestamp
  ) -> [(source: InputEvent.Source, cause: SystemError)] {
    // One that failed may work now: the user has been told how to mend it.
    if rules.needsKeyboard, (try? keyboard?.get()) == nil {
      keyboard = Result { () throws(SystemError) in try Keyboard(now: now) }
    }
    if rules.needsPointer, (try? pointer?.get()) == nil {
      pointer = Result { () throws(SystemError) in try Pointer(now: now) }
    }
    var missing: [(source: InputEvent.Source, cause: SystemError)] = []
    if rules.needsKeyboard, case .failure(let error)? = keyboard { missing.append((.keyboard, error)) }
    if rules.needsPointer, case .failure(let error)? = pointer { missing.append((.pointer, error)) }
    return missing
  }

  func resolve(_ chord: Chord) throws(KeymapError) -> KeyPresses { try currentKeymap().resolve(chord) }

  func spell(_ text: String) throws(KeymapError) -> [KeyPresses] { try currentKeymap().spell(text) }

  private func currentKeymap() throws(KeymapError) -> Keymap {
    if let keymap { return try keymap.get() }
    let keymap = try Keymap(layout)
    self.keymap = .success(keymap)
    return keymap
  }

  /// When to ask again whether events arrive; nil where they do, and where they never can: `send` says so.
  func wait(at now: Timestamp) -> Timestamp? {
    var waits: [Timestamp] = []
    if case .success(let keyboard)? = keyboard, let wait = keyboard.wait(at: now) { waits.append(wait) }
    if case .success(let pointer)? = pointer, let wait = pointer.wait(at: now) { waits.append(wait) }
    return waits.min()
  }

  /// Sends an event on its way.
  /// - Returns: false where the kernel has no room now.
  /// - Throws: `SystemError` where the device is not there, or no longer.
  func send(_ event: InputEvent) throws(SystemError) -> Bool {
    switch event {
    case .key(let key) where event.source == .keyboard: try device(keyboard).send(key)
    case .key, .wheel, .motion: try device(pointer).send(event)
    }
  }

  private func device<Device>(_ device: Result<Device, SystemError>?) throws(SystemError) -> Device {
    guard let device else { throw SystemError("open", path: UinputDevice.path, code: ENODEV) }
    return try device.get()
  }
}
