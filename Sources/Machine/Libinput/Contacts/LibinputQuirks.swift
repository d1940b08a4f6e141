internal import CLibevdev
internal import Glibc
internal import Linux
internal import Touch

/// libinput's quirks: device-specific values in files (libinput's documentation, "Device quirks"). libinput has no
/// function for them, so its files are read.
///
///     [Cypress Touchpads]
///     MatchUdevType=touchpad
///     MatchName=*CyPS/2 Cypress Trackpad
///     AttrPalmPressureThreshold=254
struct LibinputQuirks {
  /// A touchpad, as sections match it.
  struct Subject: Hashable, Sendable {
    var name: String
    /// A bus of the kernel, such as BUS_USB.
    var bus: CInt
    var vendor: Int
    var product: Int
    var version: Int
    /// The machine's description by its firmware; nil if there is none.
    var machine: String?
    /// The machine's description by its device tree; nil if there is none.
    var deviceTree: String?
  }

  private struct Section {
    var matches: [(key: Substring, value: Substring)] = []
    var values: [(key: Substring, value: Substring)] = []
  }

  private var sections: [Section] = []

  /// Adds the sections of a file. Later sections win, those of later files too. Lines that are neither a section nor a
  /// value are ignored, as libinput reports them itself.
  mutating func add(_ text: String) {
    // By bytes: the files of a release have 3,000 lines, and by characters they would take 20 times as long.
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var line = bytes.prefix { $0 != UInt8(ascii: "#") }
      while let last = line.last, last <= UInt8(ascii: " ") { line.removeLast() }
      if line.first == UInt8(ascii: "[") {
        sections.append(Section())
      } else if let mark = line.firstIndex(of: UInt8(ascii: "=")), !sections.isEmpty {
        let key = Substring(line[..<mark])
        let value = Substring(line[line.index(after: mark)...])
        if key.hasPrefix("Match") {
          sections[sections.count - 1].matches.append((key, value))
        } else {
          sections[sections.count - 1].values.append((key, value))
        }
      }
    }
  }

  /// The quirks of a device.
  func values(of subject: Subject) -> QuirkValues {
    var values = QuirkValues()
    for section in sections where section.matches.allSatisfy({ Self.matches($0.key, String($0.value), subject) }) {
      for (key, value) in section.values { values.texts[String(key)] = String(value) }
    }
    return values
  }

  private static func matches(_ key: Substring, _ value: String, _ subject: Subject) -> Bool {
    func matchesOne(_ number: Int) -> Bool { value.split(separator: ";").contains { QuirkValues.number($0) == number } }
    switch key {
    case "MatchName": return fnmatch(value, subject.name, 0) == 0
    case "MatchBus": return buses[value] == subject.bus
    case "MatchVendor": return matchesOne(subject.vendor)
    case "MatchProduct": return matchesOne(subject.product)
    case "MatchVersion": return matchesOne(subject.version)
    case "MatchUdevType": return value == "touchpad"
    case "MatchDMIModalias": return subject.machine.map { fnmatch(value, $0, 0) == 0 } ?? false
    case "MatchDeviceTree": return subject.deviceTree.map { fnmatch(value, $0, 0) == 0 } ?? false
    default: return false
    }
  }

  private static let buses: [String: CInt] = [
    "usb": BUS_USB, "bluetooth": BUS_BLUETOOTH, "ps2": BUS_I8042, "rmi": BUS_RMI, "i2c": BUS_I2C, "spi": BUS_SPI,
  ]
}

extension LibinputQuirks {
  /// The quirks that the installed libinput uses. A libinput in another directory, such as /usr/local, has its own
  /// files, which are not found: its devices then have libinput's defaults.
  static func installed() -> LibinputQuirks {
    let directory = "/usr/share/libinput"
    let files = names(inDirectory: directory).filter { $0.hasSuffix(".quirks") }.sorted()
    var quirks = LibinputQuirks()
    for file in files.map({ "\(directory)/\($0)" }) + ["/etc/libinput/local-overrides.quirks"] {
      if let text = text(ofFile: file) { quirks.add(text) }
    }
    return quirks
  }

  /// The firmware's description of the machine, as MatchDMIModalias expects it.
  static var machine: String? { text(ofFile: "/sys/class/dmi/id/modalias")?.trimmingLineFeed }
  /// The device tree's description, as MatchDeviceTree expects it: its first word.
  static var deviceTree: String? {
    text(ofFile: "/sys/firmware/devicetree/base/compatible").map { String($0.prefix { $0 != "\0" }) }
  }
}
