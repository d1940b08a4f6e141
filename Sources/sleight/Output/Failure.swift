import ArgumentParser
import Diagnostics
import Linux

/// A message and exit status 1: the thing looked at is wrong, or cannot be had.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func warn(_ text: String) { try? StandardStream.error.write("sleight: \(text.legibleLines)\n") }

  /// Runs `body`; what it throws is told to the user and becomes the exit status.
  static func report<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let code as ExitCode {
      throw code
    } catch let error as SystemError where error.isBrokenPipe {
      // Whoever read the results has had enough of them.
      throw ExitCode.success
    } catch {
      warn("error: \(error)")
      throw ExitCode(1)
    }
  }
}
