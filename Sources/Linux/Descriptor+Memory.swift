internal import CLinux
internal import Glibc

extension Descriptor {
  /// Creates a file in memory that holds `bytes` and cannot be resized (memfd_create(2)), so that other programs can
  /// map it safely. Writes are not sealed: a write-sealed file cannot be mapped as shared, not even for reading.
  /// - Parameter name: its name in /proc.
  /// - Throws: `SystemError`.
  public static func sealedMemory(named name: String, holding bytes: [UInt8]) throws(SystemError) -> Descriptor {
    let file = Descriptor(owning: try system("memfd_create", path: name) { sleight_memory_file(name) })
    try file.write(bytes)
    try system("fcntl", path: name) { fcntl(file.number, CInt(SLEIGHT_ADD_SEALS), CInt(SLEIGHT_SEALS)) }
    return file
  }
}
