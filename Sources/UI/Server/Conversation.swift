import FlyingSocks
import Foundation

/// A command that runs for as long as a page listens to it: its output becomes an event stream.
final class Conversation: Sendable {
  enum Kind: Sendable {
    /// The fingers on all touch devices, a line of a recording for each event.
    case fingers
    /// The language server.
    case language

    /// - Returns: nil for the path of something else.
    init?(_ path: String) {
      switch path {
      case "/api/fingers": self = .fingers
      case "/api/language": self = .language
      default: return nil
      }
    }

    /// The script of the shell; both end with their input, also if this program was killed.
    fileprivate var script: String {
      switch self {
      // `record` reads no input, and ignores SIGTERM as this program does.
      case .fingers: "\"$0\" record - & exec >&- 2>&-; read -r line; kill -KILL $!"
      case .language: "exec \"$0\" language-server"
      }
    }
  }

  let kind: Kind
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ kind: Kind, _ tool: Tool) throws {
    self.kind = kind
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", kind.script, tool.program]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
  }

  deinit { end() }

  func end() { try? input.fileHandleForWriting.close() }

  /// Sends a message of the Language Server Protocol.
  func send(_ message: String) {
    let text = "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// The output since the last call, or nothing after a second; nil at its end.
  func read() async -> (output: Data, errors: Data)? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in continuation.resume(returning: wait()) }
    }
  }

  private func wait() -> (output: Data, errors: Data)? {
    var waiting = [output, errors].map {
      pollfd(fd: $0.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    // After this time, a comment shows if the page is still there.
    poll(&waiting, 2, 1000)
    let read = zip(waiting, [output, errors]).map { waiting, pipe in
      waiting.revents == 0 ? nil : pipe.fileHandleForReading.availableData
    }
    if let printed = read[0], printed.isEmpty { return nil }
    // At the end of its errors alone, the output decides.
    return (read[0] ?? Data(), read[1] ?? Data())
  }
}

/// The conversations of the user's pages, one of each kind: a new one ends the one before, so that no page can start
/// commands without end.
actor Conversations {
  private var last: [Conversation.Kind: Weak] = [:]

  private struct Weak {
    weak var conversation: Conversation?
  }

  func begin(_ kind: Conversation.Kind, _ tool: Tool) throws -> Conversation {
    last[kind]?.conversation?.end()
    let conversation = try Conversation(kind, tool)
    last[kind] = Weak(conversation: conversation)
    return conversation
  }

  func send(_ message: String) { last[.language]?.conversation?.send(message) }
}

/// The events of a conversation: each line or message, those on standard error as `note`, and `end`.
struct ConversationEvents: AsyncBufferedSequence {
  typealias Element = UInt8

  let conversation: Conversation

  func makeAsyncIterator() -> Iterator { Iterator(conversation: conversation) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let conversation: Conversation
    private var rest = Data()
    private var hasEnded = false

    fileprivate init(conversation: Conversation) { self.conversation = conversation }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if hasEnded { return nil }
      guard let (output, errors) = await conversation.read() else {
        hasEnded = true
        return Array("event: end\ndata:\n\n".utf8)
      }
      rest += output
      var events: [UInt8] = []
      while let text = nextText() { events += "data: \(text)\n\n".utf8 }
      for line in String(decoding: errors, as: UTF8.self).split(separator: "\n") {
        events += "event: note\ndata: \(line)\n\n".utf8
      }
      return events.isEmpty ? Array(":\n\n".utf8) : events
    }

    /// Takes the next line or message from what was printed; nil if none is whole.
    private mutating func nextText() -> String? {
      switch conversation.kind {
      case .fingers:
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      case .language:
        guard let head = rest.range(of: Data("\r\n\r\n".utf8)),
          let size = Int(String(decoding: rest[..<head.lowerBound], as: UTF8.self).drop { !$0.isNumber }),
          rest.distance(from: head.upperBound, to: rest.endIndex) >= size
        else { return nil }
        let end = rest.index(head.upperBound, offsetBy: size)
        defer { rest = Data(rest[end...]) }
        return String(decoding: rest[head.upperBound..<end], as: UTF8.self)
      }
    }
  }
}
