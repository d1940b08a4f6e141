internal import Glibc
internal import Linux
public import Rules
public import Touch

/// The keys' way out: the keymap they are looked up in and the keyboard they are pressed on, made once some rule needs
/// them and kept, so that no gesture waits for them.
public final class KeyOutput {
  private var layout: KeyboardLayout?
  private var keymap: Result<Keymap, KeymapError>?
  private var keyboard: Result<Keyboard, KeyboardUnavailable>?

  /// Nothing is made yet.
  public init() {}

  /// Makes what is not there yet, and the keymap anew: for `rules` that press keys.
  /// - Returns: what could not be made and why, for people; empty where all is ready or nothing is needed.
  public func prepare(for rules: RuleSet, at now: Timestamp) -> [String] {
    guard rules.needsKeyboard else { return [] }
    var problems: [String] = []
    layout = rules.keyboard
    do throws(KeymapError) {
      keymap = .success(try Keymap(layout))
    } catch {
      keymap = .failure(error)
      problems.append("\(error)")
    }
    // One that failed may work now: the user has been told how to mend it.
    if case .success? = keyboard { return problems }
    do throws(KeyboardUnavailable) {
      keyboard = .success(try Keyboard(now: now))
    } catch {
      keyboard = .failure(error)
      problems.append("\(error)")
    }
    return problems
  }

  func resolve(_ chord: Chord) throws(KeymapError) -> KeyPresses {
    if let keymap { return try keymap.get().resolve(chord) }
    let keymap = try Keymap(layout)
    self.keymap = .success(keymap)
    return try keymap.resolve(chord)
  }

  /// When to ask again whether keys can be pressed; nil where they can, and where they never can: `send` says so.
  func wait(at now: Timestamp) -> Timestamp? {
    if case .success(let keyboard)? = keyboard { keyboard.wait(at: now) } else { nil }
  }

  func send(_ event: KeyEvent) throws(SystemError) -> Bool {
    switch keyboard {
    case .success(let keyboard)?: try keyboard.send(event)
    case .failure(let error)?: throw error.cause
    case nil: throw SystemError("open", path: Keyboard.path, code: ENODEV)
    }
  }
}
