/// A message about a file, or about several that belong together.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file cannot be used.
    case error
    /// The file can be used, but probably has an unintended effect.
    case warning
    /// The file is correct; a useful remark.
    case note
  }

  /// A note on a related source location.
  public struct Note: Hashable, Sendable {
    /// The text of the note.
    public var message: String
    /// The source location; nil if it has none.
    public var span: Span?

    public init(_ message: String, at span: Span? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// The identifier of the message for programs, independent of its wording: `unknown-gesture`.
  public var id: String
  public var severity: Severity
  /// The message, in lower case and without a full stop.
  public var message: String
  /// The source location; nil for the whole file.
  public let span: Span?
  /// The number of the file in `SourceFiles`.
  public let file: Int
  /// The likely intended text, to replace that of the span.
  public var suggestion: String?
  /// Instructions to fix it.
  public var help: String?
  /// Related source locations.
  public var notes: [Note]

  /// A message about `span`, or about the whole of `file`.
  public init(
    _ severity: Severity, id: String, _ message: String, at span: Span? = nil, of file: Int = 0,
    suggestion: String? = nil, help: String? = nil, notes: [Note] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.span = span
    self.file = span?.file ?? file
    self.suggestion = suggestion
    self.help = help
    self.notes = notes
  }

  /// `2 errors, 1 warning`; nil if there are none.
  public static func summary(of diagnostics: [Diagnostic]) -> String? {
    let parts = Severity.allCases.compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
