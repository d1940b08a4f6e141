import Diagnostics
import RulesFile
import Testing

@Suite("Rules that depend on the machine")
struct KnownMachineTests {
  private static let devices = ["Apple Inc. Magic Trackpad 2", "ELAN0001:00 04F3:3140 Touchpad"]

  private func messages(_ text: String, devices: [String] = Self.devices) -> [String] {
    let machine = KnownMachine(deviceNames: devices) { ["foot", "sh", "env"].contains($0) }
    return RulesFile.check(bytes: Array(text.utf8), name: "f", machine: machine).diagnostics.map { message in
      let start = message.span.map { "\($0.start.line):\($0.start.column): " } ?? ""
      return start + message.message + (message.suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  @Test(
    "a command gets a warning if no directory in PATH has its program",
    arguments: ["notify-sned hi", "[foot, {run: [notify-sned, hi]}]", "'notify-sned \"a b\"'", "{run: [notify-sned]}"])
  func missingProgram(action: String) {
    let found = messages("rules: [{swipe: up, fingers: 3, do: \(action)}]\n")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("no directory in PATH has the program 'notify-sned'") == true, "\(found)")
  }

  @Test(
    "a command gets none if its program is there, is a path, or is a part of the shell's language",
    arguments: [
      "foot", "foot --title 'a b'", "/opt/tool/bin/tool", "~/bin/tool", "if true; then tool; fi", "'tool | other'",
      "sh -c 'tool'", "A=1 tool", "'$TERMINAL'", "'test -e /tmp/x && tool'", "exec tool", "'[ -e /tmp ] && tool'",
      "'(tool)'", "'tool \"$(date)\"'", "{keys: ctrl+a}", "none",
    ])
  func presentProgram(action: String) {
    #expect(messages("rules: [{swipe: up, fingers: 3, do: \(action)}]\n") == [])
  }

  @Test("each missing program is reported once, at its action, and none of a disabled rule")
  func oncePerProgram() {
    let text = """
      rules:
        - {swipe: up, fingers: 3, enabled: false, do: absent}
        - {swipe: down, fingers: 3, do: missing}
        - {swipe: left, fingers: 3, do: missing}

      """
    #expect(
      messages(text) == [
        "2:29: this rule is disabled: checked and not used", "3:35: no directory in PATH has the program 'missing'",
      ])
  }

  @Test("the name of a device that is not connected gets a note, with the name that is probably meant")
  func absentDevice() {
    func found(_ name: String, devices: [String] = Self.devices) -> [String] {
      messages("rules: [{swipe: up, fingers: 3, device: '\(name)', do: foot}]\n", devices: devices)
    }
    #expect(
      found("Apple Magic Trackpad") == [
        "1:41: no connected touchpad or touchscreen is named 'Apple Magic Trackpad'; "
          + "did you mean 'Apple Inc. Magic Trackpad 2'?"
      ])
    #expect(found("Wacom Panel") == ["1:41: no connected touchpad or touchscreen is named 'Wacom Panel'"])
    #expect(found("*magic trackpad*") == [])
    #expect(found("elan0001:00 04f3:3140 touchpad") == [])
    #expect(found("touchpad") == [])
    #expect(found("Wacom Panel", devices: []) == [])
    let statement = "devices: {Wacom Panel: {ignore: true}}\nrules: [{swipe: up, fingers: 3, do: foot}]\n"
    #expect(messages(statement) == ["1:11: no connected touchpad or touchscreen is named 'Wacom Panel'"])
  }
}
