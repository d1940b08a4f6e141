internal import Diagnostics
internal import JSONLines

/// The replacement that a message suggests.
struct QuickFix: Hashable {
  var message: PlacedDiagnostic
  var text: String

  init?(_ message: PlacedDiagnostic) {
    guard let text = message.diagnostic.suggestion else { return nil }
    (self.message, self.text) = (message, text)
  }
}

extension Server {
  /// The replacements that messages in a range suggest, and all that are certain.
  mutating func actions(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let path = try path(parameters)
    guard let range = parameters["range"] else { throw Refusal(.invalidParameters, "'range' is missing") }
    let (start, end) = (try Position(range["start"]), try Position(range["end"]))
    guard let text = documents[path]?.text else { return .null }
    let bytes =
      text.offset(
        of: start, client.encoding)...max(
        text.offset(of: end, client.encoding), text.offset(of: start, client.encoding))
    let wanted = parameters.member("context", "only")?.array?.compactMap(\.string)
    func isWanted(_ kind: String) -> Bool { wanted?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    let fixes = queue.messages(about: path).compactMap { QuickFix($0) }
    var actions: [JSONValue] = []
    if isWanted("quickfix") {
      for fix in fixes where bytes.overlaps(fix.message.place.bytes.closed) {
        actions.append([
          "title": .string("Replace with '\(fix.text)'"), "kind": "quickfix", "isPreferred": true,
          "diagnostics": [json(fix.message)], "edit": edit([fix], of: path),
        ])
      }
    }
    // Without a wish, it is offered where a quick fix is not the same, and where it takes no time.
    if isWanted("source.fixAll.sleight"), wanted != nil || text.bytes.count <= Self.quickSize,
      case let certain = certain(fixes, of: path), certain.count > (wanted == nil ? 1 : 0)
    {
      actions.append([
        "title": .string("Apply \(counted(certain.count, "certain suggestion"))"), "kind": "source.fixAll.sleight",
        "edit": edit(certain, of: path),
      ])
    }
    return .array(actions)
  }

  private func edit(_ fixes: [QuickFix], of path: String) -> JSONValue {
    workspaceEdit([
      (
        path,
        fixes.map { ["range": range($0.message.place), "newText": .string($0.text)] }
      )
    ])
  }

  /// The suggestions for errors after which the checker finds no error at their places. They are tried together.
  private func certain(_ fixes: [QuickFix], of path: String) -> [QuickFix] {
    guard let document = documents[path], let root = queue.root(of: path) else { return [] }
    var chosen: [QuickFix] = []
    for fix in fixes.filter({ $0.message.diagnostic.severity == .error })
      .sorted(by: { $0.message.place.bytes.lowerBound < $1.message.place.bytes.lowerBound })
    where chosen.last.map({ $0.message.place.bytes.upperBound <= fix.message.place.bytes.lowerBound }) ?? true {
      chosen.append(fix)
    }
    guard !chosen.isEmpty else { return [] }
    var text = document.text.bytes
    for fix in chosen.reversed() { text.replaceSubrange(fix.message.place.bytes, with: fix.text.utf8) }
    guard let work = work(on: root)?.replacing(path, with: text) else { return [] }
    let left = work.run().messages.first { known($0.key) == path }?.value ?? []
    let errors = left.filter { $0.diagnostic.severity == .error }.map(\.place.bytes.closed)
    var shift = 0
    return chosen.filter { fix in
      let place = fix.message.place.bytes
      let changed = place.lowerBound + shift..<place.lowerBound + shift + fix.text.utf8.count
      shift += fix.text.utf8.count - place.count
      return !errors.contains { $0.overlaps(changed.closed) }
    }
  }
}

extension Range<Int> {
  /// The range with its end: an empty one is a place.
  var closed: ClosedRange<Int> { lowerBound...upperBound }
}
