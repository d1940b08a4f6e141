internal import Rules

/// The abilities of a desktop, their means, and the versions on which they were tried. The table in
/// sleight-desktops(7) is made of it.
public struct DesktopSupport: Sendable {
  /// Something that rules can depend on.
  public enum Ability: String, CaseIterable, Sendable {
    /// Conditions.
    case app, title, fullscreen, output, under, maximized, overview
    /// The active layout of the keyboard.
    case layout
    /// The lock of the session.
    case lock
    /// Actions.
    case keys, text, pointer, scrolling
    /// Disabling the desktop's own swipes.
    case swipes
    /// Other workspaces, by actions of the desktop or commands.
    case workspaces
  }

  /// The means. The raw value is its word in the table.
  public enum Means: String, Sendable {
    case socket
    case windowList = "windows"
    case virtualInput = "virtual"
    case shellExtension = "shell"
    case workspaceList = "list"
    case bus, uinput, keys
    case none = "no"

    /// The means in words, or the reason why there is none.
    public var text: String {
      switch self {
      case .socket: "the compositor's own socket"
      case .windowList: "the compositor's list of windows"
      case .workspaceList: "the compositor's list of workspaces"
      case .virtualInput: "the compositor's protocols for virtual keyboards and pointers"
      case .shellExtension: "Sleight's extension of GNOME Shell"
      case .bus: "the session bus"
      case .uinput: "/dev/uinput"
      case .keys: "keys of the desktop's own shortcuts"
      case .none: "the desktop offers nothing for it"
      }
    }
  }

  /// One ability on one desktop.
  public struct Cell: Sendable {
    public var means: Means
    /// True if it was tried on a running desktop.
    public var isTried: Bool
  }

  /// The name of the desktop, for people.
  public let name: String
  /// The versions on which the abilities were tried; empty if none was.
  public let versions: String
  /// A cell for each ability: the word of its means, and `*` if it was tried.
  private let table: String

  /// The cell of an ability.
  public subscript(ability: Ability) -> Cell {
    let words = table.split(separator: " ")
    precondition(words.count == Ability.allCases.count)
    let word = words[Ability.allCases.firstIndex(of: ability) ?? 0]
    return Cell(means: Means(rawValue: word.filter { $0 != "*" }) ?? .none, isTried: word.hasSuffix("*"))
  }

  /// A compositor that lists its windows reports the output of the focused one; where the desktop does not report the
  /// output, it is known if there is one only.
  /// - Parameter table: a cell for each ability.
  ///
  ///         app title fullscreen output under maximized overview | layout lock
  ///             | keys text pointer scrolling | swipes workspaces
  init(_ name: String, _ versions: String, _ table: String) {
    (self.name, self.versions, self.table) = (name, versions, table)
  }

  /// The rows of all desktops.
  public static let all = DesktopKind.allCases.compactMap(\.known.support)
}
