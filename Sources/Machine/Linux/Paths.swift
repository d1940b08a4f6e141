internal import Glibc

// Paths, as the kernel resolves them (path_resolution(7)).

/// The kernel's limit of symbolic links in a path (MAXSYMLINKS).
let mostLinks = 40

/// The names in a path, without those that mean the same directory.
func components(ofPath path: String) -> [String] {
  path.split(separator: "/").map(String.init).filter { $0 != "." }
}

/// The path of the directory that has the last name of `path`.
func directory(ofPath path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The text of a symbolic link; nil, with the reason in `errno`, if it cannot be read or is none.
public func target(ofLink path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &buffer, buffer.count)
  return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
}

/// The path that symbolic links at `path` lead to; `path` itself if it is not a symbolic link. The target need not
/// exist.
/// - Throws: `SystemError`: ELOOP for more links than the kernel follows.
public func targetOfLinks(_ path: String) throws(SystemError) -> String {
  var target = path
  for _ in 0..<mostLinks {
    // Any other error than EINVAL, for a file that is no link, is reported by the call that opens the file.
    guard let link = Linux.target(ofLink: target) else { return target }
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    target = link.hasPrefix("/") ? link : directory + link
  }
  throw SystemError("open", path: path, code: ELOOP)
}

/// The absolute path of an existing file, without symbolic links; nil if it cannot be resolved.
public func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// The text of a file that is small, such as one of /proc; nil if it cannot be read.
public func text(ofFile path: String) -> String? {
  guard let bytes = try? Descriptor.open(path, O_RDONLY).readToEnd() else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
