internal import Diagnostics
internal import JSONLines
internal import RulesFile

/// A language server for rules files: a function of what a client sends, and of the machine. It has no descriptors and
/// no clock.
///
/// The server judges nothing itself: messages, suggestions, words and their texts are those of `check`, the schema and
/// `explain`.
public struct Server {
  /// The state of the connection.
  enum State: Equatable {
    /// The client has not sent `initialize` yet.
    case new
    case running
    /// The client has sent `shutdown`.
    case shutDown
    /// The end, with the exit status.
    case ended(Int32)
  }

  /// The number of documents that may be open: as many files may belong together.
  static let mostDocuments = 100
  /// The size in bytes from which on a check is not done at each change: it takes more than 10 ms.
  static let quickSize = 16 << 10

  let machine: ServerMachine
  private var stream = MessageStream()
  var state = State.new
  var client = Client()
  /// The open documents, by their paths.
  var documents: [String: Document] = [:]
  var queue = CheckQueue()
  /// The number of changes so far.
  var stamp = 0
  /// The files whose messages were sent, and are not empty.
  var published: Set<String> = []
  /// The messages to the client that are not sent yet.
  private var output: [UInt8] = []

  public init(_ machine: ServerMachine) { self.machine = machine }

  /// The exit status, once the client has ended the connection; nil before.
  public var status: Int32? { if case .ended(let status) = state { status } else { nil } }

  /// Takes bytes from the client.
  /// - Returns: the bytes for it.
  public mutating func receive(_ bytes: some Collection<UInt8>) -> [UInt8] {
    stream.append(bytes)
    while status == nil, let part = stream.next() {
      switch part {
      case .malformed(let reason): refuse(Refusal(.parseError, reason))
      case .content(let content): handle(content)
      }
    }
    return takeOutput()
  }

  private mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private mutating func handle(_ content: [UInt8]) {
    do throws(Refusal) {
      switch try Message(content) {
      case .request(let id, let method, let parameters):
        do throws(Refusal) {
          output += Outgoing.answer(to: id, try answer(method, parameters))
        } catch {
          refuse(Refusal(error.code, error.reason, id: id))
        }
      case .notification(let method, let parameters): try handle(method, parameters)
      case .answer: break
      }
    } catch {
      refuse(error)
    }
  }

  private mutating func refuse(_ refusal: Refusal) { output += Outgoing.refusal(refusal) }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    output += Outgoing.notification(method, parameters)
  }

  /// Tells people something that is no answer.
  mutating func log(_ text: String) { notify("window/logMessage", ["type": 2, "message": .string(text)]) }
}

// MARK: Checks

extension Server {
  /// The files whose changes may change messages, and the directories in which files may be added or removed: those
  /// that belong to open documents, and are not open themselves.
  public var watched: (paths: Set<String>, directories: Set<String>) {
    let paths = queue.roots.values.reduce(into: Set<String>()) { $0.formUnion($1.paths) }
    return (
      paths.filter { documents[$0] == nil && $0.hasPrefix("/") },
      queue.roots.values.reduce(into: Set<String>()) { $0.formUnion($1.directories) }
    )
  }

  /// Queues the checks of all files, since some may have changed.
  public mutating func noteChangedFiles() {
    stamp += 1
    for root in queue.roots.keys.sorted() { queue.add(root) }
  }

  /// True if a check waits.
  public var hasWork: Bool { !queue.isEmpty }

  /// True if the next check takes so long that it should wait until nobody types.
  public var hasLongWork: Bool {
    guard let root = queue.waiting.first, queue.roots[root]?.isKept == false else { return false }
    return documents.filter { $0.key == root || queue.roots[root]?.paths.contains($0.key) == true }.values
      .reduce(0) { $0 + $1.text.bytes.count } > Self.quickSize
  }

  /// The next check; nil if none waits.
  public mutating func nextWork() -> CheckWork? {
    while let root = queue.removeFirst() {
      if var work = work(on: root) {
        work.memory = queue.roots[root]?.memory
        return work
      }
      queue.remove(root)
    }
    return nil
  }

  /// The check of a rules file; nil if there is no such file.
  func work(on root: String) -> CheckWork? {
    let bytes: [UInt8]
    if let document = documents[root] {
      bytes = document.text.bytes
    } else if case .content(let text, _) = machine.files.read(root) {
      bytes = text
    } else {
      return nil
    }
    let open = Dictionary(documents.map { (machine.files.identity($0.key) ?? $0.key, $0.value.text.bytes) }) {
      first, _ in
      first
    }
    return CheckWork(
      root: root, bytes: bytes, open: open, stamp: stamp, machine: machine, encoding: client.encoding)
  }

  /// Takes what a check found.
  /// - Returns: the bytes for the client.
  public mutating func finish(_ outcome: CheckWork.Outcome) -> [UInt8] {
    let root = outcome.root
    queue.note(root, isKept: outcome.isKept)
    // Its text has changed meanwhile.
    guard outcome.stamp == stamp else {
      if queue.roots[root] != nil { queue.add(root) }
      return takeOutput()
    }
    let before = Set(queue.roots[root].map { Array($0.messages.keys) } ?? [])
    let messages = Dictionary(outcome.messages.map { (known($0.key), $0.value) }) { first, _ in first }
    queue.finish(
      root, paths: Set(outcome.paths.map { known($0) }), directories: Set(outcome.directories), messages: messages)
    var changed = before.union(messages.keys)
    // The user's file counts if it includes an open document.
    if documents[root] == nil, queue.roots[root]?.paths.contains(where: { documents[$0] != nil }) != true {
      queue.remove(root)
    }
    for path in documents.keys.sorted() {
      if queue.isIncluded(path) {
        if let own = queue.roots[path] {
          changed.formUnion(own.messages.keys)
          queue.remove(path)
        }
      } else if queue.roots[path] == nil {
        queue.add(path)
      }
    }
    for path in changed.sorted() { publish(path) }
    return takeOutput()
  }

  /// The path by which a file is known here: that of the open document, if another path leads to the same file.
  func known(_ path: String) -> String {
    if documents[path] != nil { return path }
    guard path.hasPrefix("/"), let identity = machine.files.identity(path) else { return path }
    return documents.keys.first { machine.files.identity($0) == identity } ?? path
  }

  /// Sends the messages about a file.
  mutating func publish(_ path: String) {
    let messages = queue.messages(about: path)
    let document = documents[path]
    guard document != nil || !messages.isEmpty || published.contains(path) else { return }
    if messages.isEmpty { published.remove(path) } else { published.insert(path) }
    var parameters: [JSONValue.Member] = [.init("uri", .string(address(of: path)))]
    if let document { parameters.append(.init("version", .number(Double(document.version)))) }
    parameters.append(.init("diagnostics", .array(messages.map { json($0) })))
    notify("textDocument/publishDiagnostics", .object(parameters))
  }
}
