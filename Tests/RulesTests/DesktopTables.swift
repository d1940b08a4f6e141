import Desktop
import Rules
import Testing

/// The tables of sleight-desktops(7), in mdoc(7), each narrow enough for a terminal of 60 columns.
enum DesktopTables {
  /// The lines of a table whose columns are as wide as their widest cells: groff breaks a wider cell anywhere.
  private static func lines(head: [String], rows: [[String]]) -> [String] {
    let widths = head.indices.map { column in
      "\"\(([head] + rows).map { $0[column] }.max { $0.count < $1.count } ?? "")\""
    }
    return [".Bl -column \(widths.joined(separator: " "))", ".It Sy \(head.joined(separator: " Ta Sy "))"]
      + rows.map { ".It \($0.joined(separator: " Ta "))" } + [".El"]
  }

  // MARK: What rules can depend on

  static let support =
    table([.app, .title, .fullscreen, .output, .under]) + table([.maximized, .overview])
    + table([.layout, .lock, .swipes, .workspaces]) + table([.keys, .text, .pointer, .scrolling])

  private static func table(_ abilities: [DesktopSupport.Ability]) -> [String] {
    lines(
      head: ["desktop"] + abilities.map(\.rawValue),
      rows: DesktopSupport.all.map { desktop in
        // The name without the project's: Plasma.
        [desktop.name.split(separator: " ").last.map(String.init) ?? desktop.name]
          + abilities.map { word(desktop[$0]) }
      })
  }

  /// The word of a cell. The columns have room for one word for both lists of the compositor.
  private static func word(_ cell: DesktopSupport.Cell) -> String {
    let means = cell.means == .windowList ? DesktopSupport.Means.workspaceList : cell.means
    return means == .none || cell.isTried ? means.rawValue : means.rawValue + "?"
  }

  // MARK: The desktop's actions

  /// The means by which desktops perform most operations, in the order of the tables.
  private enum Means: CaseIterable {
    case socketOrBus, lists, shortcuts

    init(of ways: [DesktopWay]) {
      let areOwn = ways.contains {
        switch $0 {
        case .command, .shellExtension, .shortcut, .method, .virtualDesktops: true
        case .windowList, .workspaceList, .keys, .none: false
        }
      }
      self = areOwn ? .socketOrBus : ways.contains { $0 == .windowList || $0 == .workspaceList } ? .lists : .shortcuts
    }
  }

  private static let groups: [[DesktopKind]] = Means.allCases.map { means in
    DesktopKind.allCases.filter { $0 != .other && Means(of: DesktopWays.of($0).ways) == means }
  }

  /// The operations by the heads of their tables: their keys.
  private static let operations: [(head: String, rows: [DesktopOperation])] =
    [("", DesktopOperation.all), (" at: fingers", DesktopOperation.touched)].flatMap { place, all in
      DesktopOperation.Subject.allCases.map { subject in
        (subject.rawValue + place, all.filter { $0.subject == subject })
      }
    }

  /// For each group of desktops, one for each kind of operation that they perform.
  static let ways = groups.flatMap { desktops in
    operations.flatMap { head, all in
      let rows = all.filter { row in desktops.contains { DesktopWays.of($0).obstacle(to: row) == nil } }
      return rows.isEmpty
        ? []
        : lines(
          head: [head] + desktops.map(\.name),
          rows: rows.map { row in [label(row)] + desktops.map { word(DesktopWays.of($0)[row]) } })
    }
  }

  private static func word(_ cell: DesktopWays.Cell) -> String {
    switch cell.way {
    case .command, .shellExtension, .shortcut, .method, .virtualDesktops, .windowList, .workspaceList:
      cell.isTried ? "yes" : "yes?"
    case .keys: cell.isTried ? "keys" : "keys?"
    case .none: "no"
    }
  }

  /// The value of an operation, as the first cell of its row.
  private static func label(_ operation: DesktopOperation) -> String {
    switch operation {
    case .workspaceNumber: "1 to \(DesktopOperation.mostWorkspaces)"
    case .window(.toWorkspace), .touchedWindow(.toWorkspace): "\(DesktopOperation.Change.toWorkspace)N"
    case .workspace, .touchedWorkspace, .desktop, .window, .touchedWindow: operation.value
    }
  }
}
