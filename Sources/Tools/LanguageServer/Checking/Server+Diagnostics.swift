internal import Diagnostics
internal import JSONLines

extension Diagnostic.Severity {
  /// The number of the protocol.
  fileprivate var number: Double {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension Server {
  /// The address of the page that explains messages.
  private static let manual = "man:sleight-messages(7)"

  /// A message as the protocol writes it.
  func json(_ placed: PlacedDiagnostic) -> JSONValue {
    let diagnostic = placed.diagnostic
    var text = diagnostic.message
    if let suggestion = diagnostic.suggestion { text += "; did you mean '\(suggestion)'?" }
    if let help = diagnostic.help { text += "\nhelp: \(help)" }
    if !client.showsRelated { text += placed.related.map { "\nnote: \($0.message)" }.joined() }
    var members: [JSONValue.Member] = [
      .init("range", range(placed.place)), .init("severity", .number(diagnostic.severity.number)),
      .init("code", .string(diagnostic.id)), .init("source", "sleight"), .init("message", .string(text)),
    ]
    if client.showsCodeDescription { members.append(.init("codeDescription", ["href": .string(Self.manual)])) }
    if client.showsRelated, !placed.related.isEmpty {
      members.append(
        .init(
          "relatedInformation",
          .array(
            placed.related.map {
              [
                "location": ["uri": .string(address(of: $0.place.path)), "range": range($0.place)],
                "message": .string($0.message),
              ]
            })))
    }
    return .object(members)
  }

  /// A place as the protocol writes it: that in the present text of an open document.
  func range(_ place: FilePlace) -> JSONValue {
    guard let document = documents[known(place.path)] else { return .range(place.start, place.end) }
    return document.text.json(place.bytes, client.encoding)
  }

  /// The address of a file: that by which the client opened it.
  func address(of path: String) -> String {
    documents[known(path)]?.address ?? (path.hasPrefix("/") ? FileAddress.address(ofPath: path) : path)
  }
}
