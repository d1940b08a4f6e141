public import Rules

/// A desktop with everything that is known of it: one value, in the desktop's folder. Modules above ask for a property,
/// and not which desktop it is.
public struct KnownDesktop: Sendable {
  /// The gestures that a desktop handles itself.
  package enum OwnGestures: Sendable {
    /// None are known.
    case unknown
    /// Gestures of its source code, where they cannot be changed.
    /// - Parameter version: the version in KDE_SESSION_VERSION; nil is the newest.
    case builtIn(@Sendable (_ version: String?) -> DesktopGestures)
    /// Gestures of its configuration: a file in the user's directory for configuration files, or else the other one.
    case configured(file: String, orElse: String, read: @Sendable (_ text: String) -> DesktopGestures)
    /// Gestures of its configuration, which the importers read.
    case imported
  }

  /// Its name as it writes it.
  let name: String
  /// Its name in XDG_CURRENT_DESKTOP, in lower case, if that differs from the raw value of its kind.
  var sessionName: String?
  /// The ways in which it performs operations. Made when they are asked for: a program that asks for a socket needs
  /// none.
  let ways: @Sendable () -> DesktopWays
  /// Its row in the tables of sleight-desktops(7); nil if it has none.
  var support: DesktopSupport?
  /// Its compositor's own socket; nil if there is none, or it is not known.
  var socket: CompositorSocket?
  /// True if its virtual keyboards have a NumLock of their own, which `keys` switches as a key of the keypad requires.
  /// Without, keys go through GNOME's extension or KWin's protocol, or through uinput.
  var hasOwnNumLock = false
  package var gestures = OwnGestures.unknown
  /// The equivalents of other tools' actions; nil if configurations are not imported for it alone.
  package var equivalents: DesktopEquivalents?
  /// Its own permission for windows, keys and the pointer; nil if it grants them to each program, or to none.
  package var grant: DesktopGrant?
  /// False if its compositor never enables libinput's dragging with several fingers: GNOME up to 51, KWin up to 6.7 and
  /// phoc up to 0.58.
  package var dragsWithFingers = true
}

extension DesktopKind {
  /// Everything that is known of it.
  package var known: KnownDesktop {
    switch self {
    case .gnome: .gnome
    case .plasma: .plasma
    case .sway: .sway
    case .hyprland: .hyprland
    case .niri: .niri
    case .labwc: .labwc
    case .wayfire: .wayfire
    case .phoc: .phoc
    case .river: .river
    case .cosmic: .cosmic
    case .xfce: .xfce
    case .cinnamon: .cinnamon
    case .mate: .mate
    case .other: .other
    }
  }

  /// The desktops with these names in XDG_CURRENT_DESKTOP, in lower case, with everything that is known of each.
  package static func known(namedIn names: [String]) -> [KnownDesktop] {
    names.compactMap { DesktopKind(named: [$0])?.known }
  }

  /// Its name as it writes it.
  public var name: String { known.name }

  /// True if its virtual keyboards have a NumLock of their own.
  public var hasOwnNumLock: Bool { known.hasOwnNumLock }

  /// Its compositor's own socket; nil if there is none.
  public var socket: CompositorSocket? { known.socket }

  /// The desktops whose compositors have a socket for commands.
  public static let withSocket = allCases.filter { $0.socket != nil }

  /// The desktops for which configurations of other tools can be imported: those with commands, then those with keys.
  public static let importable =
    withSocket + allCases.filter { $0.known.equivalents != nil && $0.socket == nil }

  /// The desktop by its names in XDG_CURRENT_DESKTOP, in lower case, the most specific first; nil if there is none.
  public init?(named names: [String]) {
    guard !names.isEmpty else { return nil }
    let kinds = DesktopKind.allCases.filter { $0 != .other }
    self =
      names.lazy.compactMap { name in kinds.first { $0.rawValue == name || $0.known.sessionName == name } }.first
      ?? .other
  }
}
