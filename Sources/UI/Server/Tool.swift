import Foundation

/// The command `sleight` beside this program: all that the pages show and change goes through its commands.
struct Tool: Sendable {
  /// What a command has printed.
  struct Result: Sendable {
    var status: Int32
    var output: Data
    var errors: String
  }

  /// The path of the rules file, which `sleight` uses as well if none is stated.
  let rulesPath: String
  let program: String
  private let isStated: Bool

  /// - Parameter config: the rules file that the user has stated; nil for the usual one.
  init(config: String?) {
    isStated = config != nil
    let variables = ProcessInfo.processInfo.environment
    let directory = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    rulesPath = config ?? (directory ?? "\(variables["HOME"] ?? "")/.config") + "/sleight/rules.yml"
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/sleight-ui"
    program = "\(own.split(separator: "/").dropLast().map { "/\($0)" }.joined())/sleight"
  }

  /// Runs a command.
  func run(_ command: Command) async throws -> Result {
    let words = command.arguments + (isStated && command.usesRules ? ["--config", rulesPath] : [])
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Swift.Result {
            guard let other = command.program else { return try Self.run(program, words, Data(command.input.utf8)) }
            return try Self.run("/usr/bin/env", [other] + words, Data())
          })
      }
    }
  }

  private static func run(_ program: String, _ arguments: [String], _ input: Data) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (given, printed, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (given, printed, errors)
    try process.run()
    // Each pipe by itself: a command may fill any of them first.
    DispatchQueue.global().async {
      try? given.fileHandleForWriting.write(contentsOf: input)
      try? given.fileHandleForWriting.close()
    }
    let read = DispatchQueue.global().async(reading: errors)
    let output = printed.fileHandleForReading.readDataToEndOfFile()
    let text = read()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: output, errors: String(decoding: text, as: UTF8.self))
  }
}

extension DispatchQueue {
  /// Reads a pipe to its end meanwhile.
  /// - Returns: waits for its end.
  fileprivate func async(reading pipe: Pipe) -> () -> Data {
    let reading = Reading()
    let work = DispatchWorkItem { reading.data = pipe.fileHandleForReading.readDataToEndOfFile() }
    async(execute: work)
    return {
      work.wait()
      return reading.data
    }
  }

  /// What was read, written before the end of the work and read after it.
  private final class Reading: @unchecked Sendable {
    var data = Data()
  }
}
