import Diagnostics
import Glibc
import Rules
import RulesFile
import Testing

/// Some of the names that xkbcommon knows.
let keyNames: KeyNames = {
  let names = [
    "Return", "Escape", "Tab", "space", "plus", "minus", "Left", "Right", "Page_Up", "Page_Down", "Menu", "Super_L",
    "XF86AudioMute", "XF86AudioRaiseVolume", "XF86AudioLowerVolume", "XF86AudioPlay", "XF86MonBrightnessUp",
    "XF86MonBrightnessDown", "XF86AudioNext", "F5", "Home",
    "U00E4", "U1F600", "XF86Refresh", "XF86Reload", "osfCopy", "XF86Copy", "BackTab", "KP_Space", "Print", "Delete",
  ]
  return KeyNames(isKnown: { names.contains($0) }, all: { names })
}()

/// The output of `sleight check` for `text`.
func check(_ text: String) -> String { render(RulesFile.check(text: text, name: "rules.yml", keyNames: keyNames)) }

/// The output of `sleight check` for `file`.
func render(_ file: RulesFile) -> String { TextRenderer().render(file.diagnostics, in: file.sources) }

/// The rules of `text`; nil if it has an error.
func read(_ text: String) -> RuleSet? { RulesFile.check(text: text, name: "dir/rules.yml", keyNames: keyNames).rules }

extension IncludedFiles {
  /// Files by path, with their texts.
  static func texts(_ texts: [String: String], home: String? = "/home/me") -> IncludedFiles {
    @Sendable func isDirectory(_ path: String) -> Bool { texts.keys.contains { $0.hasPrefix(path + "/") } }
    @Sendable func refusal(_ id: MessageID, _ message: String) -> IncludedFiles.Reading {
      .refused(Diagnostic(.error, id: id.rawValue, message))
    }
    return IncludedFiles(
      identity: { path in texts[path] != nil || isDirectory(path) ? path : nil },
      read: { path in
        if let text = texts[path] { return .content(Array(text.utf8), objection: nil) }
        return isDirectory(path)
          ? refusal(.isDirectory, "this is a directory, not a rules file")
          : refusal(.missingFile, "there is no such file")
      },
      names: { directory in
        let prefix = directory.isEmpty ? "" : directory + "/"
        let inside = texts.keys.filter { $0.hasPrefix(prefix) }.compactMap { path in
          path.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
        }
        return Array(Set(inside))
      }, home: home)
  }
}

/// `text` with each of its bytes preceded or replaced by something that means something to YAML.
func mutations(of text: String) -> [[UInt8]] {
  text.utf8.indices.flatMap { index in
    [
      "", "\t", "\n", "\r", " ", "\"", "'", "&a ", "*a ", ": ", "? ", "- ", ",", "#", " #", "[", "}", "|\n",
    ].flatMap { put in
      (0...1).map { replaced in
        let kept = text.utf8.dropFirst(text.utf8.distance(from: text.utf8.startIndex, to: index) + replaced)
        return text.utf8[..<index] + Array(put.utf8) + kept
      }
    }
  }
}

/// Expects that an edited rules file has all bytes of the old one in their order, except blanks, and is still valid if
/// it was.
func expectAddition(_ old: [UInt8], _ new: [UInt8]) {
  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  var rest = old.filter { !isBlank($0) }[...]
  for byte in new where byte == rest.first { rest.removeFirst() }
  #expect(rest.isEmpty)
  if RulesFile.check(bytes: old, name: "f").rules != nil {
    let edited = RulesFile.check(bytes: new, name: "f")
    #expect(edited.rules != nil, "\(edited.text)")
  }
}
