/// The texts that diagnostics speak of, by number: the file that was asked for is 0, then come those that belong to it in
/// the order they were read.
public struct SourceFiles: Hashable, Sendable {
  /// The file that was asked for.
  public let main: SourceFile
  private var others: [SourceFile] = []

  /// One file.
  public init(_ main: SourceFile) { self.main = main }

  /// Adds another one.
  /// - Returns: its number.
  @discardableResult
  public mutating func append(_ file: SourceFile) -> Int {
    others.append(file)
    return others.count
  }

  /// How many there are.
  public var count: Int { 1 + others.count }

  /// The file of this number; a number that was not given is that of the main file.
  public subscript(number: Int) -> SourceFile {
    others.indices.contains(number - 1) ? others[number - 1] : main
  }

  /// What places that are short call each file, by number: the last component of its name, and as many in front of that
  /// as tell it from the others.
  public var shortNames: [String] {
    let names = (0..<count).map { self[$0].name.split(separator: "/").map(String.init) }
    return names.indices.map { number in
      let name = names[number]
      let length = name.indices.map { $0 + 1 }.first { length in
        names.indices.allSatisfy { $0 == number || names[$0].suffix(length) != name.suffix(length) }
      }
      return length.map { name.suffix($0).joined(separator: "/") } ?? self[number].name
    }
  }
}
