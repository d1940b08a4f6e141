public import Rules
internal import Text

/// The way in which a desktop performs an operation.
public enum DesktopWay: Hashable, Sendable {
  /// A command at the compositor's own socket, in its language. `NUMBER` stands for the number of a workspace, `WINDOW`
  /// for the window under the fingers, `OUTPUT` for the output.
  case command(String)
  /// A method of Sleight's extension of GNOME Shell.
  case shellExtension
  /// A global shortcut of a component of Plasma by its name, at org.kde.kglobalaccel, whatever keys it has.
  case shortcut(component: String, String)
  /// A method without arguments of a service on the session bus.
  case method(service: String, path: String, interface: String, String)
  /// The list of KWin's virtual desktops on the session bus, of which one is made the current one.
  case virtualDesktops
  /// The compositor's list of windows, by zwlr_foreign_toplevel_management_v1; KWin's, by
  /// org_kde_plasma_window_management, for the window under the fingers.
  case windowList
  /// The compositor's list of workspaces, by ext_workspace_v1.
  case workspaceList
  /// The keys of the desktop's default shortcut.
  case keys(Chord)
  /// None, for this reason: a clause for people, without its first capital letter.
  case none(String)

  /// A command for a number of a workspace.
  public static func command(_ command: String, number: Int) -> String {
    command.replacing(placeholder, with: String(number))
  }

  /// The place of a number in a command, and in the keys of operations.
  static let placeholder = "NUMBER"

  /// The command to sway for the next workspace of the output, or a new one after the last: `SwayPeer` puts the name in
  /// place of the last word, since sway has no such command.
  public static let nextOrNew = "workspace NEXT-OR-NEW"

  /// A command for an output, by its name.
  public static func command(_ command: String, output: String) -> String {
    command.replacing("OUTPUT", with: output)
  }

  /// A command for a window, by the compositor's own name for it.
  public static func command(_ command: String, window: String) -> String {
    command.replacing("WINDOW", with: window)
  }
}

/// The operations of a desktop, with the way in which it performs each. From this table come what is performed, the
/// warnings of `sleight check`, the report of `sleight doctor` and the table of
/// sleight-desktops(7).
public struct DesktopWays: Sendable {
  /// An operation on one desktop.
  public struct Cell: Sendable {
    /// The way in which the desktop performs it.
    public let way: DesktopWay
    /// True if `Tests/Desktops` performs it on a running desktop, and verifies the result.
    public let isTried: Bool
  }

  public let desktop: DesktopKind
  private let cells: [String: Cell]

  /// The operations of `desktop`.
  public static func of(_ desktop: DesktopKind) -> DesktopWays { desktop.known.ways() }

  /// The ways of all operations.
  public var ways: [DesktopWay] { cells.values.map(\.way) }

  /// The cell of an operation; one without a way if the table has none.
  public subscript(operation: DesktopOperation) -> Cell {
    cells[Self.key(operation)] ?? Cell(way: .none("no way is known"), isTried: false)
  }

  /// The chord that performs `operation`; nil for another way.
  public func chord(for operation: DesktopOperation) -> Chord? {
    if case .keys(let chord) = self[operation].way { chord } else { nil }
  }

  /// The reason for which the desktop cannot perform `operation`, for people; nil if it can.
  public func obstacle(to operation: DesktopOperation) -> String? {
    if case .none(let reason) = self[operation].way { reason } else { nil }
  }

  /// The command at the compositor's socket that performs `operation`; nil for another way. For the window under the
  /// fingers it has the placeholder.
  public func command(for operation: DesktopOperation) -> String? {
    guard case .command(let command) = self[operation].way else { return nil }
    return operation.number.map { DesktopWay.command(command, number: $0) } ?? command
  }

  /// The operation that a command at the compositor's socket performs; nil if it is none.
  package func operation(of command: String) -> DesktopOperation? {
    let words = command.words.joined(separator: " ")
    return DesktopOperation.all.first { self.command(for: $0) == words }
  }

  // MARK: Rows

