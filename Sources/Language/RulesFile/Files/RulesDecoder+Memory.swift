internal import Diagnostics
internal import YAML

/// The entries of a file that its memory does not have.
struct EntryChange {
  var text: EntryText
  var change: EntryText.Change
  /// The changed entries before the last.
  var elements: [Node]

  /// The lines of the elements, from 1, and the one behind them.
  var linesOfElements: [Int] {
    guard !change.new.isEmpty else { return [1] }
    let lines = text.allLines[change.new.lowerBound...change.new.upperBound]
    return lines.map { $0 - text.lines[change.new.lowerBound] + 1 }
  }
}

/// Reading with a memory. Where it cannot be kept, it becomes nil.
extension RulesDecoder {
  /// Reads files that an earlier check has read, as far as they have changed.
  /// - Returns: false if that is not possible.
  mutating func readAgain(
    _ source: SourceFile, _ objection: Diagnostic?, into documents: inout RulesDocuments, _ kept: inout CheckMemory?
  ) -> Bool {
    guard kept?.isEmpty == false else { return false }
    // Moved: a copy would be changed by copying it.
    (memory, kept) = (kept, CheckMemory())
    isRepeated = true
    ruleNumber = (memory?.ruleNumber ?? 0) + 1
    memory?.decodedCount = 0
    if let objection { mismatch(objection, of: 0, includedAt: nil) }
    read(source, number: 0, into: &documents)
    guard !isMemoryUseless, !hasUnreadFile, memory?.files.count == documents.sources.count else {
      (kept, memory) = (memory, nil)
      return false
    }
    decode(documents.all, shortNames: documents.sources.shortNames)
    documents.all = []
    return memory != nil && isWithinLimits
  }

  /// Reads files as a whole.
  /// - Parameter kept: what an earlier check kept, which serves later texts if this one is no YAML; nil if nothing is
  ///   to be kept.
  mutating func readAll(
    _ source: SourceFile, _ objection: Diagnostic?, into documents: inout RulesDocuments, _ kept: inout CheckMemory?
  ) {
    if kept != nil { memory = CheckMemory() }
    if let objection { mismatch(objection, of: 0, includedAt: nil) }
    read(source, number: 0, into: &documents)
    if var commands = kept?.judged, memory != nil, !hasUnreadFile {
      // The rules are in memory once.
      kept = CheckMemory()
      memory?.exchange(&commands)
    }
    decode(documents.all, shortNames: documents.sources.shortNames)
    // The values of a large file take several times its size.
    documents.all = []
    let isWhole = memory?.files.allSatisfy { $0.text.count == $0.entries.records.count } == true
    if !isWhole || hasUnreadFile || !isWithinLimits { memory = nil }
    memory?.countDecoded()
  }

  /// Keeps the memory for the next check, if there is one.
  mutating func keepMemory(_ kept: inout CheckMemory?) {
    guard kept != nil, var memory, invisible.isEmpty else { return }
    self.memory = nil
    memory.ruleNumber = ruleNumber
    kept = memory
  }

  /// The present places of what was decoded.
  var places: Places { isRepeated ? Places(memory?.files ?? []) : Places() }

