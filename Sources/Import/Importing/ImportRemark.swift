internal import Foreign

/// A difference between the configuration and the rules made from it.
public struct ImportRemark: Hashable, Sendable {
  /// The kinds of differences.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A binding without a counterpart.
    case leftOut = "left out"
    /// A binding that behaves differently.
    case changed
    /// A binding that does what it says also where the tool did not, or not where it acted by accident.
    case better
    /// A binding that does the same, and the desktop acts as well, which the tool prevented.
    case both = "both act"
    /// A gesture that the compositor does better, and keeps.
    case kept
    /// A binding that does the same, and depends on something that the rules file does not state.
    case note
    /// A setting, or a binding that never had an effect, without a counterpart.
    case ignored
  }

  public var kind: Kind
  /// The line in the configuration, or in `file`, counted from 1.
  public var line: Int
  /// The path of the file, if the configuration includes it; nil for the configuration itself.
  public var file: String?
  /// The message for users, with the reason.
  public var message: String

  /// A remark with the line in its own file.
  init(_ draft: ImportDraft.Remark, in source: ImportSource) {
    let place = source.place(of: draft.line)
    (kind, line, file, message) = (draft.kind, place.line, place.file, draft.text.located(in: source))
  }
}

extension ImportDraft {
  /// A remark whose lines are those of the whole configuration, with the files that it includes.
  struct Remark: Hashable {
    var kind: ImportRemark.Kind
    var line: Int
    var text: ImportText

    init(_ kind: ImportRemark.Kind, line: Int, _ text: ImportText) {
      (self.kind, self.line, self.text) = (kind, line, text)
    }
  }
}

/// A text about a configuration. The lines in it stay numbers until the files that they are in are known.
struct ImportText: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Part: Hashable {
    case text(String)
    case line(Int)
  }

  private var parts: [Part]

  init(_ text: String) { parts = [.text(text)] }
  init(stringLiteral text: String) { self.init(text) }
  init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

  /// `line 3`, or `line 3 of FILE` for a line of an included file, is `\(line: 3)`.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }
    mutating func appendInterpolation(_ value: some CustomStringConvertible) { parts.append(.text("\(value)")) }
    mutating func appendInterpolation(line: Int) { parts.append(.line(line)) }
  }

  static func + (left: ImportText, right: ImportText) -> ImportText {
    var text = left
    text.parts += right.parts
    return text
  }

  /// The text with the lines of the files that `source` consists of.
  func located(in source: ImportSource) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .line(let line):
        let place = source.place(of: line)
        return "line \(place.line)" + (place.file.map { " of \($0.lastComponent)" } ?? "")
      }
    }.joined()
  }
}

/// An error for which a whole configuration is rejected.
public struct ImportError: Error, Hashable, Sendable {
  /// The problem, for people.
  public var message: String
  /// The location of the error; nil if it concerns the whole file.
  public var location: Location?

  /// A location in a configuration.
  public struct Location: Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The column in Unicode scalars, counted from 1.
    public var column: Int
  }

  init(_ message: String, at location: Location? = nil) { (self.message, self.location) = (message, location) }

  init(_ message: String, line: Int?) { self.init(message, at: line.map { Location(line: $0, column: 1) }) }

  /// The error for a configuration without a gesture.
  /// - Parameters:
  ///   - files: the files in which gestures were looked for.
  ///   - remarks: the remarks on what was found in place of gestures, such as files that are not read.
  static func withoutGestures(of kind: ImportKind, in files: [String], _ remarks: [String]) -> ImportError {
    let most = 10
    let others = files.count > most ? " and \(files.count - most) more" : ""
    let looked = "looked in: \(files.prefix(most).joined(separator: ", "))\(others)"
    return ImportError(
      (["no gestures of \(kind.toolName) found", looked] + remarks.prefix(most)).joined(separator: "; "))
  }
}
