import Glibc
import RulesFile
import Testing

/// One rules file of `Tests/RulesTests/Corpus`, and its expected messages.
///
/// `Bad/NAME.yml` has one kind of mistake, `Good/NAME.yml` has none, and `Traps/NAME.yml` is valid and does something
/// else than its author means. If a file includes others, `NAME` is a directory
/// with `rules.yml` and the others in it. `NAME.txt` beside it has all output of `check`; the file is absent if there
/// is no output. After an intended change of messages, this command rewrites the texts:
///
///     SLEIGHT_REWRITE_CORPUS=1 swift test --filter CorpusTests
///
/// The tests fail nevertheless: read the new texts, line by line, before you keep them.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  /// The part of the corpus.
  enum Kind: String, CaseIterable {
    case bad = "Bad"
    case good = "Good"
    case traps = "Traps"
  }

  let kind: Kind
  /// The mistake, or the feature that the file shows.
  let name: String
  let bytes: [UInt8]
  /// The files that it may include, by path.
  let others: [String: String]

  var testDescription: String { name }

  /// The result of `check`.
  var checked: RulesFile {
    RulesFile.check(bytes: bytes, name: "rules.yml", keyNames: keyNames, files: .texts(others))
  }

  private static let directory = "Tests/RulesTests/Corpus"
  private var textPath: String { "\(Self.directory)/\(kind.rawValue)/\(name).txt" }

  /// The expected output.
  var expected: String { Checkout.text(of: textPath) ?? "" }

  /// True if the expected outputs are to be rewritten.
  static let isRewritten = getenv("SLEIGHT_REWRITE_CORPUS") != nil

  /// Makes `shown` the expected output.
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

  /// The files in a directory and its subdirectories, by path.
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
  static let traps = all(.traps)

  /// The expected outputs without a rules file.
  static let strays: [String] = Kind.allCases.flatMap { kind in
    let names = Checkout.names(in: "\(directory)/\(kind.rawValue)")
    let files = Set(all(kind).map(\.name))
    return names.filter { $0.hasSuffix(".txt") && !files.contains(String($0.dropLast(4))) }
  }
}
