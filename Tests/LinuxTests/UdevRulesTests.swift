import Glibc
import Testing

@testable import Linux

@Suite("The step that grants a permission")
struct UdevRulesTests {
  private static let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// A new folder, without symbolic links.
  private static func folder() throws -> String {
    var template = Array("/tmp/sleight-XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Writes a file of udev's rules below `folder`.
  private static func write(_ rules: UdevRules, _ folder: String, _ directory: String, text: String? = nil) throws {
    var path = folder
    for name in directory.split(separator: "/") {
      path += "/\(name)"
      mkdir(path, 0o755)
    }
    let file = try Descriptor.open("\(path)/\(rules.name)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    let shipped = try Descriptor.open("\(checkout)/config/udev/\(rules.name)", O_RDONLY).readToEnd()
    try file.write(text.map { Array($0.utf8) } ?? shipped)
  }

  @Test("is one short command in every kind of installation", arguments: [UdevRules.touch, .uinput])
  func installations(rules: UdevRules) throws {
    let folder = try Self.folder()
    defer { _ = try? Self.remove(folder) }
    let home = "\(folder)/home/alice"
    // The program, and where its copy of the rules is.
    let kinds = [
      ("\(folder)/usr/bin/sleight", "\(folder)/usr/share/sleight"),
      ("\(home)/.local/bin/sleight", "\(home)/.local/share/sleight"),
      ("\(folder)/release/bin/sleight", "\(folder)/release/config/udev"),
      ("\(folder)/checkout/.build/release/sleight", "\(folder)/checkout/config/udev"),
      ("\(folder)/other/.build/x86_64-unknown-linux-gnu/debug/sleight", "\(folder)/other/config/udev"),
    ]
    for (program, directory) in kinds {
      #expect(rules.installation(of: program, home: home, data: nil).hasPrefix("printf "))
      try Self.write(rules, "", directory)
      let command = rules.installation(of: program, home: home, data: nil)
      #expect(command == "sudo install -m 644 \(directory)/\(rules.name) /etc/udev/rules.d/")
    }
    let data = "\(folder)/data"
    try Self.write(rules, "", "\(data)/sleight")
    unlink("\(home)/.local/share/sleight/\(rules.name)")
    let program = "\(home)/.local/bin/sleight"
    #expect(rules.installation(of: program, home: home, data: data).contains(" \(data)/sleight/\(rules.name) "))
  }

  @Test("states the rules where the file is missing, changed, writable for others, or has a strange path")
  func stated() throws {
    let folder = try Self.folder()
    defer { _ = try? Self.remove(folder) }
    let rules = UdevRules.touch
    let program = "\(folder)/usr/bin/sleight"
    func isStated(_ program: String) -> Bool {
      let command = rules.installation(of: program, home: nil, data: nil)
      let all = rules.lines.map { "'\($0)'" }.joined(separator: " ")
      return command == "printf '%s\\n' \(all) | sudo tee /etc/udev/rules.d/70-sleight-touch.rules"
    }
    #expect(isStated(program))
    try Self.write(rules, folder, "usr/share/sleight")
    #expect(!isStated(program))
    let file = "\(folder)/usr/share/sleight/\(rules.name)"
    chmod(file, 0o666)
    #expect(isStated(program))
    chmod(file, 0o644)
    chmod("\(folder)/usr/share/sleight", 0o777)
    #expect(isStated(program))
    chmod("\(folder)/usr/share/sleight", 0o755)
    #expect(!isStated(program))
    try Self.write(rules, folder, "usr/share/sleight", text: rules.lines.joined(separator: "\n") + "\nMODE=\"666\"\n")
    #expect(isStated(program))
    try Self.write(rules, folder, "a b;c/share/sleight")
    #expect(isStated("\(folder)/a b;c/bin/sleight"))
  }

  @Test("grants what the shipped file does", arguments: [UdevRules.touch, .uinput])
  func contents(rules: UdevRules) throws {
    let text = try Descriptor.open("\(Self.checkout)/config/udev/\(rules.name)", O_RDONLY).readToEnd()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.map(String.init) == rules.lines)
  }

  private static func remove(_ folder: String) throws {
    var process = pid_t()
    let words: [String] = ["rm", "-rf", folder]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    posix_spawnp(&process, "rm", nil, nil, &arguments, environ)
    waitpid(process, nil, 0)
  }
}
