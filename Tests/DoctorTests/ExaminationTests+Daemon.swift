import Actions
import Control
import Engine
import Glibc
import Libinput
import Linux
import Rules
import RulesFile
import Testing
import Touch

@testable import Desktop
@testable import Doctor
@testable import Surroundings

/// The daemon, its unit and its socket.
extension ExaminationTests {
  @Test("a daemon with the previous rules, another file or another environment is reported")
  func daemon() {
    let one = examination()
    one.daemon = .running(.init(pid: 7, config: "rules.yml", rules: 2, configError: "rules.yml:1: bad"))
    #expect(
      bad(one) == [
        """
        wrong daemon: the daemon (pid 7) still uses the previous rules, its file has errors: rules.yml:1: bad
        $ sleight reload
        """
      ])
    one.daemon = .running(.init(pid: 7, config: "other.yml", rules: 2))
    #expect(bad(one) == ["note daemon: running, pid 7, with 2 rules from other.yml, not from rules.yml"])
    one.daemon = .running(.init(pid: 7, config: "rules.yml", rules: 1, unknown: ["app"]))
    #expect(one.findings.first { $0.subject == .daemon }?.remedy.last == "systemctl --user restart sleight")
    one.unit.state = .inactive
    #expect(one.findings.first { $0.subject == .daemon }?.remedy.first == "kill 7")
  }

  @Test("a daemon that reports problems with keys is not good, and its restart is the remedy")
  func failingDaemon() {
    let one = examination("rules: [{swipe: left, fingers: 3, do: {keys: a}}]\n")
    one.daemon = .running(
      .init(pid: 7, config: "rules.yml", rules: 1, inputProblems: ["keys cannot be pressed: no permission"]))
    let text = "wrong daemon: running, pid 7, with 1 rule from rules.yml; it started before this was permitted, or was "
    #expect(bad(one).first?.hasPrefix(text + "replaced: keys cannot be pressed: no permission\n") == true)
    #expect(bad(one).first?.hasSuffix("\n$ systemctl --user restart sleight") == true)
    one.unit.state = .inactive
    one.isSystemd = false
    // The next one does not start before the first has ended.
    #expect(
      bad(one).first?.hasSuffix("\n$ kill 7\n$ tail --pid=7 -f /dev/null\n$ sleight run") == true, "\(bad(one))")
    one.daemon = .running(.init(pid: 7, config: "rules.yml", rules: 1, isReplaced: true))
    #expect(
      bad(one).first?.hasPrefix(
        "note daemon: running, pid 7, with 1 rule from rules.yml; its program was replaced since it started\n$ ")
        == true)
  }

  @Test("a contact that is stuck is noted with its device, its place and its time")
  func stuckContact() {
    let one = examination()
    one.daemon = .running(
      .init(
        pid: 7, config: "rules.yml", rules: 1,
        stuckContacts: [
          StuckContact(device: "Screen", x: 300.4, y: 180, xShare: 0.87, yShare: 0.93, lasting: 750_000)
        ]))
    #expect(
      bad(one) == [
        "note devices: stuck contact: 300 mm from the left and 180 mm from the top of 'Screen', without movement for "
          + "12 min; if no finger rests there, dry and clean the device"
      ])
  }

  @Test("a missing daemon and one that does not listen are reported")
  func noDaemon() {
    let one = examination()
    (one.daemon, one.processes) = (.notRunning, [])
    #expect(bad(one) == ["note daemon: no daemon is running\n$ systemctl --user restart sleight"])
    one.unit.isEnabled = false
    #expect(bad(one).first == "note daemon: no daemon is running\n$ systemctl --user enable --now sleight")
    one.isSystemd = false
    #expect(bad(one) == ["note daemon: no daemon is running\n$ sleight run"])
    one.processes = [9]
    #expect(
      bad(one).first == "wrong daemon: a daemon that does not listen in this session is running (pid 9)\n$ kill 9")
  }

  @Test("a file in place of the socket is reported")
  func blocked() {
    let one = examination()
    (one.daemon, one.processes) = (.blocked(path: "/run/user/1000/sleight.sock"), [])
    #expect(
      bad(one) == [
        """
        wrong daemon: /run/user/1000/sleight.sock is not a socket: no daemon can listen there
        $ rm /run/user/1000/sleight.sock
        """
      ])
  }

  @Test("a unit that is not installed, not enabled or failed is reported")
  func unit() {
    let one = examination()
    one.unit.state = .failed
    #expect(one.findings.last?.state == .wrong && one.findings.last?.remedy == ["systemctl --user restart sleight"])
    one.unit.ban = "user.max_user_namespaces=0"
    one.unit.dropIns = "/home/me/.config/systemd/user/sleight.service.d"
    let file = "/home/me/.config/systemd/user/sleight.service.d/no-namespaces.conf"
    #expect(
      bad(one) == [
        """
        wrong unit: the user unit has failed: user.max_user_namespaces=0 forbids user namespaces, which its sandbox requires
        $ mkdir -p /home/me/.config/systemd/user/sleight.service.d
        $ printf '%s\\n' '[Service]' PrivateUsers=no CapabilityBoundingSet='~' \
        ProtectKernelModules=no ProtectKernelLogs=no >\(file)
        $ systemctl --user daemon-reload
        $ systemctl --user restart sleight
        """
      ])
    one.unit.state = .inactive
    one.unit.isEnabled = false
    #expect(one.findings.last?.state == .note && one.findings.last?.remedy == ["systemctl --user enable sleight"])
    one.unit = UserUnit()
    #expect(bad(one).count == 1)
    one.isSystemd = false
    #expect(bad(one) == [])
  }

  @Test(
    "a unit that is enabled, in a session that does not reach the target that starts it, is a note with the line to add"
  )
  func unitWithoutTarget() {
    let one = examination()
    one.unit.isTargetReached = false
    let note = "note unit: the user unit is enabled, and does not start with the session: "
    #expect(
      bad(one) == [
        note
          + "the desktop does not reach graphical-session.target. Start 'sleight run' in the compositor's configuration"
      ])
    one.currentDesktop = "Hyprland"
    one.desktop.compositor = .init(kind: .hyprland, version: "0.57.0", language: .lua)
    let path = "/home/me/.config/hypr/hyprland.lua"
    one.startConfiguration = .init(path: path, text: "-- hl.exec_cmd('sleight run')\n")
    #expect(
      bad(one) == [
        note
          + "Hyprland does not reach graphical-session.target. Start 'sleight run' in /home/me/.config/hypr/hyprland.lua"
          + #"\#n$ echo 'hl.on("hyprland.start", function() hl.exec_cmd("sleight run") end)' "#
          + ">>/home/me/.config/hypr/hyprland.lua"
      ])
    // The line is not appended to the last one.
    one.startConfiguration = .init(path: path, text: "hl.exec_cmd('waybar')")
    #expect(
      bad(one).first?.hasSuffix(
        #"\#n$ printf '\n%s\n' 'hl.on("hyprland.start", function() hl.exec_cmd("sleight run") end)' >>"# + path) == true
    )
    one.startConfiguration = .init(path: path, text: "hl.exec_cmd('waybar')\n  hl.exec_cmd('sleight run')\n")
    #expect(bad(one) == [])
    one.startConfiguration = .init(path: path, text: "hl.exec_cmd('systemctl --user start sleight.service')\n")
    #expect(bad(one) == [])
    one.startConfiguration = .init(path: path, text: "hl.exec_cmd('systemctl --user start sleight-commands')\n")
    #expect(bad(one).count == 1)
    one.startConfiguration?.isStarting = false
    // The daemon that the line has started; the unit need not be enabled then.
    one.unit.state = .inactive
    #expect(bad(one) == [])
    one.unit.isEnabled = false
    #expect(bad(one) == [])
    one.unit.isEnabled = true
    one.unit.isTargetReached = true
    #expect(bad(one) == [])
  }

  @Test("a missing runtime directory is replaced by the usual one or a new one")
  func runtime() {
    let one = examination()
    one.runtime = .unset(usual: "/run/user/1000")
    #expect(one.findings.first?.remedy == ["export XDG_RUNTIME_DIR=/run/user/1000"])
    one.runtime = .unset(usual: nil)
    #expect(one.findings.first?.remedy == ["export XDG_RUNTIME_DIR=$(mktemp -d)"])
    #expect(one.findings.first?.state == .wrong)
    one.runtime = .unsafe("/tmp", .writable, usual: nil)
    #expect(one.findings.first?.remedy == ["export XDG_RUNTIME_DIR=$(mktemp -d)"])
    one.runtime = .unsafe("/tmp/run", .foreign(owner: 7), usual: "/run/user/1000")
    #expect(one.findings.first?.remedy == ["export XDG_RUNTIME_DIR=/run/user/1000"])
    #expect(one.findings.first?.reason == "/tmp/run (XDG_RUNTIME_DIR) belongs to user 7: no daemon starts there")
  }

  @Test("a unit that is masked is not to be enabled or started")
  func maskedUnit() {
    let one = examination()
    let mask = "/home/me/.config/systemd/user/sleight.service"
    (one.unit.file, one.unit.isMasked, one.unit.isEnabled, one.unit.state) = (mask, true, false, .inactive)
    #expect(bad(one) == [])
    (one.daemon, one.processes) = (.notRunning, [])
    #expect(
      bad(one) == [
        "note daemon: no daemon is running\n$ sleight run",
        "note unit: the user unit is masked (\(mask)): it cannot start\n$ systemctl --user unmask sleight",
      ])
    one.unit.file = "/etc/systemd/user/sleight.service"
    #expect(one.findings.last?.remedy == ["sudo systemctl --global unmask sleight"])
  }

  @Test("the unit of an installation for one user is found, and those of the system after it")
  func unitOfOneUser() throws {
    var template = Array("/tmp/sleight-unit-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let units = "\(folder)/data/systemd/user"
    defer {
      for path in ["\(units)/sleight.service", units, "\(folder)/data/systemd", "\(folder)/data", folder] {
        remove(path)
      }
    }
    for path in ["\(folder)/data", "\(folder)/data/systemd", units] { #expect(mkdir(path, 0o700) == 0) }
    let absent = UserUnit(configuration: "\(folder)/config", data: "\(folder)/data").file
    #expect(absent?.hasPrefix(folder) != true)
    #expect(symlink("/dev/null", "\(units)/sleight.service") == 0)
    #expect(UserUnit(configuration: "\(folder)/config", data: "\(folder)/data").isMasked)
    remove("\(units)/sleight.service")
    try Descriptor.open("\(units)/sleight.service", O_WRONLY | O_CREAT).write(Array("[Service]\n".utf8))
    let unit = UserUnit(configuration: "\(folder)/config", data: "\(folder)/data")
    #expect(unit.file == "\(units)/sleight.service" && !unit.isMasked)
  }
}
