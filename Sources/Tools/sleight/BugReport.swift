import Diagnostics
import Doctor
import Glibc
import Libinput
import Linux
import Text

/// The text of a bug report: what doctor finds and the versions of the system. It contains no window titles and, unless
/// requested, no rules; the user's home directory is `~`.
struct BugReport {
  let text: String

  /// - Parameter rules: the path of a rules file to include; nil for none.
  /// - Throws: `SystemError` if the rules file cannot be read.
  init(_ findings: [Finding], rules: String?) throws {
    var text = """
      # Sleight \(Sleight.version)

      | | |
      |---|---|
      | system | \(Self.value(of: "PRETTY_NAME", in: "/etc/os-release") ?? "unknown") |
      | kernel | \(Self.kernel) |
      | libinput | \(LibinputRelease.loaded.map { "\($0)" } ?? "not installed") |
      | desktop | \(Environment.value(of: "XDG_CURRENT_DESKTOP")?.legible ?? "XDG_CURRENT_DESKTOP is not set") |

      ## sleight doctor

      ```

      """
    for finding in findings {
      text +=
        "\(finding.state.rawValue) \(finding.subject.rawValue): \((finding.reportedReason ?? finding.reason).legible)\n"
      text += finding.remedy.map { "    \($0.legible)\n" }.joined()
    }
    text += "```\n"
    if let rules {
      text += "\n## Rules\n\n```yaml\n"
      text += String(decoding: try InputFile.read(rules), as: UTF8.self).legibleLines + "\n```\n"
    }
    if let home = Environment.value(of: "HOME"), home.count > 1 { text = text.replacing(home, with: "~") }
    self.text = text
  }

  private static var kernel: String {
    var system = utsname()
    guard uname(&system) == 0 else { return "unknown" }
    return withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The value of `name` in a file of assignments, as os-release(5) has them.
  private static func value(of name: String, in path: String) -> String? {
    guard let content = try? InputFile.read(path, limit: 65_536) else { return nil }
    return String(decoding: content, as: UTF8.self).split(separator: "\n").lazy
      .first { $0.hasPrefix("\(name)=") }.map { $0.dropFirst(name.count + 1).filter { $0 != "\"" } }
  }
}