  /// A row of the table: an operation as the rules file writes it, and the way.
  struct Row {
    let key: String
    let cell: Cell

    /// A way that `Tests/Desktops` tries.
    static func tried(_ key: String, _ way: DesktopWay) -> Row { Row(key: key, cell: Cell(way: way, isTried: true)) }
    /// A way that was not tried.
    static func untried(_ key: String, _ way: DesktopWay) -> Row { Row(key: key, cell: Cell(way: way, isTried: false)) }
    /// No way, for a reason.
    static func absent(_ key: String, _ reason: String) -> Row {
      Row(key: key, cell: Cell(way: .none(reason), isTried: false))
    }
  }

  /// - Parameter rows: the operations, and of changes of the window under the fingers those that differ: for the others
  ///   there is no way, as for the focused window, or since there is one for that alone.
  init(_ desktop: DesktopKind, _ rows: [Row]) {
    self.desktop = desktop
    var cells = Dictionary(rows.map { ($0.key, $0.cell) }) { first, _ in first }
    for operation in DesktopOperation.touched where cells[Self.key(operation)] == nil {
      guard case .touchedWindow(let change) = operation, let focused = cells[Self.key(.window(change))] else {
        continue
      }
      let reason = if case .none(let reason) = focused.way { reason } else { Self.focusedOnly }
      cells[Self.key(operation)] = Cell(way: .none(reason), isTried: false)
    }
    self.cells = cells
  }

  /// The key of an operation in the rows: its text, with `NUMBER` for numbers.
  static func key(_ operation: DesktopOperation) -> String { operation.text(number: DesktopWay.placeholder) }

  private static let focusedOnly = "it does this with the focused window only"

  /// The operations on the window under the fingers, of a desktop that does not tell which it is.
  static func unknownWindows(_ reason: String) -> [Row] {
    DesktopOperation.touched.filter { $0.subject == .window }
      .map { .absent(key($0), "the window under the fingers is unknown: \(reason)") }
  }

  /// The operations on the output under the fingers, of a desktop that shows no workspace on one output alone.
  static func sharedWorkspaces(_ reason: String) -> [Row] {
    DesktopOperation.touched.filter { $0.subject == .workspace }.map { .absent(key($0), reason) }
  }

  /// The reason of desktops whose workspaces span all outputs.
  static let spansOutputs = "its workspaces span all outputs"

  /// Compositors that list their workspaces.
  static func workspaces(areTried: Bool) -> [Row] {
    let keys = DesktopOperation.Workspace.allCases.map { "workspace: \($0.rawValue)" } + ["workspace: NUMBER"]
    return keys.map { key in
      areTried && key != "workspace: \(DesktopOperation.Workspace.nextOrNew.rawValue)"
        ? .tried(key, .workspaceList) : .untried(key, .workspaceList)
    } + DesktopOperation.touched.filter { $0.subject == .workspace }.map { .untried(key($0), .workspaceList) }
  }

  static let keysInstead = "Sleight knows no way; if it has a shortcut for this, press that with 'keys'"

  /// Desktops whose operations have only the keys of their default shortcuts.
  static func shortcuts(_ chords: [String: String]) -> [Row] {
    DesktopOperation.all.map(key).map { key in
      chords[key].map { .untried(key, .keys(Chord(defaultShortcut: $0))) } ?? .absent(key, keysInstead)
    } + sharedWorkspaces("Sleight knows no way to them") + unknownWindows("Sleight knows no way to ask for it")
  }
}

extension Chord {
  /// A shortcut as the rules file writes it, of modifiers and a key: `ctrl+alt+Right`.
  init(defaultShortcut text: String) {
    let parts = text.split(separator: "+").map(String.init)
    self.init(
      modifiers: parts.dropLast().compactMap { Modifier(rawValue: $0) }, key: parts.last ?? "", text: text)
  }

  /// The logo key and another key.
  static func `super`(_ key: String) -> Chord {
    Chord(modifiers: [.super], key: key, text: "super+\(key)")
  }
}
