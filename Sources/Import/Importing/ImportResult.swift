public import Foreign
public import Rules
public import RulesFile

/// The rules file made from another tool's configuration.
public struct ImportResult: Sendable {
  /// A valid rules file, with comments on everything that was left out or changed.
  public let text: String
  /// The differences from the configuration, in its order.
  public let remarks: [ImportRemark]
  /// The number of rules that are in force, not commented out.
  public let ruleCount: Int
  /// The bindings, for a proof; nil if none was asked for.
  var bindings: ImportedBindings?

  /// The number of bindings without a counterpart.
  public var leftOutCount: Int { count(of: .leftOut) }
  /// The number of bindings that are left to the compositor.
  public var keptCount: Int { count(of: .kept) }

  private func count(of kind: ImportRemark.Kind) -> Int { remarks.count { $0.kind == kind } }

  /// The maximum size of a configuration in bytes, a hundred times that of the largest known ones.
  public static let sizeLimit = ImportSource.sizeLimit

  /// Reads a configuration.
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file in messages, usually its path.
  ///   - kind: the tool of the configuration; nil to detect it by content and name.
  ///   - desktop: the desktop whose commands or keys switch workspaces and control windows; nil for the keys that most
  ///     desktops share.
  ///   - screen: the touchscreen for which lengths in pixels and in shares of a screen are converted; nil to assume
  ///     one.
  ///   - keyNames: the known keysym names; nil to accept any name that could be one.
  ///   - files: access to the files that the configuration includes.
  ///   - isProven: true to keep what a proof requires.
  ///   - time: the time that this may take.
  /// - Throws: `ImportError` if the tool is not recognised or the configuration cannot be parsed.
  public static func read(
    _ bytes: [UInt8], name: String, kind: ImportKind? = nil, desktop: DesktopKind? = nil, screen: ImportScreen? = nil,
    keyNames: KeyNames? = nil, files: IncludedFiles = .none,
    isProven: Bool = false, time: ReadingTime = .limited
  ) throws(ImportError) -> ImportResult {
    guard bytes.count <= sizeLimit else { throw ImportError("the file is larger than \(sizeLimit >> 20) MiB") }
    let main = ImportSource(name: name, bytes: bytes)
    guard !main.isRulesFile else {
      throw ImportError(
        kind.map { "this is a rules file, not a configuration of \($0.toolName)" }
          ?? "this is a rules file already; 'sleight check FILE' checks it")
    }
    let requested = kind
    guard let kind = requested ?? ImportKind(recognising: main) else { throw ImportKind.unknown(main) }
    let (whole, included, paths) = ImportIncludes.expand(main, kind, files)
    let source = NixText.content(of: NixNames.expanded(whole, files), kind)
    let translator = CommandTranslator(desktop: desktop, keyNames: keyNames, screen: screen ?? .usual)
    var draft: ImportDraft
    do {
      draft = try kind.read(source, translator)
    } catch {
      throw requested.flatMap { $0.mismatch(source) } ?? error
    }
    if draft.rules.isEmpty, let mismatch = requested?.mismatch(source) { throw mismatch }
    draft.remarks += included
    if !draft.hasGestures, draft.rules.isEmpty {
      throw ImportError.withoutGestures(of: kind, in: [name] + paths, draft.remarks.map { $0.text.located(in: source) })
    }
    if let line = main.unreadableLine {
      draft.remark(.changed, line: line, "this is not UTF-8 text; unreadable characters became '\u{fffd}'")
    }
    if screen == nil { draft.remarkAssumedScreen() }
    let writer = ImportWriter(source: source, kind: kind, keyNames: keyNames, time: time)
    try writer.checkTime(draft)
    let bindings = isProven ? try writer.bindings(of: draft, for: desktop) : nil
    draft.finish(source, for: desktop)
    var result = try writer.write(draft)
    result.bindings = bindings
    return result
  }
}

extension ImportKind {
  /// Reads a configuration of this kind.
  fileprivate func read(
    _ source: ImportSource, _ translator: CommandTranslator
  ) throws(ImportError) -> ImportDraft {
    switch self {
    case .libinputGestures: LibinputGesturesImporter.read(source, translator)
    case .touchegg: try ToucheggImporter.read(source, translator)
    case .fusuma: try FusumaImporter.read(source, translator)
    case .gebaar: try GebaarImporter.read(source, translator)
    case .lisgd: try LisgdImporter.read(source, translator)
    case .comfortableSwipe: ComfortableSwipeImporter.read(source, translator)
    case .inputActions: try InputActionsImporter.read(source, translator)
    case .hyprland: HyprlandImporter.read(source, translator)
    case .sway: SwayImporter.read(source, translator)
    }
  }

  /// The error for a configuration of an unknown tool.
  static func unknown(_ source: ImportSource) -> ImportError {
    let list = allCases.map(\.rawValue).joined(separator: ", ")
    guard let tool = UnreadTool(recognising: source) else {
      return ImportError("the tool of this configuration is not recognised; choose with --from: \(list)")
    }
    return ImportError(
      "this seems to be a configuration of \(tool.rawValue), which cannot be imported; supported: \(list)")
  }

  /// The error for a configuration that seems to be another tool's; nil if it does not.
  fileprivate func mismatch(_ source: ImportSource) -> ImportError? {
    if let other = Self.byContent(source) {
      guard other != self else { return nil }
      return ImportError(
        "this seems to be a configuration of \(other.toolName), not of \(toolName); use '--from \(other.rawValue)'")
    }
    return UnreadTool(recognising: source).map {
      ImportError("this seems to be a configuration of \($0.rawValue), not of \(toolName), and cannot be imported")
    }
  }
}
