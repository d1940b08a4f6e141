public import Desktop
public import Diagnostics
public import Gestures
public import Rules
public import Touch
package import YAML

/// A rules file and the files that it includes, read and checked.
public struct RulesFile: Sendable {
  /// The texts of the files, for messages.
  public let sources: SourceFiles
  /// All messages, in the order of the files and their lines.
  public let diagnostics: [Diagnostic]
  /// The rules; nil if there is an error: a file is used as a whole or not at all.
  public let rules: RuleSet?
  /// The paths of all files that were read or looked for: a change of one of them may change the result.
  public let paths: [String]
  /// The directories that were searched for files to include: new and removed files there may also change the result.
  public let directories: [String]
  /// The valid parts of the file besides its rules, even if others have errors.
  private let content: FileContent

  init(
    sources: SourceFiles, diagnostics: [Diagnostic], rules: RuleSet?, paths: [String], directories: [String] = [],
    content: FileContent = FileContent()
  ) {
    self.sources = sources
    self.diagnostics = diagnostics
    self.rules = rules
    self.paths = paths
    self.directories = directories
    var content = content
    // The daemon keeps the file: the rules are in memory once.
    (content.rules, content.disabled) = ([], [])
    self.content = content
  }

  /// The valid statements about devices, even if other parts have errors: for commands that use no rules.
  public var devices: [DeviceStatement] { content.devices }

  /// True if the contacts of touchpads may be read, even if other parts have errors.
  public var mayReadContacts: Bool { content.mayReadContacts }

  /// True if the desktop shows a notification of errors; nil if the file does not say, or is not readable so far.
  public var showsErrors: Bool? { content.showsErrors }

  /// The names of the shapes under `strokes`, sorted.
  public var strokeNames: [String] { content.strokeFiles.keys.sorted() }

  /// The file that defines the shape `name`; the main file if none does.
  public func source(ofStroke name: String) -> SourceFile { sources[content.strokeFiles[name] ?? 0] }

  /// The trigger of a rule with these keys, the gesture first, by the file's settings and with its shapes; nil if it
  /// has an error.
  /// - Parameter gesture: a gesture under `gestures` that the file does not have yet.
  public func trigger(_ keys: [WordedKey], defining gesture: WordedGesture? = nil) -> Trigger? {
    var content = content
    if let gesture { content.gestures[gesture.name] = Node(gesture.value, line: 1) }
    return try? content.trigger(keys)
  }

  /// True if the file has a gesture with this name under `gestures`.
  public func definesGesture(_ name: String) -> Bool { content.gestures[name] != nil }

  /// Checks a file's text.
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name in messages, usually the path: included files are looked for in its directory.
  ///   - keyNames: the keysym names; nil accepts every well-formed name.
  ///   - files: the files that it may include.
  ///   - time: the time that this may take.
  public static func check(
    text: String, name: String, keyNames: KeyNames? = nil, files: IncludedFiles = .none, time: ReadingTime = .limited
  ) -> RulesFile {
    check(bytes: Array(text.utf8), name: name, keyNames: keyNames, files: files, time: time)
  }

  /// The maximum size of a file in bytes.
  public static let sizeLimit = Node.sizeLimit

  /// Checks a file's content.
  /// - Parameters:
  ///   - objection: the reason why the file may not be used, if any.
  ///   - desktop: the gestures that the running desktop handles itself.
  ///   - kind: the running desktop, if it is known.
  ///   - devices: the touch devices of the machine that can be read; nil if nobody has looked for them.
  ///   - time: the time that this may take.
  ///   - machine: its programs and the names of its devices, if they are known.
  public static func check(
    bytes: [UInt8], name: String, keyNames: KeyNames? = nil, files: IncludedFiles = .none,
    objection: Diagnostic? = nil, desktop: DesktopGestures? = nil, kind: DesktopKind? = nil, devices: [Device]? = nil,
    time: ReadingTime = .limited, machine: KnownMachine? = nil
  ) -> RulesFile {
    var memory: CheckMemory?
    return check(
      bytes: bytes, name: name, keyNames: keyNames, files: files, objection: objection, desktop: desktop, kind: kind,
      devices: devices, time: time, machine: machine, memory: &memory)
  }

