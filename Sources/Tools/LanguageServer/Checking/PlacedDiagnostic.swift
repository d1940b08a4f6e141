internal import Diagnostics
internal import JSONLines
internal import YAML

/// A range of bytes of a file.
struct FilePlace: Hashable, Sendable {
  var path: String
  var bytes: Range<Int>
  /// The same range as lines and columns, for a file that is not open.
  var start: Position
  var end: Position
}

/// A message about a file, at its bytes: these move along when text before them changes.
struct PlacedDiagnostic: Hashable, Sendable {
  /// A related place, with its text.
  struct Related: Hashable, Sendable {
    var message: String
    var place: FilePlace
  }

  var diagnostic: Diagnostic
  var place: FilePlace
  var related: [Related]

  /// The same message after a change of its file; nil if the change touches its bytes.
  /// - Parameters:
  ///   - replaced: the bytes that were replaced.
  ///   - count: the number of bytes that replace them.
  func moved(by replaced: Range<Int>, count: Int) -> PlacedDiagnostic? {
    var moved = self
    guard let bytes = Self.moved(place.bytes, by: replaced, count: count) else { return nil }
    moved.place.bytes = bytes
    moved.related = related.map { related in
      var related = related
      if related.place.path == place.path {
        related.place.bytes = Self.moved(related.place.bytes, by: replaced, count: count) ?? related.place.bytes
      }
      return related
    }
    return moved
  }

  private static func moved(_ bytes: Range<Int>, by replaced: Range<Int>, count: Int) -> Range<Int>? {
    if bytes.upperBound < replaced.lowerBound { return bytes }
    let change = count - replaced.count
    if bytes.lowerBound >= replaced.upperBound, bytes.lowerBound > replaced.lowerBound {
      return bytes.lowerBound + change..<bytes.upperBound + change
    }
    return nil
  }
}

/// Converts the spans of messages to places.
struct Placer {
  private let sources: SourceFiles
  private let encoding: PositionEncoding
  private var texts: [Int: (text: DocumentText, lines: SourceLines)] = [:]

  init(_ sources: SourceFiles, _ encoding: PositionEncoding) {
    self.sources = sources
    self.encoding = encoding
  }

  /// The places of a message. A message about a whole file is at its first line.
  mutating func place(_ diagnostic: Diagnostic) -> PlacedDiagnostic {
    let place = place(diagnostic.span, file: diagnostic.file)
    var related: [PlacedDiagnostic.Related] = []
    for note in diagnostic.notes {
      // A note without a place is about that of the message.
      related.append(.init(message: note.message, place: note.span.map { self.place($0, file: $0.file) } ?? place))
    }
    return PlacedDiagnostic(diagnostic: diagnostic, place: place, related: related)
  }

  private mutating func place(_ span: Span?, file: Int) -> FilePlace {
    let (text, lines) =
      texts[file]
      ?? {
        let text = DocumentText(sources[file].bytes)
        return (text, text.sourceLines)
      }()
    texts[file] = (text, lines)
    let bytes = span.map { text.bytes(of: $0, in: lines) } ?? text.line(0)
    return FilePlace(
      path: sources[file].name, bytes: bytes, start: text.position(at: bytes.lowerBound, encoding),
      end: text.position(at: bytes.upperBound, encoding))
  }
}
