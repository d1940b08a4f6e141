internal import Desktop
internal import Engine
public import Linux
internal import Rules
internal import Time
public import Wayland

/// An injector: sends key and pointer events to the desktop. Only `VirtualInput` chooses among them.
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

protocol CompositorInjector: Injector {
  /// Makes what is required and missing, and removes the rest.
  /// - Parameters:
  ///   - keys: the keymap for chords; nil if no keys are pressed.
  ///   - characters: the keymaps made for texts; empty if there are none.
  ///   - pointer: true if buttons, motion or scrolling are required.
  /// - Throws: `WaylandError`.
  func make(keys: KeymapInUse?, characters: [String], pointer: Bool) throws(WaylandError)
}

extension WaylandDisplay {
  /// The abilities of the compositor's protocols.
  /// - Parameter isKeyboardRefused: true if it refuses this program a virtual keyboard although it offers them.
  func abilities(isKeyboardRefused: Bool) -> Set<InputEvent.Ability> {
    isKWin
      ? KWinInput.abilities(on: self) : WaylandInjector.abilities(of: self, isKeyboardRefused: isKeyboardRefused)
  }

  /// The injector with the compositor's protocols.
  func makeInjector() -> any CompositorInjector {
    guard isKWin else { return WaylandInjector(on: self) }
    return DirectInjector(KWinInput.abilities(on: self)) { () throws(WaylandError) in try KWinInput(on: self) }
  }

  /// True if it is KWin, and grants its input.
  var isKWin: Bool { offers(.fakeInput) }

  /// True if its own shortcuts ignore the keys of virtual keyboards, as COSMIC's do.
  /// - Parameter kind: the compositor that is connected over its own socket.
  func hasDeafShortcuts(_ kind: DesktopKind?) -> Bool {
    kind?.socket?.hasDeafShortcuts == true || offers(.cosmicToplevels)
  }
}

/// The reason why an event does not reach the desktop.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed.
  case system(SystemError)
  /// The compositor refuses it or is gone.
  case wayland(WaylandError)
  /// There is no Wayland compositor.
  case noCompositor
  /// The extension of GNOME Shell was there and is gone.
  case extensionLost

  /// The reason for people.
  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .wayland(let error): "\(error)"
    case .noCompositor: "no Wayland compositor is running"
    case .extensionLost:
      "GNOME Shell has disabled Sleight's extension, as it does while the session is locked"
    }
  }
}
