internal import CUinput
internal import Glibc
internal import Linux

/// The keys that a keyboard reports, read from the kernel as a compositor reads them.
final class PressedKeys {
  /// The keys that are down.
  private(set) var keys: Set<CInt> = []
  private let keyboard: Descriptor

  /// Opens the keyboard called `name`, as soon as it exists.
  init(of name: String) throws {
    let node = try wait(otherwise: { "there is no '\(name)'" }) {
      Guest.names(in: "/sys/class/input").first { node in
        node.hasPrefix("event") && Guest.read("/sys/class/input/\(node)/device/name") == "\(name)\n"
      }
    }
    keyboard = try Descriptor.open("/dev/input/\(node)", O_RDONLY | O_NONBLOCK)
  }

  /// Waits until exactly `keys` are down.
  func waitUntilPressed(_ keys: Set<CInt>) throws {
    try wait(otherwise: { "\(self.keys) are pressed, not \(keys)" }) {
      try update()
      return self.keys == keys ? () : nil
    }
  }

  private func update() throws {
    while let bytes = try keyboard.read(upTo: MemoryLayout<input_event>.stride * 64), !bytes.isEmpty {
      bytes.withUnsafeBytes { bytes in
        for event in bytes.bindMemory(to: input_event.self) where CInt(event.type) == EV_KEY {
          if event.value == 0 { keys.remove(CInt(event.code)) } else { keys.insert(CInt(event.code)) }
        }
      }
    }
  }
}
