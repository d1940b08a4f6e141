internal import Glibc
internal import Linux

/// A keymap as programs exchange it: a file in memory with the text and a NUL.
struct KeymapFile: ~Copyable {
  let descriptor: Descriptor
  /// Its length in bytes, including the NUL.
  let size: UInt32

  /// The maximum size in bytes. Keymaps of xkeyboard-config have about 60 KB, those with four layouts about 100 KB.
  static let maxSize = 1 << 20

  /// Reads the text of a file from another program. It is not mapped, since a mapped file that its owner truncates
  /// would end this process (SIGBUS).
  /// - Parameter size: its stated length, including the NUL.
  /// - Returns: nil if it is not a regular file, shorter than stated, longer than `maxSize`, or not text.
  static func text(in file: borrowing Descriptor, size: UInt32) -> String? {
    let number = file.number
    var status = stat()
    // Reading from a pipe or a device could block.
    guard size > 1, size <= maxSize, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = 0
      while count < buffer.count {
        let readCount = pread(number, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
        if readCount < 0, errno == EINTR { continue }
        guard readCount > 0 else { return }
        count += readCount
      }
    }
    guard bytes.count == Int(size) else { return nil }
    return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Creates a file with `text`, for another program.
  /// - Throws: `SystemError`: EFBIG for more than `maxSize`.
  init(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8) + [0]
    guard bytes.count <= Self.maxSize else { throw SystemError("memfd_create", path: "keymap", code: EFBIG) }
    descriptor = try Descriptor.sealedMemory(named: "keymap", holding: bytes)
    size = UInt32(bytes.count)
  }
}
