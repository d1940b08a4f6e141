import ArgumentParser
import Diagnostics
import Linux

/// A message and exit status 1: something is wrong, or not available.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func warn(_ text: String) { try? StandardStream.error.show("sleight: \(text.legibleLines)\n") }

  /// Runs `body`; prints its error and maps it to the exit status.
  static func report<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let code as ExitCode {
      throw code
    } catch let error as SystemError where error.isBrokenPipe {
      // The reader closed the pipe, having read enough.
      throw ExitCode.success
    } catch {
      warn("error: \(error)")
      throw ExitCode(1)
    }
  }
}
