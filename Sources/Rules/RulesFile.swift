public import Diagnostics
internal import Gestures
internal import YAML

/// A rules file that was read and checked.
public struct RulesFile: Sendable {
  /// Its text, for messages.
  public let source: SourceFile
  /// Everything there is to say of it, in the file's order.
  public let diagnostics: [Diagnostic]
  /// Its content, byte for byte.
  public let bytes: [UInt8]
  /// What it says; nil where there is an error: a file is used as a whole or not at all.
  public let rules: RuleSet?
  /// What it says of devices, as far as that is right, whatever else is wrong with it: for what is no use of the rules.
  public let devices: [DeviceStatement]

  init(
    source: SourceFile, bytes: [UInt8], diagnostics: [Diagnostic], rules: RuleSet?, devices: [DeviceStatement] = []
  ) {
    self.source = source
    self.bytes = bytes
    self.diagnostics = diagnostics
    self.rules = rules
    self.devices = devices
  }

  /// Checks a file's text.
  /// - Parameters:
  ///   - text: the text.
  ///   - name: what messages call the file, usually its path.
  ///   - keyNames: what is known of keysym names; nil takes every name that could be one.
  public static func check(text: String, name: String, keyNames: KeyNames? = nil) -> RulesFile {
    check(bytes: Array(text.utf8), name: name, keyNames: keyNames)
  }

  /// Checks a file's content, whatever it is.
  public static func check(bytes: [UInt8], name: String, keyNames: KeyNames? = nil) -> RulesFile {
    let source = SourceFile(name: name, bytes: bytes)
    let root: Node?
    do {
      root = try Node.parse(bytes)
    } catch {
      return RulesFile(source: source, bytes: bytes, diagnostics: [Diagnostic(error)], rules: nil)
    }
    var reader = RulesReader(fileName: source.shortName, keyNames: keyNames)
    let content = reader.file(root)
    reader.warn(of: content.rules)
    let rules = reader.errorCount > 0 ? nil : RuleSet(content)
    return RulesFile(
      source: source, bytes: bytes, diagnostics: Self.sorted(reader.diagnostics), rules: rules, devices: content.devices
    )
  }

  /// In the file's order: what is about the whole file first, and of one place in the order it was found.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let start = SourcePosition(line: 0, column: 0)
    return diagnostics.enumerated().sorted { left, right in
      (left.element.span?.start ?? start, left.offset) < (right.element.span?.start ?? start, right.offset)
    }.map(\.element)
  }
}

extension RuleSet {
  /// What a file without mistakes says.
  fileprivate init(_ content: FileContent) {
    self.init(
      content.rules.map(\.rule), keyboard: content.keyboard, settling: content.settling ?? Recognition.settling,
      devices: content.devices)
  }
}

extension Diagnostic {
  /// What YAML itself has against a file.
  init(_ error: ParseError) {
    let id: MessageID =
      switch error.reason {
      case .syntax: .yamlSyntax
      case .encoding: .notUTF8
      case .controlCharacter: .controlCharacter
      case .tooLarge: .tooLarge
      case .tooDeep: .nestedTooDeep
      case .tooMany: .tooManyValues
      case .unknownAlias: .unknownAlias
      case .aliasLoop: .aliasLoop
      case .tag: .yamlTag
      case .secondDocument: .secondDocument
      }
    self.init(
      id, error.message, at: error.span.map { SourceSpan($0) }, help: error.help,
      notes: error.note.map { [Note($0.message, at: SourceSpan($0.span))] } ?? [])
  }
}