  /// Checks a file's content as above, and with a memory of an earlier check of the same file on the same machine, only
  /// what has changed since: the messages are the same, and the rules, which nobody asks for, are nil.
  /// - Parameter memory: nil for none.
  public static func check(
    bytes: [UInt8], name: String, keyNames: KeyNames? = nil, files: IncludedFiles = .none,
    objection: Diagnostic? = nil, desktop: DesktopGestures? = nil, kind: DesktopKind? = nil, devices: [Device]? = nil,
    time: ReadingTime = .limited, machine: KnownMachine? = nil, memory: inout CheckMemory?
  ) -> RulesFile {
    let source = SourceFile(name: name, bytes: bytes)
    var documents = RulesDocuments(source, files)
    var decoder = RulesDecoder(.init(keyNames), time: time)
    if !decoder.readAgain(source, objection, into: &documents, &memory) {
      documents = RulesDocuments(source, files)
      decoder = RulesDecoder(.init(keyNames), time: time)
      decoder.readAll(source, objection, into: &documents, &memory)
    }
    let places = decoder.places
    let messages = messages(
      about: &decoder, keyNames: keyNames, sources: documents.sources, places: places, desktop: desktop, kind: kind,
      devices: devices, machine: machine)
    let rules = messages.errorCount > 0 || memory != nil ? nil : RuleSet(decoder.content)
    decoder.keepMemory(&memory)
    return RulesFile(
      sources: documents.sources, diagnostics: messages.sorted(by: places), rules: rules, paths: documents.paths,
      directories: documents.directories, content: decoder.content)
  }

  /// Checks rules that no text contains yet.
  /// - Parameters:
  ///   - rules: the rules. Messages about one of them have its index, plus 1, as their line.
  ///   - others: the other keys of the file, such as `settings`.
  ///   - keyNames: the keysym names; nil accepts every well-formed name.
  ///   - time: the time that this may take.
  package static func check(
    _ rules: [YAMLValue], with others: [YAMLValue.Entry], keyNames: KeyNames?, time: ReadingTime
  ) -> [Diagnostic] {
    var root = Node(.mapping(others), line: rules.count + 2)
    let list = Node.Content.sequence(rules.enumerated().map { Node($0.element, line: $0.offset + 1) })
    let key = Node(.text(Word.rules.name), line: rules.count + 1)
    root.content = .mapping(root.entries + [.init(key: key, value: Node(content: list, span: key.span))])
    var decoder = RulesDecoder(.init(keyNames), time: time)
    if let fields = decoder.keys(of: root, number: 0) {
      decoder.decode([RulesDocument(number: 0, fields: fields)], shortNames: [""])
    }
    return messages(about: &decoder, keyNames: keyNames).sorted()
  }

  /// The messages about what was decoded.
  private static func messages(
    about decoder: inout RulesDecoder, keyNames: KeyNames?, sources: SourceFiles? = nil, places: Places = Places(),
    desktop: DesktopGestures? = nil, kind: DesktopKind? = nil, devices: [Device]? = nil, machine: KnownMachine? = nil
  ) -> Messages {
    // The checks require all rules.
    let content = decoder.isOverdue ? FileContent() : decoder.content
    var adviser = RulesAdviser(
      content, keyNames: keyNames, names: decoder.names, sources: sources, places: places,
      release: desktop?.release, deviceNames: machine?.deviceNames ?? [])
    decoder.memory?.exchange(&adviser.judged)
    adviser.advise(on: decoder.findings, within: decoder.time)
    decoder.memory?.exchange(&adviser.judged)
    adviser.warn(ofInvisible: decoder.invisible)
    var checker = RulesChecker(messages: adviser.messages)
    checker.reportShownHands(of: content, hasUnreadFile: decoder.hasUnreadFile)
    checker.warn(ofConflictsIn: content)
    adviser.messages = checker.messages
    // Notes would distract from errors.
    if adviser.messages.errorCount == 0 { adviser.warn(ofGesturesIn: content) }
    adviser.warnOfModes(hasUnreadFile: decoder.hasUnreadFile)
    checker.messages = adviser.messages
    checker.warn(of: content, on: desktop, devices)
    // Notes would distract from errors.
    if checker.messages.errorCount == 0 { checker.note(ofKeypadKeysIn: content, on: kind) }
    if let machine { checker.warn(ofProgramsOf: content.rules, missingIn: machine) }
    if let kind { checker.warn(ofOperations: content.operations, on: DesktopWays.of(kind)) }
    // A file that is accepted did not take longer.
    if checker.messages.errorCount == 0, decoder.time.isOver() {
      checker.report(.tooSlow, MessageID.tooSlowText, at: content.rules.last?.gesture)
    }
    return checker.messages
  }
}

