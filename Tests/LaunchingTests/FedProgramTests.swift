import Glibc
@testable import Launching
import Linux
import Testing
import Waiting

/// The way in which programs are started.
enum StarterKind: CaseIterable {
  case direct
  case remote
}

/// A named pipe at which programs wait.
private struct Gate: ~Copyable {
  let path: String
  /// Open for both directions, which waits for nobody.
  private let pipe: Descriptor

  init(_ scene: Scene) throws {
    path = scene.makePipe()
    pipe = try Descriptor.open(path, O_RDWR)
  }

  func open() throws { try pipe.write(Array("open\n".utf8)) }
}

@Suite("Programs that are fed lines")
struct FedProgramTests {
  /// A starter and, if it is remote, its service.
  private final class Fed {
    let scene: Scene
    let starter: any Starter
    private(set) var news: [StartNews] = []

    init(_ kind: StarterKind) throws {
      scene = try Scene()
      let path = ["PATH=/usr/bin:/bin"]
      starter = kind == .direct ? try DirectStarter(environment: path) : try scene.starter(environment: path)
    }

    func start(_ script: String) throws -> StartID {
      try starter.start(["sh", "-c", "cd \(scene.folder) && \(script)"], adding: .init(), isFed: true)
    }

    func feed(_ line: String, to id: StartID) { starter.feed(Array("\(line)\n".utf8), to: id) }

    /// Waits until `condition` holds of the news.
    func wait(until condition: ([StartNews]) throws -> Bool) throws {
      try scene.wait {
        news += starter.news()
        return (try? condition(news)) == true
      }
    }

    /// The lines of a file in the scene's directory, once it is complete.
    func lines(_ name: String = "done") throws -> [String] {
      let bytes = try Descriptor.open("\(scene.folder)/\(name)", O_RDONLY).readToEnd()
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
    }
  }

  @Test("a program that reads gets each line, then the end of its input", arguments: StarterKind.allCases)
  func reads(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let id = try fed.start("while read line; do echo $line >>pid; done; mv pid done")
    for number in 1...100 {
      fed.feed("line \(number)", to: id)
      // It is as fast as the hand.
      try fed.wait { _ in try fed.lines("pid").count == number }
    }
    fed.starter.endInput(of: id)
    try fed.wait { $0 == [StartNews(id: id, kind: .ended(.exited(0)))] }
    #expect(try fed.lines() == (1...100).map { "line \($0)" })
  }

  @Test(
    "a program that does not read delays nothing; later it gets the first lines and the last, in order",
    arguments: StarterKind.allCases)
  func neverReads(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let gate = try Gate(fed.scene)
    let id = try fed.start("read open <\(gate.path); cat >pid; mv pid done")
    for number in 1...10_000 {
      fed.feed("line \(number) \(String(repeating: "x", count: 300))", to: id)
      if number % 1000 == 0 { try fed.wait { $0.isEmpty } }
    }
    fed.feed("the end", to: id)
    fed.starter.endInput(of: id)
    try fed.wait { $0.isEmpty }
    try gate.open()
    try fed.wait { $0 == [StartNews(id: id, kind: .ended(.exited(0)))] }
    let lines = try fed.lines()
    let numbers = lines.dropLast().compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    #expect(numbers.first == 1)
    #expect(numbers == numbers.sorted())
    #expect(numbers.count == lines.count - 1)
    // A service reads some lines only while the program reads as well.
    #expect(kind == .remote || numbers.count < 20)
    #expect(lines.last == "the end")
    #expect(!fed.starter.hasPendingLines)
  }

  @Test("a program that is slow gets the newest line next", arguments: StarterKind.allCases)
  func slow(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let gate = try Gate(fed.scene)
    let id = try fed.start("read open <\(gate.path); while read line rest; do echo $line >>pid; done; mv pid done")
    for number in 1...100 { fed.feed("\(number) \(String(repeating: "x", count: 300))", to: id) }
    // A service answers in order: it has the lines when a later program has ended.
    let later = try fed.start("exit 0")
    try fed.wait { $0.last == StartNews(id: later, kind: .ended(.exited(0))) }
    try gate.open()
    try fed.wait { _ in try fed.lines("pid").last == "100" }
    fed.feed("101", to: id)
    fed.starter.endInput(of: id)
    try fed.wait { $0.last == StartNews(id: id, kind: .ended(.exited(0))) }
    #expect(try fed.lines().suffix(2) == ["100", "101"])
    #expect(try fed.lines().count < 20)
  }

  @Test(
    "a program that ends at once, or closes its input, is reported, and further lines are no error",
    arguments: StarterKind.allCases)
  func dies(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let dead = try fed.start("exit 3")
    try fed.wait { $0.contains(StartNews(id: dead, kind: .ended(.exited(3)))) }
    for number in 1...100 { fed.feed("line \(number)", to: dead) }
    fed.starter.endInput(of: dead)

    let gate = try Gate(fed.scene)
    let deaf = try fed.start("exec <\(gate.path); : >done; read open")
    try fed.wait { _ in access("\(fed.scene.folder)/done", F_OK) == 0 }
    fed.feed("line", to: deaf)
    try fed.wait { $0.contains { $0.id == deaf } }
    #expect(fed.news.first { $0.id == deaf } == StartNews(id: deaf, kind: .closedInput))
    try gate.open()
    try fed.wait { $0.last == StartNews(id: deaf, kind: .ended(.exited(0))) }
    #expect(fed.news.count { $0.id == deaf } == 2)
  }

  @Test(
    "a program that ignores the end of its input runs on, and is waited for by nothing", arguments: StarterKind.allCases
  )
  func ignoresEnd(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let gate = try Gate(fed.scene)
    let id = try fed.start("cat >done; read open <\(gate.path)")
    fed.feed("line", to: id)
    fed.starter.endInput(of: id)
    try fed.wait { _ in try fed.lines() == ["line"] }
    #expect(fed.news == [])
    try gate.open()
    try fed.wait { $0 == [StartNews(id: id, kind: .ended(.exited(0)))] }
  }

  @Test("a line that is longer than the pipe arrives whole", arguments: StarterKind.allCases)
  func long(kind: StarterKind) throws {
    let fed = try Fed(kind)
    let id = try fed.start("cat >done")
    let lines = ["begin", "amount", "end"].map { "\($0) \(String(repeating: "x", count: 20_000))" }
    for line in lines {
      fed.feed(line, to: id)
      try fed.wait { _ in try line == lines.last || fed.lines().last == line }
    }
    fed.starter.endInput(of: id)
    try fed.wait { !$0.isEmpty }
    #expect(try fed.lines() == lines)
  }

  @Test("a daemon that ends leaves the programs of its service no open input")
  func daemonEnds() throws {
    let scene = try Scene()
    do {
      let starter = try scene.starter()
      let script = "cat >\(scene.folder)/pid; mv \(scene.folder)/pid \(scene.folder)/done"
      let id = try starter.start(["sh", "-c", script], adding: .init(), isFed: true)
      starter.feed(Array("line\n".utf8), to: id)
      try scene.wait { scene.runningCount == 1 }
    }
    try scene.wait { access("\(scene.folder)/done", F_OK) == 0 }
  }
}
