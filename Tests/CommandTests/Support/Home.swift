import Glibc
import Waiting

/// The home and the session of one test: its own directories, which it deletes. Nothing of the user's is touched.
final class Home: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/sleight-commands-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    mkdir(runtime, 0o700)
    mkdir("\(runtime)/sleight", 0o700)
  }

  deinit { removeAll(path) }

  /// XDG_RUNTIME_DIR
  var runtime: String { "\(path)/run" }

  /// The daemon's socket.
  var socket: String { "\(runtime)/sleight/sleight.sock" }

  /// The path of the user's rules file.
  var rules: String { "\(path)/config/sleight/rules.yml" }

  /// The environment for programs. A sanitizer of these tests is in the programs, too.
  var environment: [String] {
    let sanitizer = getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS=\(String(cString: $0))"] } ?? []
    return [
      "HOME=\(path)", "XDG_CONFIG_HOME=\(path)/config", "XDG_RUNTIME_DIR=\(runtime)", "PATH=\(path)/bin:/usr/bin:/bin",
      "LC_ALL=C.UTF-8", "SLEIGHT=\(Program.sleight)",
    ] + sanitizer
  }

  /// Installs programs that do nothing.
  func install(_ programs: String...) { for program in programs { installProgram(program) } }

  /// Installs the programs that an output of 'check' reports as missing: recipes are for many.
  func installPrograms(missingIn output: String) {
    for match in output.matches(of: /no directory in PATH has the program '([^']+)'/) {
      installProgram(String(match.1))
    }
  }

  private func installProgram(_ name: String) {
    mkdir("\(path)/bin", 0o755)
    write("bin/\(name)", "#!/bin/sh\n", mode: 0o755)
  }

  /// Writes a file; `name` is relative to the home directory.
  @discardableResult
  func write(_ name: String, _ text: String, mode: mode_t = 0o600) -> String {
    write(name, Array(text.utf8), mode: mode)
  }

  /// Writes a file; `name` is relative to the home directory.
  /// - Returns: its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "we") else { return file }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    awaitClosed(file)
    chmod(file, mode)
    return file
  }

  /// Writes the user's rules file.
  func writeRules(_ text: String) {
    mkdir("\(path)/config", 0o755)
    mkdir("\(path)/config/sleight", 0o755)
    write("config/sleight/rules.yml", text)
  }

  /// The content of a file; `name` is relative to the home directory.
  func content(of name: String) -> String { text(of: "\(path)/\(name)") }

  func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}

/// Removes a file, or a directory with its content.
private func removeAll(_ path: String) {
  // Only directories can be listed; links to directories are not followed.
  if unlink(path) == 0 { return }
  for name in names(in: path) { removeAll("\(path)/\(name)") }
  rmdir(path)
}

/// The names in a directory; empty if it is unreadable.
func names(in path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// The bytes of a file; empty if it is unreadable.
func bytes(of path: String) -> [UInt8] {
  guard let stream = fopen(path, "re") else { return [] }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// The text of a file; empty if it is unreadable.
func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

/// The path of a file of the project.
func project(_ name: String) -> String {
  "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/" + name
}
