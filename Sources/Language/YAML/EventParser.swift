internal import Diagnostics
internal import CYAML

/// An event of libyaml's parser.
struct Event {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, style: ScalarStyle)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  /// The notation of a scalar.
  enum ScalarStyle {
    /// Without quotes.
    case plain
    /// In single or double quotes.
    case quoted
    /// Indented below `|` or `>`.
    case block
  }

  var kind: Kind
  /// The anchor of the node.
  var anchor: String?
  /// The tag of the node.
  var tag: String?
  var span: Span
}

/// A libyaml parser and its input.
struct EventParser: ~Copyable {
  /// On the heap, because libyaml keeps pointers into it.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// The file number for its marks.
  private let file: Int

  /// Creates a parser of UTF-8 without a byte order mark; nil if there is no memory.
  init?(_ bytes: [UInt8], file: Int) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) != 0 else {
      parser.deallocate()
      return nil
    }
    self.parser = parser
    self.file = file
    input = .allocate(capacity: bytes.count)
    _ = input.initialize(from: bytes)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// Reads the next event.
  /// - Throws: `LibyamlError` if the text is not YAML; there are no further events then.
  mutating func next() throws(LibyamlError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw LibyamlError(parser.pointee, file: file) }
    defer { yaml_event_delete(&event) }
    return Event(event, file: file)
  }
}

struct LibyamlError: Error {
  /// The problem, in libyaml's words, and its position. Invalid bytes have an offset instead of a mark.
  var problem: String
  var mark: Mark
  var offset: Int?
  /// The construct that libyaml was reading, and its beginning.
  var context: String?
  var contextMark: Mark

  init(_ parser: yaml_parser_t, file: Int) {
    problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
    mark = Mark(parser.problem_mark, file: file)
    offset = parser.error == YAML_READER_ERROR ? parser.problem_offset : nil
    context = parser.context.map { String(cString: $0) }
    contextMark = Mark(parser.context_mark, file: file)
  }
}

extension Event {
  /// Copies an event of libyaml.
  init(_ event: yaml_event_t, file: Int) {
    span = Span(Mark(event.start_mark, file: file), Mark(event.end_mark, file: file))
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(Self.string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      switch scalar.style {
      case YAML_PLAIN_SCALAR_STYLE: kind = .scalar(text, style: .plain)
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: kind = .scalar(text, style: .block)
      default: kind = .scalar(text, style: .quoted)
      }
      anchor = Self.string(scalar.anchor)
      tag = Self.string(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart(isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
      anchor = Self.string(event.data.sequence_start.anchor)
      tag = Self.string(event.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart(isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
      anchor = Self.string(event.data.mapping_start.anchor)
      tag = Self.string(event.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_STREAM_START_EVENT: kind = .streamStart
    // The end, and the empty events that libyaml returns after it.
    default: kind = .streamEnd
    }
  }

  private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(decodingCString: $0, as: UTF8.self) }
  }
}
