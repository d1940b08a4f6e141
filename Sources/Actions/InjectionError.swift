public import Linux
public import Wayland

/// Why an event does not reach the desktop.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel refuses it.
  case system(SystemError)
  /// The compositor does, or it is gone.
  case wayland(WaylandError)
  /// There is no compositor to ask.
  case noCompositor

  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .wayland(let error): "\(error)"
    case .noCompositor: "no Wayland compositor is there"
    }
  }
}