  /// Parses a file: its frame and changed entries alone, if it reads again what the memory has.
  /// - Returns: nil if there is no value, or if the memory cannot be used.
  mutating func parse(
    _ source: SourceFile, number: Int, into documents: inout RulesDocuments
  ) throws(ParseError) -> Node? {
    guard memory != nil else { return try Node.parse(source.bytes, file: number, count: &documents.count) }
    let text = EntryText(source.bytes)
    guard isRepeated else {
      memory?.files.append(CheckMemory.File(name: source.name, text: text))
      return try Node.parse(source.bytes, file: number, count: &documents.count)
    }
    isMemoryUseless = true
    guard let file = memory?.files.dropFirst(number).first, file.name == source.name,
      let change = text.change(since: file.text), let marks = memory?.nextNumber(),
      let root = try? Node.parse(text.frame, file: Places.firstOfFrames + number, count: &documents.count)
    else { return nil }
    var elements: [Node] = []
    if !change.new.isEmpty {
      guard let list = try? Node.parse(text.part(change.new), file: marks, depth: 2, count: &documents.count),
        case .sequence(let found) = list.content, found.count == change.new.count + 1
      else { return nil }
      elements = Array(found.dropLast())
      // The one behind them, and the list.
      documents.count -= 2
    }
    for (index, record) in file.entries.records.dropLast().enumerated() where !change.old.contains(index) {
      documents.count += record.values
    }
    guard documents.count <= Node.countLimit else { return nil }
    isMemoryUseless = false
    for element in elements { noteInvisible(in: element) }
    if text.count > 0 { changes[number] = EntryChange(text: text, change: change, elements: elements) }
    return root
  }

  /// Reads `rules` of a file: with a memory, its changed entries.
  mutating func rules(of document: RulesDocument, _ value: Node) -> [CheckedRule] {
    guard memory != nil else { return rules(value) }
    if let change = changes[document.number] { return rules(change, frame: value, number: document.number) }
    let decoded = decode(value)
    keep(decoded, of: document)
    return decoded.rules
  }

  /// Decodes a list of entries.
  private mutating func decode(_ list: Node) -> DecodedEntries {
    let (finding, effect) = (findings.count, effects.count)
    records = []
    let rules = rules(list, isRecorded: true)
    defer { effects.removeSubrange(effect...) }
    return DecodedEntries(
      records: records, rules: rules, findings: takeFindings(from: finding), effects: Array(effects[effect...]))
  }

  /// Keeps the entries of a file that was read as a whole.
  private mutating func keep(_ decoded: DecodedEntries, of document: RulesDocument) {
    add(decoded)
    guard let text = memory?.files.dropFirst(document.number).first?.text, text.count > 0 else { return }
    let others = document.fields.known.filter { $0.word != Word.rules }
    let areIndependent = others.allSatisfy { field in
      field.key.location.start.line < text.lines[0]
        || field.word != Word.gestures && field.value.ownCount != nil
    }
    var decoded = decoded
    guard areIndependent, decoded.place(at: text.allLines), !decoded.mayBeJoined else { return memory = nil }
    memory?.files[document.number].entries = decoded
  }

  /// Adds what entries gave to that of the file.
  private mutating func add(_ decoded: DecodedEntries) {
    append(decoded.findings)
    effects += decoded.effects
  }

  /// Reads the changed entries of a file, and takes the others from the memory.
  /// - Parameter value: the value of `rules` in the frame: a list of the last entry.
  private mutating func rules(_ changed: EntryChange, frame value: Node, number: Int) -> [CheckedRule] {
    guard case .sequence(let last) = value.content, last.count == 1 else {
      memory = nil
      return []
    }
    var decoded = DecodedEntries()
    memory?.exchange(&decoded, ofFile: number)
    let change = changed.change
    // What the others gave counts for the limits of messages.
    for (index, record) in decoded.records.dropLast().enumerated() where !change.old.contains(index) {
      count(record.tally)
    }
    var list = value
    list.content = .sequence(changed.elements)
    let lines = changed.text.allLines
    var (own, others) = (decode(value), changed.elements.isEmpty ? DecodedEntries() : decode(list))
    guard own.place(at: Array(lines.suffix(2))), others.place(at: changed.linesOfElements) else {
      memory = nil
      return []
    }
    decoded.replace(decoded.records.count - 1..<decoded.records.count, with: own)
    decoded.replace(change.old, with: others)
    memory?.decodedCount += changed.elements.count + 1
    guard !decoded.mayBeJoined else {
      memory = nil
      return []
    }
    decoded.move(to: changed.text.lines, fileName: fileName)
    add(decoded)
    memory?.files[number].text = changed.text
    let rules = decoded.rules
    memory?.exchange(&decoded, ofFile: number)
    return rules
  }
}
