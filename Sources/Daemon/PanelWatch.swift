internal import Glibc
public import Linux
public import Touch

/// The outputs' panels, for who wants to know nothing else of the desktop: touchscreens are turned with them.
public final class PanelWatch {
  private let wayland: SessionWayland

  /// Looks for the compositor.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no compositor.
  public init() throws(SystemError) { wayland = try SessionWayland() }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { wayland.descriptor }

  /// Those of the outputs that there are, in the order they came; empty where no compositor tells.
  public var panels: [Panel] { wayland.screens.map(\.panel) }

  /// Takes in what the compositor said.
  public func dispatch() { wayland.dispatch { _ in } }

  /// Waits until the compositor has told its outputs, or for a moment where none does.
  public func settle() {
    let end = monotonicNow() + 500_000
    while panels.isEmpty, case let left = end - monotonicNow(), left > 0 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Where nobody is there to answer, the first look tells.
      guard poll(&waiting, 1, CInt(left / 1000)) > 0 else { return }
      dispatch()
      if !wayland.isAwaited { return }
    }
  }
}
