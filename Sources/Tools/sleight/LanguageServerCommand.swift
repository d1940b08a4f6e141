import ArgumentParser
import Glibc
internal import LanguageServer
import Linux
internal import RulesFile

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "language-server",
    abstract: "Serve an editor: messages, completion and documentation while you type.",
    discussion: """
      Speaks the Language Server Protocol 3.17 on standard input and standard output; editors start it. \
      sleight-editors(7) has the lines for each editor. Changes no file.
      """)

  func run() throws {
    let status = try Failure.report {
      var connection = try EditorConnection(Server(.live))
      return try connection.serve()
    }
    if status != 0 { throw ExitCode(status) }
  }
}

/// The connection of a language server: standard input and output, and a thread for checks of the whole file.
private struct EditorConnection: ~Copyable {
  private var server: Server
  private var epoll: Epoll
  private var work: BackgroundWork<CheckWork.Outcome>?
  /// Watches included files that are not open; nil if the kernel has no inotify instance left.
  private var watch: FileWatch?
  private var watched: (paths: Set<String>, directories: Set<String>) = ([], [])

  private enum Token: UInt64 { case input, work, files }

  /// How long nobody types before a check begins that takes long.
  private static let rest = Duration.milliseconds(300)

  init(_ server: Server) throws {
    self.server = server
    epoll = try Epoll()
    do {
      let watch = try FileWatch()
      try epoll.add(watch.number, token: Token.files.rawValue)
      self.watch = consume watch
    } catch {
      // Then the editor's own reports count.
      watch = nil
    }
  }

  /// Serves until the client ends the connection.
  /// - Returns: the exit status.
  mutating func serve() throws -> Int32 {
    let input = Descriptor(owning: STDIN_FILENO)
    // A regular file cannot be waited for, and is always ready.
    let isFile = (try? epoll.add(input.number, token: Token.input.rawValue)) == nil
    var ready: [Epoll.Ready] = []
    while true {
      try epoll.wait(into: &ready, timeout: isFile ? .zero : timeout)
      if isFile || ready.contains(where: { $0.token == Token.input.rawValue }) {
        let bytes = try input.read(upTo: 1 << 16)
        if let bytes, bytes.isEmpty { return try end() }
        if let bytes { try send(server.receive(bytes)) }
        if let status = server.status { return status }
      } else if ready.isEmpty {
        try startWork()
      }
      if ready.contains(where: { $0.token == Token.files.rawValue }), watch?.hasChanged() == true {
        startWatching()
        server.noteChangedFiles()
      }
      if let outcome = work?.result { try finish(outcome) }
      if watched != server.watched {
        watched = server.watched
        startWatching()
        // One of them may have changed before it was watched.
        server.noteChangedFiles()
      }
    }
  }

  /// The time to wait for the client before the next check.
  private var timeout: Duration? {
    guard work == nil, server.hasWork else { return nil }
    return server.hasLongWork ? Self.rest : .zero
  }

  /// Watches the files, which new paths may lead to.
  private mutating func startWatching() {
    try? watch?.watch(watched.paths.sorted(), directories: watched.directories.sorted())
  }

  /// Checks a small file at once, a large one on a thread of its own.
  private mutating func startWork() throws {
    guard work == nil else { return }
    guard let next = server.nextWork() else { return }
    guard next.isLong else { return try send(server.finish(next.run())) }
    let started = try BackgroundWork { next.run() }
    try epoll.add(started.descriptor, token: Token.work.rawValue)
    work = started
  }

  private mutating func finish(_ outcome: CheckWork.Outcome) throws {
    if let work { try epoll.remove(work.descriptor) }
    work = nil
    try send(server.finish(outcome))
    releaseUnusedMemory()
  }

  /// The client has gone without 'exit'. What it sent last is answered: it may read a file.
  private mutating func end() throws -> Int32 {
    while let next = server.nextWork() { try send(server.finish(next.run())) }
    return 1
  }

  private func send(_ bytes: [UInt8]) throws {
    if !bytes.isEmpty { try StandardStream.output.write(String(decoding: bytes, as: UTF8.self)) }
  }
}