extension RuleSet {
  /// The rules of a file without mistakes.
  fileprivate init(_ content: FileContent) {
    self.init(
      content.rules.map { content.actsWhilePenNear ? $0.rule : $0.rule.awayFromPens }, keyboard: content.keyboard,
      injection: content.injection,
      settling: content.settling ?? content.person?.settling ?? Recognition.settling, devices: content.devices,
      lockProbe: content.lockProbe,
      mayReadKeyboards: content.mayReadKeyboards, mayReadContacts: content.mayReadContacts)
    panicTime = content.panicTime ?? Self.panicTime
    keepsFingers = content.keepsFingers ?? Self.keepsFingers
    suitsPerson = content.person != nil
    keepsPositions = content.keepsPositions
    showsErrors = content.showsErrors ?? showsErrors
    (hintSide, hintsMisses) = (content.hintSide, content.hintsMisses)
    hintsFullscreen = content.hintsFullscreen
    actsWhileTyping = content.actsWhileTyping
    desktopSwipes = content.desktopSwipes?.state ?? .enabled
    disabled = content.disabled.map(\.rule)
  }
}

extension Diagnostic {
  /// The message for a YAML error in the file with this number.
  init(_ error: ParseError, in file: Int) {
    let id: MessageID =
      switch error.reason {
      case .syntax: .yamlSyntax
      case .encoding: .notUTF8
      case .controlCharacter: .controlCharacter
      case .tooLarge, .textTooLong: .tooLarge
      case .tooDeep: .nestedTooDeep
      case .tooMany: .tooManyValues
      case .unknownAlias: .unknownAlias
      case .aliasLoop: .aliasLoop
      case .merge: .malformedMerge
      case .tag: .yamlTag
      case .secondDocument: .secondDocument
      }
    self.init(
      id.severity, id: id.rawValue, error.message, at: error.span, of: file, help: error.help,
      notes: error.note.map { [Note($0.message, at: $0.span)] } ?? [])
  }
}

extension RulesFile {
  /// Opens, reads and checks the file at `path` and those it includes. A pipe is read to its end, so that a shell's
  /// process substitution and `/dev/stdin` work.
  ///
  /// A rules file decides which commands run in the user's name: a file that others may write is refused, and its
  /// mistakes are reported as well.
  /// - Parameters:
  ///   - mayWait: false refuses everything that may block the reader: all but regular files. Included files are always
  ///     regular files.
  ///   - kind: the running desktop, if it is known.
  ///   - devices: the touch devices of the machine that can be read; nil if nobody has looked for them.
  ///   - machine: its programs and the names of its devices, if they are known.
  ///   - owners: tells the owners of files that the kernel hides.
  public static func load(
    path: String, keyNames: KeyNames? = nil, mayWait: Bool = true, desktop: DesktopGestures? = nil,
    kind: DesktopKind? = nil, devices: [Device]? = nil, machine: KnownMachine? = nil,
    owners: IncludedFiles.Owners? = nil
  ) -> RulesFile {
    switch IncludedFiles.read(path, mayWait: mayWait, owners: owners) {
    case .content(let bytes, let objection):
      check(
        bytes: bytes, name: path, keyNames: keyNames, files: .live(owners: owners), objection: objection,
        desktop: desktop, kind: kind, devices: devices, machine: machine)
    case .refused(let diagnostic):
      RulesFile(
        sources: SourceFiles(SourceFile(name: path, bytes: [])), diagnostics: [diagnostic], rules: nil, paths: [path])
    }
  }
}

