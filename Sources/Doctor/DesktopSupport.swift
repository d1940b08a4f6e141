/// The abilities of a desktop, their means, and the versions on which they were tried. The table in sleight(1) is made of it.
public struct DesktopSupport: Sendable {
  /// Something that rules can depend on.
  public enum Ability: String, CaseIterable, Sendable {
    /// Conditions.
    case app, title, fullscreen, output
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

  /// The means. The raw value is its letter in the table.
  public enum Means: Character, Sendable {
    case socket = "S"
    case windowList = "W"
    case virtualInput = "V"
    case shellExtension = "E"
    case bus = "B"
    case uinput = "U"
    case keys = "K"
    case none = "-"

    /// The means in words, or the reason why there is none.
    public var text: String {
      switch self {
      case .socket: "the compositor's own socket"
      case .windowList: "the compositor's list of windows"
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
    /// The means.
    public var means: Means
    /// True if it was tried on a running desktop.
    public var isTried: Bool
  }

  /// The desktop.
  public let name: String
  /// The versions on which the abilities were tried; empty if none was.
  public let versions: String
  private let cells: [Cell]

  /// The cell of an ability.
  public subscript(ability: Ability) -> Cell {
    cells[Ability.allCases.firstIndex(of: ability) ?? 0]
  }

  /// - Parameter table: a cell for each ability: the letter of its means, and `*` if it was tried.
  private init(_ name: String, _ versions: String, _ table: String) {
    (self.name, self.versions) = (name, versions)
    cells = table.split(separator: " ").map { word in
      Cell(means: word.first.flatMap { Means(rawValue: $0) } ?? .none, isTried: word.hasSuffix("*"))
    }
    precondition(cells.count == Ability.allCases.count)
  }

  /// All desktops. A compositor that lists its windows reports the output of the focused one; where the desktop does not
  /// report the output, it is known if there is one only.
  ///
  ///     app title fullscreen output | layout lock | keys text pointer scrolling | swipes workspaces
  public static let all = [
    DesktopSupport("GNOME", "43, 48, 51", "E* E* E* E* E* B* E* E* E* E* E* E*"),
    DesktopSupport("KDE Plasma", "5.27, 6.3, 6.7", "W* W* W* W* B* B* V* V* V* V* - B*"),
    DesktopSupport("sway", "1.7, 1.12", "S* S* S* S* S* - V* V* V* V* - S*"),
    DesktopSupport("Hyprland", "0.57", "S* S* S* S* S* S* V* V* V* V* - S*"),
    DesktopSupport("niri", "", "S S - S S - U V U V - S"),
    DesktopSupport("labwc", "0.20", "W* W* W* W* - - V* V* V* V* - K"),
    DesktopSupport("wayfire", "0.10", "W* W* W* W* - - V* V* V* V* - K"),
    DesktopSupport("phoc", "0.58", "W* W* W* W - - V* V* V* V* - K"),
    DesktopSupport("river", "", "W W W W - - V V V V - K"),
    DesktopSupport("COSMIC", "", "W W W W - - U V U U - K"),
  ]

  /// The two tables of sleight(1), in mdoc.
  public static let manual = table(Array(Ability.allCases.prefix(6))) + table(Array(Ability.allCases.dropFirst(6)))

  private static func table(_ abilities: [Ability]) -> [String] {
    let columns = abilities.map { "\"\($0.rawValue)\"" }.joined(separator: " ")
    var lines = [
      ".Bl -column \"KDE Plasma 5.27, 6.3, 6.7\" \(columns)",
      ".It desktop Ta \(abilities.map(\.rawValue).joined(separator: " Ta "))",
    ]
    for desktop in all {
      let cells = abilities.map { "\(desktop[$0].means.rawValue)\(desktop[$0].isTried ? "*" : "")" }
      let heading = desktop.versions.isEmpty ? desktop.name : "\(desktop.name) \(desktop.versions)"
      lines.append(".It \(heading) Ta \(cells.joined(separator: " Ta "))")
    }
    return lines + [".El"]
  }
}
