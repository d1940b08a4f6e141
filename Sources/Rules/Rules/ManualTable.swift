/// A table of the manual, in mdoc(7).
public enum ManualTable {
  /// The lines of a table whose columns are as wide as their widest cells: groff breaks a wider cell anywhere.
  public static func lines(head: [String], rows: [[String]]) -> [String] {
    let widths = head.indices.map { column in
      "\"\(([head] + rows).map { $0[column] }.max { $0.count < $1.count } ?? "")\""
    }
    return [".Bl -column \(widths.joined(separator: " "))", ".It Sy \(head.joined(separator: " Ta Sy "))"]
      + rows.map { ".It \($0.joined(separator: " Ta "))" } + [".El"]
  }
}
