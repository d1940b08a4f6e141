import Glibc
import Linux

/// A program beside this one, which is built and installed apart.
struct SeparateProgram {
  let name: String

  init(named name: String) { self.name = name }

  /// Replaces this process by the program.
  /// - Returns: the failure.
  func execute(_ options: [String]) -> Failure {
    let folder = Environment.programPath?.split(separator: "/").dropLast().map { "/\($0)" }.joined() ?? "/usr/bin"
    let path = "\(folder)/\(name)"
    // The program decides itself what becomes of a closed pipe.
    signal(SIGPIPE, SIG_DFL)
    var arguments = ([path] + options).map { strdup($0) } + [nil]
    execv(path, &arguments)
    return Failure("\(SystemError.last("execv", path: path)); it is installed apart, see \(name)(1)")
  }
}
