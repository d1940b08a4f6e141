internal import CLinux
internal import Glibc

/// A program and its arguments in the kernel's format, to be started any number of times.
///
/// A name without a slash is searched in PATH, as execvp(3) does. It is searched at each start, since programs are
/// installed and removed, but the candidate paths are built only once.
public final class LaunchedProgram {
  /// The name, as given.
  let name: String
  let arguments: CStrings
  private let isSearched: Bool
  private let candidates: CStrings

  /// - Parameters:
  ///   - arguments: the program and its arguments, not empty.
  ///   - path: directories separated by colons, as in PATH.
  /// - Throws: `SystemError` EINVAL if there is nothing to start, or an argument contains a NUL, which would end it.
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

  /// Searches the program.
  /// - Returns: its path; the pointer is valid as long as this object.
  /// - Throws: `SystemError` with the name: ENOENT if it does not exist, EACCES if it is not executable.
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

/// A NULL-terminated array of C strings, as main() gets it. Copied once, and freed with its owner.
struct CStrings: ~Copyable {
  /// The array, terminated by a null pointer.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// The number of strings.
  let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
    (pointers + strings.count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
