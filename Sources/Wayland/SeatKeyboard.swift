internal import CWayland

/// The keymap of the session's keyboards, kept up to date by listening (wl_seat, wl_keyboard). Of several seats it is
/// the first that the compositor names; where that one goes, the next.
///
/// A seat has one keymap at a time: that of the keyboard that was last used. While a virtual keyboard of ours types, it
/// is ours, and nobody must take that for the user's. The compositor writes the text anew, but keeps the names of its
/// sections: a keymap whose `xkb_keycodes` are called `VirtualKeyboard.keymapName` is passed over, and the one before
/// stands. sway gives a new virtual keyboard a keymap of its own first, which is passed over with the one that follows
/// at once. So a keymap that is made up for a virtual keyboard has to be called that. One that was learnt here and is
/// given to a virtual keyboard as it is, is not made up: that it is told again changes nothing.
public final class SeatKeyboard: GlobalUser {
  /// The keymap as text (XKB_KEYMAP_FORMAT_TEXT_V1); nil while none is known. It stays when the last keyboard goes: the
  /// next one most likely has the same.
  public private(set) var keymap: String?

  /// Whether the compositor has said all that it says by itself: the keymap is known, or nobody knows it before a key
  /// is pressed. A virtual keyboard that comes before that takes the user's keymap away: wlroots gives the seat that of
  /// the keyboard that came last, and tells of no other.
  public private(set) var isTold = false

  /// Whether the seat has a keyboard, if only a virtual one.
  public var isPresent: Bool { seats.first?.listener.hasKeyboard ?? false }

  private let display: WaylandDisplay
  private let changed: () -> Void
  /// What the seat has now, if only for a virtual keyboard of ours.
  private var current: String?
  private var isToldNow = false
  private var answer: SyncCallback?
  private var seats: [(global: Registry.Global, listener: SeatListener)] = []

  /// Listens from now on.
  /// - Parameter changed: called when `keymap` or `isTold` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.tell(self)
    // The seat says that it has a keyboard, and only the keyboard that is asked for then has a keymap.
    listen(forAnswers: 2)
  }

  private func listen(forAnswers count: Int) {
    answer = display.sync { [unowned self] in
      if count > 1 { listen(forAnswers: count - 1) } else { isToldNow = true }
    }
    // Without memory nobody answers, and nobody is to wait.
    if answer == nil { isToldNow = true }
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

  func settle() {
    var hasChanged = isToldNow && !isTold
    isTold = isToldNow
    if let current, current != keymap, !VirtualKeyboard.isMadeUp(current) {
      keymap = current
      hasChanged = true
    }
    if hasChanged { changed() }
  }

  private func listen(to global: Registry.Global) {
    let listener = try? SeatListener(global, of: display) { [unowned self] in current = $0 }
    if let listener { seats = [(global, listener)] }
  }
}
