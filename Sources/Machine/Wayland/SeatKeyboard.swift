internal import CWayland

/// The keymap of the session's keyboards, kept up to date by listening (wl_seat, wl_keyboard). Uses the first seat that
/// the compositor announces; if that is removed, the next one.
///
/// A seat has one keymap at a time: that of the keyboard that was used last. While a virtual keyboard of this program
/// types, that is its keymap, which must not be taken for the user's. The compositor rewrites the text, but keeps the
/// names of its sections: a keymap whose `xkb_keycodes` are named `VirtualKeyboard.keymapName` is ignored, and the
/// previous one stays, also if both arrive together. So each keymap of this program must have that name. sway gives a
/// new virtual keyboard a default keymap first, which is ignored too (`WaylandDisplay.isMakingKeyboard`).
public final class SeatKeyboard: GlobalObserver {
  /// The keymap as text (XKB_KEYMAP_FORMAT_TEXT_V1); nil if none is known yet. It stays when the last keyboard is
  /// removed, since the next one most likely has the same.
  public private(set) var keymap: String?

  /// True once the compositor has answered: either the keymap is known, or it stays unknown until a key is pressed.
  /// Create no virtual keyboard before that: wlroots gives the seat the keymap of the keyboard that was added last, and
  /// would never send the user's.
  public private(set) var isTold = false

  /// True if the seat has a keyboard, including virtual ones.
  public var isPresent: Bool { seats.first?.listener.hasKeyboard ?? false }

  private let display: WaylandDisplay
  private let changed: () -> Void
  /// The keymap that was received last, except generated ones; nil if there is none.
  private var current: String?
  private var hasAnswered = false
  private var pendingAnswer: SyncCallback?
  private var seats: [(global: Registry.Global, listener: SeatListener)] = []

  /// Starts listening.
  /// - Parameter changed: called when `keymap` or `isTold` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
    // Two round trips: the seat announces a keyboard, and then the requested keyboard sends its keymap.
    awaitAnswers(2)
  }

  private func awaitAnswers(_ count: Int) {
    pendingAnswer = display.sync { [unowned self] in
      if count > 1 { awaitAnswers(count - 1) } else { hasAnswered = true }
    }
    // Without memory there will be no answer, and nothing to wait for.
    if pendingAnswer == nil { hasAnswered = true }
  }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .seat, seats.isEmpty else { return }
    listen(to: global)
  }

  func disappeared(_ global: Registry.Global) {
    guard seats.first?.global == global else { return }
    seats = []
    if let next = display.first(.seat) { listen(to: next) }
  }

  func reportChanges() {
    var hasChanged = hasAnswered && !isTold
    isTold = hasAnswered
    if !display.isMakingKeyboard, let current, current != keymap {
      keymap = current
      hasChanged = true
    }
    if hasChanged { changed() }
  }

  private func listen(to global: Registry.Global) {
    let listener = try? SeatListener(global, of: display) { [unowned self] in receive($0) }
    if let listener { seats = [(global, listener)] }
  }

  private func receive(_ text: String) {
    if !VirtualKeyboard.isOfThisProgram(text) {
      current = text
      display.noteOtherKeymap()
    } else if display.isMakingKeyboard {
      // The one before may be the default of the new keyboard.
      current = nil
    }
  }
}
