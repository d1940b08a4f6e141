/// One thing to tell the author of a file, or of several that belong together.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file cannot be used.
    case error
    /// The file can be used, but will not do what its author thinks.
    case warning
    /// The file is good, and this is worth knowing of it.
    case note
  }

  /// A remark that explains a diagnostic by another place.
  public struct Note: Hashable, Sendable {
    /// What is to be seen there.
    public var message: String
    /// The place, or nil where the remark is on none.
    public var span: SourceSpan?

    /// A remark.
    public init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// Names the kind of message for programs; it stays the same when the wording changes: `unknown-gesture`.
  public var id: String
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, in lower case and without a full stop.
  public var message: String
  /// Where; nil where it is the file as a whole.
  public let span: SourceSpan?
  /// The number of the file in `SourceFiles`.
  public let file: Int
  /// What was probably meant, to stand in the span's place.
  public var suggestion: String?
  /// What to do about it.
  public var help: String?
  /// Other places that explain it.
  public var notes: [Note]

  /// A message about the text at `span`, or else about the `file` as a whole.
  public init(
    _ severity: Severity, id: String, _ message: String, at span: SourceSpan? = nil, of file: Int = 0,
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

  /// `2 errors, 1 warning`; nil where there is nothing.
  public static func summary(of diagnostics: [Diagnostic]) -> String? {
    let parts = Severity.allCases.compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
