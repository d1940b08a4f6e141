import Glibc
import HeadlessSway
import Linux
import Testing

@Suite("sleight replay --act does what the rules say")
struct ReplayActTests {
  @Test("commands are started, and see the gesture in their environment")
  func commands() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - swipe: left
          fingers: 3
          do: env | grep ^SLEIGHT_ | sort > part && mv part environment
        - pinch: out
          fingers: 2
          do: {run: [touch, pinched]}

      """)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.sleight("replay", "--act", "pad.jsonl")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(await eventually { home.exists("environment") && home.exists("pinched") })
    #expect(
      home.content(of: "environment") == """
        SLEIGHT_DEVICE=SynPS/2
        SLEIGHT_DIRECTION=left
        SLEIGHT_DX=-12.0
        SLEIGHT_DY=0.0
        SLEIGHT_FINGERS=3
        SLEIGHT_GESTURE=swipe
        SLEIGHT_MODE=default
        SLEIGHT_PHASE=recognized
        SLEIGHT_RULE=rules.yml:2
        SLEIGHT_SPEED=200.0
        SLEIGHT_VX=-200.0
        SLEIGHT_VY=0.0

        """)
  }

  @Test("the actions of a list are begun in its order")
  func order() async {
    let home = Home()
    // Each waits for the one before: in reverse order they would wait forever.
    home.writeRules(
      """
      rules:
        - swipe: left
          fingers: 3
          do:
            - echo $$ > first
            - until [ -s first ]; do sleep 0.01; done; [ $$ -gt $(cat first) ] && echo yes > second

