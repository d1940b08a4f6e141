public import RulesFile

/// Another tool's configuration, as rules.
public struct Import: Sendable {
  /// A rules file that `check` has nothing against, with a remark in it for everything that is not as it was.
  public let text: String
  /// What is not as it was, in the order of the configuration.
  public let remarks: [ImportRemark]
  /// How many rules act.
  public let ruleCount: Int
  /// How many things that were bound to a gesture these rules do: two that went opposite ways may be one rule.
  public let bindingCount: Int

  /// How many things that were bound to a gesture have no counterpart.
  public var leftOutCount: Int { remarks.count { $0.kind == .leftOut } }

  /// Configurations of more bytes than this are refused: the largest that people have are a hundredth of it.
  public static let sizeLimit = ImportSource.sizeLimit

  /// Reads a configuration.
  /// - Parameters:
  ///   - bytes: its content.
  ///   - name: what messages call it, usually its path.
  ///   - kind: whose it is; nil recognises that by the name and the content.
  ///   - desktop: for which desktop to write what switches workspaces and handles windows; nil writes the keys that
  ///     most desktops have for it.
  ///   - keyNames: what is known of keysym names; nil takes every name that could be one.
  /// - Throws: `ImportError` where it cannot be told whose it is, or where nothing in it can be read.
  public static func read(
    _ bytes: [UInt8], name: String, kind: ImportKind? = nil, desktop: ImportDesktop? = nil, keyNames: KeyNames? = nil
  ) throws(ImportError) -> Import {
    guard bytes.count <= sizeLimit else { throw ImportError("the file is larger than \(sizeLimit >> 20) MiB") }
    let source = ImportSource(name: name, bytes: bytes)
    guard let kind = kind ?? ImportKind(recognising: source) else { throw ImportKind.unknown(source) }
    let translator = CommandTranslator(desktop: desktop, keyNames: keyNames)
    var harvest = try kind.harvest(source, translator)
    harvest.settle()
    return try ImportWriter(source: source, kind: kind, desktop: desktop, keyNames: keyNames).write(harvest)
  }
}

extension ImportKind {
  /// Reads a configuration of this kind.
  fileprivate func harvest(
    _ source: ImportSource, _ translator: CommandTranslator
  ) throws(ImportError) -> ImportHarvest {
    switch self {
    case .libinputGestures: LibinputGesturesImport.read(source, translator)
    case .touchegg: try ToucheggImport.read(source, translator)
    case .fusuma: try FusumaImport.read(source, translator)
    case .gebaar: try GebaarImport.read(source, translator)
    case .lisgd: try LisgdImport.read(source, translator)
    case .comfortableSwipe: ComfortableSwipeImport.read(source, translator)
    }
  }

  /// What to say of a configuration that is of none of the kinds.
  static func unknown(_ source: ImportSource) -> ImportError {
    let list = allCases.map(\.rawValue).joined(separator: ", ")
    guard let tool = UnreadTool(recognising: source) else {
      return ImportError("whose configuration this is cannot be told; say --from with one of \(list)")
    }
    return ImportError(
      "this looks like a configuration of \(tool.rawValue), which is not read; those that are: \(list)")
  }
}

/// Something of a configuration that is not in the rules as it was.
public struct ImportRemark: Hashable, Sendable {
  /// What became of it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It was bound to a gesture and has no counterpart.
    case leftOut = "left out"
    /// It is there, and not exactly as it was.
    case changed
    /// A setting, or something that never was in force, that is not there.
    case ignored
  }

  /// What became of it.
  public var kind: Kind
  /// The line of the configuration, from 1.
  public var line: Int
  /// What, and why.
  public var message: String

  init(_ kind: Kind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }
}

/// Why a configuration cannot be read at all.
public struct ImportError: Error, Hashable, Sendable {
  /// What is wrong.
  public var message: String
  /// The line and the column, from 1; nil where it is the whole file.
  public var place: Place?

  /// A place in a configuration.
  public struct Place: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int
  }

  init(_ message: String, line: Int? = nil, column: Int = 1) {
    self.message = message
    place = line.map { Place(line: $0, column: column) }
  }
}
