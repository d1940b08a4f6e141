import Foreign
import Glibc
import Importing
import RulesFile
import Testing

/// A configuration of `Tests/RulesTests/Corpus/Import`, and the rules file to which it is converted.
///
/// The directories have the names of the kinds. `NAME.rules` beside `NAME` is the expected rules file. After an
/// intended change, this command rewrites the expected files:
///
///     SLEIGHT_REWRITE_CORPUS=1 make test-unit TESTS=RulesTests
///
/// The test fails nevertheless: read the new files before you keep them.
struct ImportSample: CustomTestStringConvertible {
  /// The tool of the configuration.
  let kind: ImportKind
  /// The name of the configuration.
  let name: String
  /// The text of the configuration.
  let text: String

  var testDescription: String { "\(kind.rawValue)/\(name)" }

  private static let directory = "Tests/RulesTests/Corpus/Import"
  private var path: String { "\(Self.directory)/\(kind.rawValue)/\(name)" }

  /// The text of the expected rules file.
  var rules: String { Checkout.text(of: "\(path).rules") ?? "" }

  /// Makes `rules` the expected rules file.
  func rewrite(_ rules: String) { Checkout.write(rules, to: "\(path).rules") }

  /// All samples, by kind.
  static let all: [ImportSample] = ImportKind.allCases.flatMap { kind in
    Checkout.names(in: "\(directory)/\(kind.rawValue)").filter { !$0.hasSuffix(".rules") }.map { name in
      let path = "\(directory)/\(kind.rawValue)/\(name)"
      return ImportSample(kind: kind, name: name, text: Checkout.text(of: path) ?? "")
    }
  }
}