      """)
    home.write("pad.jsonl", Recordings.pad)
    #expect(await home.sleight("replay", "--act", "pad.jsonl").status == 0)
    #expect(await eventually { home.content(of: "second") == "yes\n" })
  }

  @Test(
    "where no keys can be pressed it says why and what to do, once, and the rest goes on",
    .enabled(if: access("/dev/uinput", W_OK) != 0))
  func noKeys() async {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("screen.jsonl", Recordings.screen)
    let result = await home.sleight("replay", "--act", "screen.jsonl")
    #expect(result.status == 0)
    #expect(result.output == (await home.sleight("replay", "screen.jsonl").output))
    #expect(result.errors.hasPrefix("sleight: warning: keys cannot be pressed: open /dev/uinput: "))
    #expect(result.errors.split(separator: "\n").count { $0.contains("warning:") } == 1)
    #expect(result.errors.contains("sleight: error: rules.yml:2: cannot press keys: open /dev/uinput: "))
    #expect(await eventually { home.content(of: "log") == "next\n" && home.exists("held down") })
  }

  @Test(
    "a program that is asked lets the gesture begin with exit status 0 only",
    arguments: [
      ("sleep 0.005", true, nil), ("sleep 0.005; exit 1", false, nil),
      ("exit 7", false, "'exit 7' (ask) ended with exit status 7; expected 0 (yes) or 1 (no)"),
      ("kill -9 $$", false, "'kill -9 $$' (ask) was killed"),
      ("exec sleep 60", false, "'exec sleep 60' (ask) took longer than 200 ms"),
      ("test $SLEIGHT_FINGERS = 3", true, nil),
    ] as [(String, Bool, String?)])
  func asking(command: String, mayBegin: Bool, failure: String?) async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - swipe: left
          fingers: 3
          ask: {execute: \(command), within: \(command.contains("60") ? "200ms" : "2s")}
          do: touch asked
        - {swipe: left, fingers: 3, do: touch other}

      """)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.sleight("replay", "--act", "pad.jsonl")
    #expect(result.status == 0)
    #expect(await eventually { home.exists(mayBegin ? "asked" : "other") })
    #expect(!home.exists(mayBegin ? "other" : "asked"))
    if let failure {
      #expect(result.errors.contains("rules.yml:2: \(failure)"), "\(result.errors)")
    } else {
      #expect(result.errors == "")
    }
  }

  /// A swipe of three fingers to the left, and then their tap.
  private static let swipeAndTap: String = {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Screen", "kind": "touchscreen", "width": 344, "height": 194}]}"#
    ]
    func frame(_ time: Int, _ event: String, movedBy way: Int? = nil) {
      for slot in 0..<3 {
        let place = way.map { ", \"x\": \(150 + 20 * slot - $0), \"y\": 90" } ?? ""
        lines.append("{\"t\": \(time), \"device\": 0, \"event\": \"\(event)\", \"slot\": \(slot)\(place)}")
      }
      lines.append("{\"t\": \(time), \"device\": 0, \"event\": \"touch-frame\"}")
    }
    frame(0, "touch-down", movedBy: 0)
    for step in 1...20 { frame(10_000 * step, "touch-motion", movedBy: 2 * step) }
    frame(210_000, "touch-up")
    frame(400_000, "touch-down", movedBy: 0)
    frame(470_000, "touch-up")
    return lines.map { $0 + "\n" }.joined()
  }()

  @Test(
    "'ask' beside a sequence: a yes lets it be made, after a no its steps act by themselves; a step's own 'ask' changes nothing",
    arguments: [
      ("ask: 'true', ", "", "code\n"), ("ask: 'false', ", "", "swipe\ntap\n"), ("", "ask: 'true', ", "code\n"),
      ("", "ask: 'false', ", "code\n"),
    ])
  func askingBesideSequence(ofSequence: String, ofStep: String, acts: String) async {
    let home = Home()
    home.writeRules(
      """
      gestures:
        code: [{swipe: left, fingers: 3}, {tap: single, fingers: 3}]
      rules:
        - {gesture: code, \(ofSequence)do: echo code >>log}
        - {swipe: left, fingers: 3, \(ofStep)do: echo swipe >>log}
        - {tap: single, fingers: 3, do: echo tap >>log}

      """)
    home.write("screen.jsonl", Self.swipeAndTap)
    #expect(await home.sleight("replay", "--act", "screen.jsonl").status == 0)
    #expect(await eventually { home.content(of: "log") == acts }, "\(home.content(of: "log"))")
  }

  @Test("a command that does not exist is told with its rule, and the rest goes on")
  func missingCommand() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: no-such-program}
        - {pinch: out, fingers: 2, do: touch pinched}

      """)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.sleight("replay", "--act", "pad.jsonl")
    #expect(result.status == 0)
    #expect(
      result.errors == "sleight: error: rules.yml:2: cannot start 'no-such-program': No such file or directory\n")
    #expect(await eventually { home.exists("pinched") })
  }

  @Test("a command for a compositor that does not run is told with its rule, and the rest goes on")
  func missingCompositor() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: {niri: focus-column-left}}
        - {pinch: out, fingers: 2, do: touch pinched}

      """)
    home.write("pad.jsonl", Recordings.pad)
    let result = await home.sleight("replay", "--act", "pad.jsonl")
    #expect(result.status == 0)
    let reason = "NIRI_SOCKET is not set, and no socket of its own is in \(home.runtime)"
    #expect(result.errors == "sleight: error: rules.yml:2: no niri runs in this session: \(reason)\n")
    #expect(await eventually { home.exists("pinched") })
  }

  @Test("a compositor that ends and comes back gets the commands that are due then")
  func compositorAgain() async throws {
    let sway = try HeadlessSway()
    let folder = sway.folder.path
    // One after another, for as long as the compositor may take to come back.
    let later = Array(repeating: "{wait: 1s}, {sway: 'exec touch \(folder)/after'}", count: 60)
    let rules = """
      rules:
        - swipe: left
          fingers: 3
          do: [{sway: 'exec touch \(folder)/before'}, \(later.joined(separator: ", "))]

      """
    for (name, text) in [("rules.yml", rules), ("pad.jsonl", Recordings.pad)] {
      try Descriptor.open("\(folder)/\(name)", O_WRONLY | O_CREAT, mode: 0o644).write(Array(text.utf8))
    }
    // As the user of the compositor, which others may not command.
    let replay = try sway.client([
      Program.sleight, "replay", "--act", "--config", "\(folder)/rules.yml", "\(folder)/pad.jsonl",
    ])
    #expect(await eventually { sway.folder.entries.contains("before") }, "\(replay.output)")
    sway.compositor?.stop()
    // So the next one listens at the same place.
    unlink(sway.control)
    try sway.start()
    // The old one's last command may have been late.
    unlink("\(folder)/after")
    #expect(await eventually { sway.folder.entries.contains("after") }, "\(replay.output)")
  }

  @Test(
    "without a system bus, nothing is waited for",
    .enabled(if: access("/usr/bin/strace", X_OK) == 0, "needs strace"))
  func withoutBus() async {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, do: {keys: a}}]\n")
    home.write("pad.jsonl", Recordings.pad)
    let result = await Program(
      ["strace", "-qq", "-e", "trace=poll", "-o", "trace", Program.sleight, "replay", "--act", "pad.jsonl"], in: home,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(home.path)/none"]
    ).result()
    #expect(!home.content(of: "trace").isEmpty || result.status == 0)
    // A wait of seconds that nothing ended.
    #expect(!home.content(of: "trace").contains("(Timeout)"), "\(home.content(of: "trace"))")
  }
}
