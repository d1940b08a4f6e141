internal import CLinux
internal import Glibc

/// A program and its arguments in the form that the kernel takes, ready to be started any number of times.
///
/// As execvp(3) does, a name without a slash is looked for in PATH. It is looked for at each start, since programs come
/// and go, but where to look is written down once.
public final class LaunchedProgram {
  /// Its name, as it is to be looked for.
  let name: String
  let arguments: CStrings
  private let isSearched: Bool
  private let candidates: CStrings

  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - path: directories with colons between them, as PATH has them.
  /// - Throws: `SystemError` EINVAL where there is nothing to start or an argument has a NUL in it, which no program
  ///   could see.
  init(_ arguments: [String], path: some StringProtocol) throws(SystemError) {
    guard let name = arguments.first, !name.isEmpty else { throw SystemError("posix_spawn", code: EINVAL) }
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError("posix_spawn", path: name, code: EINVAL)
    }
    self.name = name
    self.arguments = CStrings(arguments)
    isSearched = !name.utf8.contains(UInt8(ascii: "/"))
    let directories = path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? "." : $0 }
    candidates = CStrings(isSearched ? directories.map { "\($0)/\(name)" } : [name])
  }

  /// Where it is now; the pointer is good for as long as this is.
  /// - Throws: `SystemError` with its name: ENOENT where it does not exist, EACCES where it cannot be executed.
  func find() throws(SystemError) -> UnsafePointer<CChar> {
    var code = ENOENT
    for index in 0..<candidates.count {
      guard let candidate = candidates.pointers[index] else { continue }
      if !isSearched { return UnsafePointer(candidate) }
      let isExecutable = access(candidate, X_OK) == 0
      guard isExecutable || errno == EACCES else { continue }
      var status = stat()
      guard stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if isExecutable { return UnsafePointer(candidate) }
      code = EACCES
    }
    throw SystemError("posix_spawn", path: name, code: code)
  }
}
