internal import Glibc
internal import Linux

/// The number of entries in a folder.
/// - Throws: `SystemError`.
func entries(of folder: String) throws(SystemError) -> Int {
  guard let directory = opendir(folder) else { throw SystemError.last("opendir", path: folder) }
  defer { closedir(directory) }
  var count = 0
  while readdir(directory) != nil { count += 1 }
  return count
}
