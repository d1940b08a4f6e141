internal import CLinux
internal import Glibc

extension Descriptor {
  /// A file in memory that holds `bytes` and that nobody can make shorter or longer (memfd_create(2)): to be handed to
  /// other programs, which may map it without fear. Changing it is not sealed off, because nobody could map it shared
  /// then, not even to read.
  /// - Parameter name: what it is called in /proc.
  /// - Throws: `SystemError`.
  public static func sealedMemory(named name: String, holding bytes: [UInt8]) throws(SystemError) -> Descriptor {
    let file = Descriptor(owning: try system("memfd_create", path: name) { sleight_memory_file(name) })
    try file.write(bytes)
    try system("fcntl", path: name) { fcntl(file.number, CInt(SLEIGHT_ADD_SEALS), CInt(SLEIGHT_SEALS)) }
    return file
  }
}
