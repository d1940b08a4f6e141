internal import Glibc

/// A file of udev's rules that comes with the program, and grants a permission to the user of the active session.
public struct UdevRules: Sendable {
  /// `70-sleight-touch.rules`
  public let name: String
  /// Its rules, without its comments.
  public let lines: [String]

  /// The permission to read touchpads and touchscreens, and to write to them.
  public static let touch = UdevRules(
    name: "70-sleight-touch.rules",
    lines: ["TOUCHPAD", "TOUCHSCREEN"].map { kind in
      #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", "#
        + #"ENV{ID_INPUT_\#(kind)}=="1", TAG+="uaccess""#
    })

  /// The permission to create input devices, also before the module is loaded.
  public static let uinput = UdevRules(
    name: "71-sleight-uinput.rules",
    lines: [#"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#])

  /// The directories in which udev searches rules (udev(7)).
  private static let directories = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d" }

  /// True if the file is in one of udev's directories.
  public var isInstalled: Bool { Self.directories.contains { access("\($0)/\(name)", F_OK) == 0 } }

  /// The command that installs the file, to be pasted into a terminal: a copy of the file that came with the program,
  /// or else its rules.
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - home: the user's home directory.
  ///   - data: the user's directory of data.
  public func installation(
    of program: String? = Environment.programPath, home: String? = Environment.value(of: "HOME"),
    data: String? = UserDirectory.data.path
  ) -> String {
    let folder = "/etc/udev/rules.d/"
    if let file = program.flatMap({ self.file(besides: $0, home: home, data: data) }) {
      return "sudo install -m 644 \(file) \(folder)"
    }
    return "printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) | sudo tee \(folder)\(name)"
  }

  /// The file of an installation, a release or a checkout.
  private func file(besides program: String, home: String?, data: String?) -> String? {
    let parents = Array(sequence(first: Self.parent(of: program)) { $0 == "" ? nil : Self.parent(of: $0) }.prefix(6))
    guard let prefix = parents.dropFirst().first else { return nil }
    let shares = ["\(prefix)/share"] + (home.map { "\($0)/.local" } == prefix ? [data].compactMap { $0 } : [])
    // The program of a build is some folders below the checkout.
    let places = shares.map { "\($0)/sleight/\(name)" } + parents.dropFirst().map { "\($0)/config/udev/\(name)" }
    return places.first { isSafe($0, home: home) }
  }

  /// True for a file with these rules that nobody else can change, whose path a shell takes for one word.
  private func isSafe(_ path: String, home: String?) -> Bool {
    guard path.utf8.allSatisfy({ Self.plain.contains($0) }),
      let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    else { return false }
    do {
      guard try WriteRisk(ofFile: file, at: path, owners: nil) == nil,
        try WriteRisk(onTheWayTo: path, home: home, owners: nil) == nil,
        // The comments are shorter than that.
        let bytes = try file.read(upTo: 8192)
      else { return false }
      let text = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
      return text.map { String(decoding: $0, as: UTF8.self) } == lines
    } catch { return false }
  }

  /// The characters of words that a shell leaves alone.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+@%=,-".utf8)

  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
