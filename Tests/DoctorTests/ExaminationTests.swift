import Actions
import Control
import Engine
import Glibc
import Libinput
import Linux
import Rules
import RulesFile
import Testing
import Time
import Touch

@testable import Desktop
@testable import Doctor
@testable import Surroundings

@Suite("The findings of sleight doctor")
struct ExaminationTests {
  /// A machine on which nothing is missing.
  func examination(_ rules: String = "rules: [{swipe: left, fingers: 3, do: foot}]\n") -> Examination {
    let examination = Examination(path: "rules.yml", file: RulesFile.check(text: rules, name: "rules.yml"))
    examination.devices = [
      .init(name: "Pad", kind: "touchpad", path: "/dev/input/event3", access: .accessList)
    ]
    var state = SessionState()
    state.apply(.properties(.array([.structure([.text("Active"), .boolean(true)])])))
    examination.session = .known(state)
    examination.desktop.waylandProblem = nil
    examination.desktop.listedWindow = .init(
      window: .absent, outputs: [], interface: "zwlr_foreign_toplevel_manager_v1")
    examination.input.keys = .wayland
    examination.input.pointer = .wayland
    examination.input.layouts = ["German"]
    examination.input.keymapSource = "the compositor"
    examination.daemon = .running(.init(pid: 7, config: "rules.yml", rules: 1))
    examination.processes = [7]
    examination.isSystemd = true
    examination.unit.file = "/usr/lib/systemd/user/sleight.service"
    examination.unit.isEnabled = true
    examination.unit.state = .active
    return examination
  }

  /// The findings that are not good, as text.
  func bad(_ examination: Examination) -> [String] {
    examination.findings.filter { $0.state != .good }.map { finding in
      ["\(finding.state) \(finding.subject): \(finding.reason)"] + finding.remedy.map { "$ \($0)" }
    }.map { $0.joined(separator: "\n") }
  }

