/// The texts that diagnostics refer to, by number: 0 is the main file, followed by those that it includes, in the order
/// in which they were read.
public struct SourceFiles: Hashable, Sendable {
  /// The file that was checked; the others are those that it includes.
  public let main: SourceFile
  private var others: [SourceFile] = []

  public init(_ main: SourceFile) { self.main = main }

  /// Adds a file.
  /// - Returns: its number.
  @discardableResult
  public mutating func append(_ file: SourceFile) -> Int {
    others.append(file)
    return others.count
  }

  /// The number of files.
  public var count: Int { 1 + others.count }

  /// The file with this number; the main file if there is none.
  public subscript(number: Int) -> SourceFile {
    others.indices.contains(number - 1) ? others[number - 1] : main
  }

  /// The shortest unambiguous name of each file, by number: the last component of the main file's path, and as many of
  /// each other's as distinguish it from all others.
  public var shortNames: [String] {
    let names = (0..<count).map { self[$0].name.split(separator: "/").map(String.init) }
    return names.indices.map { number in
      let name = names[number]
      let length = name.indices.map { $0 + 1 }.first { length in
        names.indices.allSatisfy { number == 0 || $0 == number || names[$0].suffix(length) != name.suffix(length) }
      }
      return length.map { name.suffix($0).joined(separator: "/") } ?? self[number].name
    }
  }
}
