internal import Diagnostics

/// The messages about a rules file, in the order of finding.
struct Messages {
  /// The number of messages after which no more suggestions are searched for: a search is slow, and nobody reads as
  /// many.
  private static let mostSuggestions = 100

  private(set) var all: [Diagnostic] = []
  /// The number of errors among them.
  private(set) var errorCount = 0
  /// The messages so far: one about a value with several aliases is added once.
  private var known: Set<Identity> = []

  private struct Identity: Hashable {
    var id: String
    var span: Span?
    var file: Int

    init(_ message: Diagnostic) { (id, span, file) = (message.id, message.span, message.file) }
  }

  /// True if there is such a message about this place.
  func contain(_ id: MessageID, at span: Span?) -> Bool { known.contains(Identity(Diagnostic(id, "", at: span))) }

  /// True if the limit is reached, so that an expensive message need not be composed.
  var isFull: Bool { all.count > RulesDecoder.mostMessages }

  /// True while suggestions are searched for.
  var seeksSuggestions: Bool { all.count < Self.mostSuggestions }

  /// Adds a message, or the one that there are too many.
  mutating func add(_ message: Diagnostic) {
    guard known.insert(Identity(message)).inserted else { return }
    if message.severity == .error { errorCount += 1 }
    guard all.count < RulesDecoder.mostMessages else {
      guard all.count == RulesDecoder.mostMessages else { return }
      all.append(
        Diagnostic(
          .tooManyMistakes, "more than \(RulesDecoder.mostMessages) messages; the others are not listed",
          at: message.span))
      return
    }
    all.append(message)
  }

  /// The messages in the order of the files and their lines: first those about a whole file; at the same location in
  /// the order of finding.
  func sorted(by places: Places = Places()) -> [Diagnostic] {
    let start = Mark(line: 0, column: 0)
    return all.map { places.place($0) }.enumerated().sorted { left, right in
      (left.element.file, left.element.span?.start ?? start, left.offset)
        < (right.element.file, right.element.span?.start ?? start, right.offset)
    }.map(\.element)
  }
}