  @Test("everything is good if nothing is missing")
  func good() {
    #expect(bad(examination()) == [])
    #expect(
      examination().findings.map(\.subject) == [
        .rules, .devices, .session, .compositor, .input, .keymap, .daemon, .unit,
      ])
  }

  @Test("the command that grants permission to read keyboards is shown only where it fixes the problem")
  func keyboards() {
    let rules = "[{swipe: left, fingers: 3, when: {modifiers: ctrl}, do: foot}]"
    let one = examination("settings: {read-keyboards: true}\nrules: \(rules)\n")
    one.desktop.keyboardProblem = "no keyboard is connected"
    one.desktop.typingProblem = "keyboard 'Keys' is not readable: open /dev/input/event4: No such device"
    func remedies() -> [[String]] { one.findings.filter { $0.subject == .conditions }.map(\.remedy) }
    #expect(remedies() == [[], []])
    one.desktop.keyboardRemedy = [KeyDevices.Refusal.command]
    #expect(remedies() == [[KeyDevices.Refusal.command], [KeyDevices.Refusal.command]])
  }

  @Test("a rule's program that is not in PATH is a note, without its name")
  func programs() {
    let rules = """
      rules:
        - {swipe: left, fingers: 3, do: notifysend hi}
        - {swipe: right, fingers: 3, do: [notifysend ho, cd /tmp && foot, ./here, {run: [gimpp]}]}
      """
    let one = examination(rules)
    #expect(one.rules.programs.map(\.name) == ["notifysend", "gimpp"])
    #expect(one.rules.programs.map(\.location) == ["rules.yml:2", "rules.yml:3"])
    one.missingPrograms = [("notifysend", "rules.yml:2")]
    #expect(bad(one) == ["note commands: no directory in PATH has the program 'notifysend' of rules.yml:2"])
    one.missingPrograms = [("notifysend", "rules.yml:2"), ("gimpp", "rules.yml:3")]
    #expect(
      bad(one) == [
        "note commands: no directory in PATH has the program 'notifysend' of rules.yml:2 "
          + "(1 more: 'gimpp' of rules.yml:3)"
      ])
  }

  @Test("the rules are checked for the touchpads of the machine, with what they report")
  func touchpads() {
    let pad = Device(
      id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 65, height: 40), isBuiltIn: true)
    let counts = ContactReports(slots: 2, fingers: 5, hasPositions: false, hasPressure: false, isClickpad: true)
    let seen = Examination.SeenDevice(
      name: "Pad", kind: "touchpad", path: "/dev/input/event3", device: pad, contacts: counts)
    #expect(seen.touchpad?.contacts == counts)
    let unread = Examination.SeenDevice(name: "Pad", kind: "touchpad", path: "/dev/input/event3")
    #expect(unread.touchpad == nil)
    let rules = "rules: [{pan: up, fingers: 1, edge: left, device: touchpad, do: foot}]\n"
    let one = examination(rules)
    #expect(bad(one) == [])
    one.file = RulesFile.check(
      bytes: Array(rules.utf8), name: "rules.yml", devices: [seen].compactMap(\.touchpad))
    #expect(bad(one) == ["note rules: 1 rule from rules.yml, with 2 warnings\n$ sleight check"])
  }

  @Test("a touchscreen that may lose fingers is named, with the time and the property")
  func bounces() {
    let screen = Device(
      id: DeviceID(0), name: "ILITEK", kind: .touchscreen, size: Size(width: 340, height: 190))
    /// Taps of one finger with these times between them, in ms.
    func touch(_ gaps: [Int]) -> TouchReport {
      var (events, time): ([TouchEvent], Int64) = ([], 0)
      for gap in [0] + gaps {
        time += Int64(gap) * 1000
        let down = TouchEvent.Kind.touchDown(slot: 0, Point(x: 0, y: 0))
        events.append(TouchEvent(time: Timestamp(microseconds: time), device: screen.id, kind: down))
        time += 60_000
        events.append(TouchEvent(time: Timestamp(microseconds: time), device: screen.id, kind: .touchUp(slot: 0)))
      }
      return TouchReport(device: screen, events: events)
    }
    let one = examination("devices: {\"*\": {ignore: false}}\nrules: [{tap: double, fingers: 2, do: foot}]\n")
    one.devices = [
      .init(name: "ILITEK", kind: "touchscreen", path: "/dev/input/event4", access: .accessList, device: screen)
    ]
    // Double taps of a hand, and lost frames.
    one.touches = [touch([120, 150, 20, 20, 20, 20])]
    #expect(bad(one) == [])
    one.touches = [touch([45, 300, 52]), touch([41])]
    #expect(
      bad(one) == [
        "note devices: touchscreen 'ILITEK' (/dev/input/event4): in the last 2 touches a finger was gone for less than 100 ms "
          + "3 times, for up to 52 ms; if it stayed down, the device loses it: 'devices: {\"ILITEK\": {bounce: 70ms}}'"
      ])
    one.file = RulesFile.check(
      text: "devices: {ILITEK: {bounce: 70ms}}\nrules: [{tap: double, fingers: 2, do: foot}]\n", name: "rules.yml")
    #expect(bad(one) == [])
  }

  @Test("a device to be owned can be, or the reason and its fix are reported")
  func owning() {
    let one = examination("devices: {touchpad: {own: true}}\nrules: [{swipe: left, fingers: 3, do: foot}]\n")
    one.devices[0].device = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 60))
    #expect(
      bad(one) == [
        "note devices: touchpad 'Pad' (/dev/input/event3) can be owned and is not; "
          + "'sleight resume' owns it after a panic chord"
      ])
    one.devices[0].isOwned = true
    #expect(bad(one) == [])
    one.devices[0].isOwned = false
    one.devices[0].owningObstacle = SystemError("EVIOCGRAB", path: "/dev/input/event3", code: EOPNOTSUPP)
    #expect(
      bad(one) == ["wrong devices: touchpad 'Pad' (/dev/input/event3) cannot be owned: it does not track each finger"])
    one.devices[0].owningObstacle = SystemError("open", path: "/dev/uinput", code: EACCES)
    #expect(bad(one).first?.contains("71-sleight-uinput.rules") == true)
  }

  @Test("an unreadable device is reported with commands; an unusable one beside another is not wrong")
  func devices() {
    let one = examination()
    one.devices[0].access = nil
    one.devices[0].explanation = "open /dev/input/event3: Permission denied"
    one.devices[0].commands = ["sudo a", "sudo b"]
    #expect(
      bad(one) == [
        """
        wrong devices: touchpad 'Pad' (/dev/input/event3) is not readable: open /dev/input/event3: Permission denied
        $ sudo a
        $ sudo b
        """
      ])
    let two = examination()
    two.devices.append(
      .init(name: "Keys", kind: "touchpad", path: "/dev/input/event4", explanation: "it is a keyboard too"))
    #expect(bad(two) == ["note devices: touchpad 'Keys' (/dev/input/event4) is not readable: it is a keyboard too"])
    two.devices.removeFirst()
    #expect(two.findings.contains { $0.subject == .devices && $0.state == .wrong })
    two.devices = []
    #expect(
      bad(two) == [
        "wrong devices: no touchpad or touchscreen is connected; one that is plugged in is read at once"
      ])
  }

  @Test("the release of libinput is named, with a note if its drag conflicts with a rule")
  func libinput() {
    let one = examination()
    one.release = .exact(major: 1, minor: 27, patch: 1)
    #expect(bad(one) == [])
    #expect(one.findings.first { $0.subject == .libinput }?.reason == "libinput 1.27.1")
    one.release = .exact(major: 1, minor: 28, patch: 1)
    one.currentDesktop = "KDE"
    #expect(bad(one) == [])
    one.currentDesktop = "labwc:wlroots"
    #expect(
      bad(one) == [
        "note libinput: libinput 1.28.1 can drag with 3 or 4 fingers, and labwc does not report whether that is enabled: "
          + "if it is, rules.yml:1 acts at the same time"
      ])
    one.desktop.compositor = .init(kind: .sway, version: "1.13")
    one.desktop.compositorState.dragFingers = 0
    #expect(bad(one) == [])
    one.desktop.compositorState.dragFingers = 4
    #expect(bad(one) == [])
    one.desktop.compositorState.dragFingers = 3
    #expect(
      bad(one) == [
        """
        note libinput: libinput 1.28.1: sway drags with 3 fingers, and rules.yml:1 acts at the same time
        $ swaymsg input type:touchpad three_finger_drag disabled
        """
      ])
  }

  @Test("rules that do not conflict with the compositor's drag are not named")
  func libinputBeside() {
    for rule in ["tap: single, fingers: 3", "swipe: left, fingers: 2", "pinch: in, fingers: 3"] {
      let one = examination("rules: [{\(rule), device: touchpad, do: foot}]\n")
      one.release = .atLeast(minor: 28)
      #expect(bad(one) == [], "\(rule)")
    }
    let screen = examination("rules: [{swipe: left, fingers: 3, device: touchscreen, do: foot}]\n")
    screen.release = .atLeast(minor: 28)
    #expect(bad(screen) == [])
  }

  @Test("a touchscreen whose output is unknown is a note if a rule clicks where the fingers are")
  func unknownOutput() {
    let screen = Device(id: DeviceID(0), name: "Goodix", kind: .touchscreen, size: Size(width: 344, height: 194))
    func notes(_ rule: String, _ panels: [Panel]) -> [String] {
      let one = examination("rules: [{long-press: 600ms, \(rule)}]\n")
      one.devices = [.init(name: "Goodix", kind: "touchscreen", path: "p", access: .accessList, device: screen)]
      one.desktop.outputs = panels.map { DesktopState.OutputState(panel: $0) }
      return bad(one)
    }
    let known = Panel(output: "eDP-1", size: nil, area: .all)
    let other = Panel(output: "DP-1", size: nil, area: .all)
    #expect(notes("device: touchscreen, do: {click: right}", [known]) == [])
    #expect(
      notes("device: touchscreen, do: {click: right}", [known, other]) == [
        "note input: the output under the touchscreen 'Goodix' is unknown: clicks are made at the pointer, and the window "
          + "under the fingers is unknown; state the output in the rules file: 'devices: {\"Goodix\": {output: …}}'"
      ])
    #expect(notes("device: touchscreen, do: {click: right, at: pointer}", [known, other]) == [])
    #expect(notes("device: touchscreen, do: {keys: Menu}", [known, other]) == [])
  }

  @Test("a device of unknown size is a note, unless its output or the rules file tells it")
  func unknownSize() {
    func notes(_ device: Device, over panel: Size? = nil, _ devices: String = "") -> [String] {
      let one = examination("\(devices)rules: [{tap: single, fingers: 2, do: foot}]\n")
      one.devices = [.init(name: device.name, kind: "\(device.kind)", path: "p", access: .accessList, device: device)]
      one.desktop.outputs = [DesktopState.OutputState(panel: Panel(output: "eDP-1", size: panel, area: .all))]
      return bad(one)
    }
    func device(_ kind: Device.Kind, _ size: Size?) -> Device {
      Device(id: DeviceID(0), name: "Goodix", kind: kind, size: size)
    }
    let unknown =
      "note devices: the size of touchscreen 'Goodix' is unknown: distances are those of 151 x 94 mm; measure it "
      + "and state it in the rules file, as in 'devices: {\"Goodix\": {size: 344mm x 194mm}}'"
    #expect(notes(device(.touchscreen, nil)) == [unknown])
    #expect(notes(device(.touchscreen, Size(width: 8192, height: 8192))) == [unknown])
    #expect(notes(device(.touchscreen, Size(width: 344, height: 194))) == [])
    #expect(notes(device(.touchscreen, nil), over: Size(width: 476, height: 268)) == [])
    #expect(notes(device(.touchscreen, nil), "devices: {\"Goodix\": {size: 476mm x 268mm}}\n") == [])
    #expect(notes(device(.touchpad, Size(width: 69, height: 50)), over: Size(width: 476, height: 268)).count == 1)
    #expect(notes(device(.touchpad, Size(width: 100, height: 60))) == [])
  }

  @Test("membership of group 'input' is not required")
  func groupInput() {
    let one = examination()
    one.devices[0].access = .group("input")
    #expect(one.findings.first { $0.subject == .devices }?.remedy == [#"sudo gpasswd -d "$USER" input"#])
    #expect(bad(one).count == 1)
  }

  @Test("an unknown session state is a note, with the command that starts a source")
  func session() {
    let one = examination()
    one.session = .unknown(.noLogind("gone"))
    #expect(one.findings.first { $0.subject == .session }?.remedy == ["sudo systemctl restart systemd-logind"])
    one.isSystemd = false
    #expect(one.findings.first { $0.subject == .session }?.remedy == [])
    one.session = .unknown(.noSession)
    #expect(bad(one).count == 1)
    // The compositor also reports it.
    one.desktop.compositor = .init(kind: .hyprland, version: nil)
    one.desktop.compositorState.isLocked = false
    #expect(bad(one) == [])
  }

  @Test("a locked or inactive session is a note")
  func absence() {
    var state = SessionState()
    let one = examination()
    one.session = .known(state)
    #expect(bad(one) == ["note session: the session is inactive, or the machine is about to sleep: no rule acts"])
    state.apply(
      .properties(
        .array([.structure([.text("Active"), .boolean(true)]), .structure([.text("LockedHint"), .boolean(true)])])))
    one.session = .known(state)
    #expect(bad(one) == ["note session: the session is locked: only rules with the condition 'locked' act"])
  }

  @Test("GNOME's extension and KWin's desktop entry are named if they are missing, with the commands")
  func permissions() {
    let one = examination()
    one.desktop.listedWindow = nil
    one.currentDesktop = "ubuntu:GNOME"
    #expect(
      bad(one) == [
        "note compositor: Sleight's extension of GNOME Shell is not installed: it reports the focused window, and sends keys"
      ])
    one.isExtensionInstalled = true
    #expect(one.findings.flatMap(\.remedy).contains("gnome-extensions enable sleight@sleight"))
    one.currentDesktop = "KDE"
    one.program = "/opt/a b/sleight"
    let remedy = one.findings.flatMap(\.remedy)
    #expect(remedy.contains("mkdir -p ~/.local/share/applications"))
    #expect(remedy.contains { $0.contains("'Exec=/opt/a b/sleight run'") })
  }

  @Test(
    "the desktop is named without distributions and toolkits",
    arguments: ["ubuntu:GNOME": "GNOME", "Phosh:GNOME": "Phosh", "labwc:wlroots": "labwc", "sway": "sway"])
  func names(value: String, name: String) {
    let one = examination()
    one.currentDesktop = value
    #expect(one.findings.contains { $0.reason.hasPrefix("connected to \(name); ") })
  }

  @Test("no extension of GNOME Shell is proposed for another shell that uses GNOME's settings")
  func otherShell() {
    let one = examination()
    one.desktop.listedWindow = nil
    one.currentDesktop = "Phosh:GNOME"
    #expect(bad(one).map { $0.prefix(48) } == ["note compositor: Phosh does not report the focus"])
  }

  @Test("if a rule presses keys, the desktop's own permission is preferred to that for /dev/uinput")
  func preferredPermission() {
    for setting in ["", "settings: {inject: uinput}\n"] {
      let one = examination(setting + "rules: [{swipe: left, fingers: 3, do: {keys: a}}]\n")
      one.desktop.listedWindow = nil
      one.currentDesktop = "GNOME"
      one.isExtensionInstalled = true
      // Nothing is missing on machines where /dev/uinput can be opened.
      one.input = InjectionSurvey(of: one.rules, on: nil, keymap: nil, activeLayout: 0)
      for finding in one.findings where finding.subject == .input && finding.state == .wrong {
        #expect((finding.remedy == ["gnome-extensions enable sleight@sleight"]) == setting.isEmpty, "\(finding)")
      }
    }
  }

  @Test("while GNOME is locked, its extension is not said to be disabled, and nothing is granted")
  func lockedShell() {
    let one = examination("rules: [{swipe: left, fingers: 3, when: {app: foot}, do: {keys: a}}]\n")
    one.desktop.listedWindow = nil
    one.desktop.services.isLocked = true
    one.currentDesktop = "GNOME"
    one.isExtensionInstalled = true
    #expect(
      bad(one).contains("note compositor: GNOME Shell disables Sleight's extension while the session is locked"))
    #expect(!bad(one).contains { $0.hasPrefix("wrong") || $0.contains("gnome-extensions") }, "\(bad(one))")
  }

  @Test("an extension that GNOME Shell has not found requires a new login first")
  func newExtension() {
    let one = examination()
    one.desktop.listedWindow = nil
    one.currentDesktop = "GNOME"
    one.isExtensionInstalled = true
    one.isExtensionFound = false
    #expect(
      bad(one) == [
        "note compositor: Sleight's extension of GNOME Shell was installed after this session started: log out and in "
          + "first, then run 'gnome-extensions enable sleight@sleight'\n$ gnome-session-quit --logout"
      ])
    one.isExtensionFound = true
    #expect(one.findings.flatMap(\.remedy).contains("gnome-extensions enable sleight@sleight"))
  }

  @Test("a session whose compositor has ended does not start another one")
  func endedCompositor() {
    let one = examination()
    one.desktop = DesktopState()
    one.desktop.waylandProblem = "none runs"
    one.currentDesktop = "KDE"
    one.sessions = .init(start: "labwc", install: nil)
    #expect(
      bad(one) == [
        "note compositor: no connection to a Wayland compositor: none runs; the compositor of this KDE session has "
          + "ended: log out and in"
      ])
  }

  @Test("without logind, the lock screen of the desktop reports the lock")
  func lockScreen() {
    let one = examination()
    one.session = .unknown(.noLogind("gone"))
    one.currentDesktop = "KDE"
    one.desktop.services.isLocked = false
    #expect(bad(one) == [])
    #expect(
      one.findings.first { $0.subject == .session }?.reason == "the lock screen of KDE can report a lock of the session"
    )
  }

  @Test("'desktop-swipes' without the extension of GNOME Shell is wrong")
  func desktopSwipes() {
    let one = examination("settings: {desktop-swipes: disabled}\nrules: [{swipe: left, fingers: 3, do: foot}]\n")
    one.currentDesktop = "GNOME"
    let text =
      "compositor: 'desktop-swipes' has no effect: it requires Sleight's extension of GNOME Shell, which is not"
    #expect(bad(one).contains("wrong \(text) installed"))
    one.isExtensionInstalled = true
    #expect(bad(one).contains("wrong \(text) enabled\n$ gnome-extensions enable sleight@sleight"))
    one.hasShellExtension = true
    #expect(!bad(one).contains { $0.contains("desktop-swipes") })
    one.hasShellExtension = false
    // Elsewhere 'check' says that the setting has no effect.
    one.currentDesktop = "KDE"
    #expect(!bad(one).contains { $0.contains("desktop-swipes") })
  }

  @Test("an unknown value that rules require is wrong, and otherwise a note")
  func conditions() {
    let one = examination()
    one.desktop.listedWindow = nil
    one.currentDesktop = "other"
    #expect(bad(one).count == 1)
    #expect(
      bad(one).first?.hasPrefix("note compositor: other does not report the focused window") == true)
    let two = examination("rules: [{swipe: left, fingers: 3, when: {app: foot}, do: foot}]\n")
    two.desktop = one.desktop
    #expect(two.findings.filter { $0.state == .wrong }.map(\.subject) == [.conditions])
    #expect(bad(two).first?.hasSuffix("required by 1 rule: rules.yml:1") == true)
  }

  @Test("a missing compositor is wrong if rules require it, and the command to find one is given")
  func compositor() {
    let one = examination()
    one.desktop = DesktopState()
    one.desktop.waylandProblem = "it is gone"
    one.displayRemedy = "unset WAYLAND_DISPLAY"
    let text = "compositor: no connection to a Wayland compositor: it is gone\n$ unset WAYLAND_DISPLAY"
    #expect(bad(one) == ["note \(text)"])
    let two = examination("rules: [{swipe: left, fingers: 3, when: {output: eDP-1}, do: foot}]\n")
    (two.desktop, two.displayRemedy) = (one.desktop, one.displayRemedy)
    #expect(bad(two).first == "wrong \(text)")
  }

  @Test("without a compositor, an installed session is started, or one installed; on X11 the user logs in again")
  func noCompositor() {
    let one = examination()
    one.desktop = DesktopState()
    one.desktop.waylandProblem = "none runs"
    one.sessions = .init(start: "sway", install: "sudo apt-get install sway")
    let text = "note compositor: no connection to a Wayland compositor: none runs; "
    #expect(bad(one) == [text + "run this in a Wayland session, or start one\n$ sway"])
    one.sessions.start = nil
    #expect(bad(one) == [text + "no Wayland session is installed\n$ sudo apt-get install sway"])
    one.sessions.isX11 = true
    #expect(bad(one) == [text + "this is an X11 session: log out and select a Wayland session"])
  }

  @Test("a command for another compositor is wrong")
  func compositorCommands() {
    let one = examination("rules: [{swipe: left, fingers: 3, do: {sway: workspace prev}}]\n")
    one.absences[.niri] = "no niri"
    #expect(bad(one) == [])
    one.absences[.sway] = "no sway runs in this session"
    #expect(bad(one) == ["wrong compositor: no sway runs in this session; required by the commands of rules.yml:1"])
  }

  @Test("a missing keymap is wrong if rules press keys")
  func keymap() {
    let one = examination("rules: [{swipe: left, fingers: 3, do: {keys: a}}]\n")
    one.input.keymapError = .notAKeymap
    #expect(bad(one) == ["wrong keymap: the compositor's keymap cannot be read"])
  }
}
