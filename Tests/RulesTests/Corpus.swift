import Glibc
import Rules
import Testing

/// One rules file of `Tests/RulesTests/Corpus`, and what a person is to see of it.
///
/// `Bad/NAME.yml` has one kind of mistake, `Good/NAME.yml` has none. `NAME.txt` beside it has everything that `check`
/// prints; there is none where that is nothing. When messages change on purpose, this writes the texts anew:
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

  var testDescription: String { name }

  /// What `check` says of it.
  var checked: RulesFile { RulesFile.check(bytes: bytes, name: "rules.yml", keyNames: keyNames) }

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
    return Checkout.names(in: directory).filter { $0.hasSuffix(".yml") }.compactMap { file in
      Checkout.bytes(of: "\(directory)/\(file)").map {
        CorpusFile(kind: kind, name: String(file.dropLast(4)), bytes: $0)
      }
    }
  }

  static let bad = all(.bad)
  static let good = all(.good)

  /// The texts that stand beside no file.
  static let strays: [String] = Kind.allCases.flatMap { kind in
    let names = Checkout.names(in: "\(directory)/\(kind.rawValue)")
    let files = Set(names.filter { $0.hasSuffix(".yml") }.map { $0.dropLast(4) })
    return names.filter { $0.hasSuffix(".txt") && !files.contains($0.dropLast(4)) }
  }
}
