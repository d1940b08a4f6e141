internal import Glibc
internal import Linux

/// A keymap as it is handed from program to program: a file in memory with the text and a NUL behind it.
struct KeymapFile: ~Copyable {
  /// The file.
  let descriptor: Descriptor
  /// How long it is, with the NUL.
  let size: UInt32

  /// The largest that is read; those of xkeyboard-config have about 60 KB, with four layouts about 100 KB.
  static let longest = 1 << 20

  /// The text in a file that somebody else handed over. It is read rather than mapped: a mapped file that its owner
  /// makes shorter meanwhile would end this program (SIGBUS).
  /// - Parameter size: how long it is said to be, with the NUL.
  /// - Returns: nil where it is no such file, is shorter than that, longer than `longest`, or no text.
  static func text(in file: borrowing Descriptor, size: UInt32) -> String? {
    let number = file.number
    var status = stat()
    // Reading from a pipe or a device could wait.
    guard size > 1, size <= longest, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = 0
      while count < buffer.count {
        let got = pread(number, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    guard bytes.count == Int(size) else { return nil }
    return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A file with `text`, for somebody else.
  /// - Throws: `SystemError`: EFBIG for more than `longest`.
  init(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8) + [0]
    guard bytes.count <= Self.longest else { throw SystemError("memfd_create", path: "keymap", code: EFBIG) }
    descriptor = try Descriptor.sealedMemory(named: "keymap", holding: bytes)
    size = UInt32(bytes.count)
  }
}
