import Glibc
import RulesFile
import Testing

/// One rules file of `Tests/RulesTests/Corpus`, and what a person is to see of it.
///
/// `Bad/NAME.yml` has one kind of mistake, `Good/NAME.yml` has none. Where a file includes others, `NAME` is a directory
/// with `rules.yml` and those others in it. `NAME.txt` beside it has everything that `check` prints; there is none where
/// that is nothing. When messages change on purpose, this writes the texts anew:
///
///     SLEIGHT_REWRITE_CORPUS=1 swift test --filter CorpusTests
///
/// The tests fail all the same then: what they wrote is to be read, line by line, before it is kept.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  /// Which half of the corpus it is in.
  enum Kind: String, CaseIterable {
    case bad = "Bad"
    case good = "Good"
  }

  let kind: Kind
  /// What is wrong, or what it shows.
  let name: String
  let bytes: [UInt8]
  /// The files that it may include, by their paths.
  let others: [String: String]

  var testDescription: String { name }

  /// What `check` says of it.
  var checked: RulesFile {
    RulesFile.check(bytes: bytes, name: "rules.yml", keyNames: keyNames, files: .texts(others))
  }

  private static let directory = "Tests/RulesTests/Corpus"
  private var textPath: String { "\(Self.directory)/\(kind.rawValue)/\(name).txt" }

  /// What a person is to see.
  var expected: String { Checkout.text(of: textPath) ?? "" }

  /// Whether the texts are to be written anew.
  static let isRewritten = getenv("SLEIGHT_REWRITE_CORPUS") != nil

  /// Makes `shown` what a person is to see.
  func rewrite(_ shown: String) { Checkout.write(shown.isEmpty ? nil : shown, to: textPath) }

  /// All files of one kind, in order.
  static func all(_ kind: Kind) -> [CorpusFile] {
    let directory = "\(directory)/\(kind.rawValue)"
    return Checkout.names(in: directory).compactMap { name in
      if name.hasSuffix(".yml") {
        return Checkout.bytes(of: "\(directory)/\(name)").map {
          CorpusFile(kind: kind, name: String(name.dropLast(4)), bytes: $0, others: [:])
        }
      }
      let others = texts(in: "\(directory)/\(name)")
      return others["rules.yml"].map { CorpusFile(kind: kind, name: name, bytes: Array($0.utf8), others: others) }
    }
  }

  /// The files in a directory and in those in it, by their paths.
  private static func texts(in directory: String) -> [String: String] {
    var texts: [String: String] = [:]
    for name in Checkout.names(in: directory) {
      if name.hasSuffix(".yml") {
        texts[name] = Checkout.text(of: "\(directory)/\(name)")
      } else {
        for (inner, text) in self.texts(in: "\(directory)/\(name)") { texts["\(name)/\(inner)"] = text }
      }
    }
    return texts
  }

  static let bad = all(.bad)
  static let good = all(.good)

  /// The texts that stand beside no file.
  static let strays: [String] = Kind.allCases.flatMap { kind in
    let names = Checkout.names(in: "\(directory)/\(kind.rawValue)")
    let files = Set(all(kind).map(\.name))
    return names.filter { $0.hasSuffix(".txt") && !files.contains(String($0.dropLast(4))) }
  }
}