extension RulesFile {
  /// True if all files that were read have the same content still, and may be used; false if one was not read, or if
  /// directories were searched, whose entries are not compared.
  public func readsTheSame(owners: IncludedFiles.Owners? = nil) -> Bool {
    guard directories.isEmpty, paths == (0..<sources.count).map({ sources[$0].name }) else { return false }
    return (0..<sources.count).allSatisfy { number in
      guard case .content(let bytes, nil) = IncludedFiles.read(paths[number], mayWait: false, owners: owners) else {
        return false
      }
      return bytes == sources[number].bytes
    }
  }

  /// Errors and warnings. Notes are for `sleight check` alone.
  public var mistakes: [Diagnostic] { diagnostics.filter { $0.severity != .note } }

  /// True if the file is missing, a directory or unreadable, as opposed to one that contains mistakes.
  public var isAbsent: Bool {
    diagnostics.contains { diagnostic in
      diagnostic.file == 0 && diagnostic.span == nil
        && [MessageID.missingFile, .isDirectory, .unreadable].contains { $0.rawValue == diagnostic.id }
    }
  }

  /// True if there is no such file. One that it includes may be missing nevertheless.
  public var isMissing: Bool { diagnostics.contains { $0.file == 0 && $0.id == MessageID.missingFile.rawValue } }

  /// True if it was not read because a program has it open for writing.
  public var isBeingWritten: Bool { diagnostics.contains { $0.id == MessageID.beingWritten.rawValue } }

  /// The first error, on one line: `rules.yml:1:10: unknown gesture 'swype'; did you mean 'swipe'?`
  public var firstError: String? {
    guard let error = diagnostics.first(where: { $0.severity == .error }) else { return nil }
    let location = error.span.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    let suggestion = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return "\(sources[error.file].name)\(location): \(error.message)\(suggestion)"
  }

  /// The reason why the file is absent, with its remedy, on one line for people.
  public var absence: String {
    let help = diagnostics.first { $0.severity == .error }?.help
    return (firstError ?? sources.main.name) + (help.map { "; \($0)" } ?? "")
  }

  /// The mistakes as text for people, without colours and without a final line feed.
  public var text: String { text(columns: nil) }

  /// The same text for a terminal of `columns`.
  public func text(columns: Int?) -> String {
    let text = TextRenderer(columns: columns).render(mistakes, in: sources)
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

extension Trigger {
  /// The trigger of a rule with these keys, the gesture first, and with the usual limits.
  /// - Parameter strokes: shapes by name, besides the built-in ones.
  /// - Throws: the first error.
  public init(_ keys: [WordedKey], strokes: [String: [StrokeTemplate]]) throws(Diagnostic) {
    var content = FileContent()
    content.strokes = strokes
    self = try content.trigger(keys)
  }
}

extension FileContent {
  /// The trigger of a rule with these keys, the gesture first, in a file with this content.
  /// - Throws: the first error, in the order of the keys.
  fileprivate func trigger(_ keys: [WordedKey]) throws(Diagnostic) -> Trigger {
    var decoder = RulesDecoder(.init(nil))
    decoder.content = self
    // A rule has an action.
    let rule = Node(.mapping(keys.map(\.entry) + [.init(Word.act.name, .word("none"))]), line: 1)
    if let rule = decoder.rules(of: rule, in: GroupContext()).first { return rule.rule.trigger }
    var adviser = RulesAdviser(self, keyNames: nil, names: decoder.names)
    adviser.advise(on: decoder.findings)
    throw adviser.messages.sorted().first { $0.severity == .error } ?? Diagnostic(.noGesture, "not a gesture")
  }
}
