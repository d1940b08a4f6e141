/// What keys, buttons and wheels can go by to the desktop.
public enum Injection: String, Hashable, Sendable, CaseIterable {
  /// Input devices of our own that the kernel makes: every desktop takes them for real ones
  case uinput
  /// The compositor's protocols for virtual keyboards and pointers
  case wayland
}
