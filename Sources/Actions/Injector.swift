internal import Engine
public import Linux
internal import Touch
public import Wayland

/// An injector: sends key and pointer events to the desktop. There are two, and room for more (libei through the portal
/// would be a third). Only `VirtualInput` chooses among them.
protocol Injector: AnyObject {
  /// Its abilities as it is now.
  var abilities: Set<InputEvent.Ability> { get }

  /// Returns the time to ask again; nil if events arrive.
  func wait(at now: Timestamp) -> Timestamp?

  /// Sends an event, without allocating memory.
  /// - Returns: false if there is no room for it now.
  /// - Throws: `InjectionError` if it cannot be sent, now or ever.
  func send(_ event: InputEvent) throws(InjectionError) -> Bool
}

/// The reason why an event does not reach the desktop.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed.
  case system(SystemError)
  /// The compositor refuses it or is gone.
  case wayland(WaylandError)
  /// There is no Wayland compositor.
  case noCompositor

  /// The reason for people.
  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .wayland(let error): "\(error)"
    case .noCompositor: "no Wayland compositor is running"
    }
  }
}
