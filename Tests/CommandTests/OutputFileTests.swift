import Glibc
import Testing

@Suite("Files that commands write: nothing of the user's is lost")
struct OutputFileTests {
  /// A home with rules, a recording and a configuration to import.
  private func home() -> Home {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("hand.jsonl", Recordings.screen)
    home.write("c.conf", "gesture swipe left 3 xdotool key ctrl+Right\n")
    home.write("old", "mine\n")
    return home
  }

  /// The commands that write a file, with `FILE` in its place.
  private static let commands = [
    "replay --svg FILE hand.jsonl", "import --output FILE c.conf", "init --config FILE", "record FILE",
  ]

  /// Runs a command; `record` is interrupted once it has looked for devices.
  private func run(_ command: String, on file: String, in home: Home) async -> Program.Result {
    let words = command.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
    let program = Program([Program.sleight] + words, in: home)
    if words[0] == "record" {
      await eventually { program.errors.contains("device") || !program.isRunning }
      if program.isRunning { program.signal(SIGINT) }
    }
    return await program.result()
  }

  @Test("an existing file is replaced only with --force", arguments: commands)
  func existing(command: String) async {
    let home = home()
    let refused = await run(command, on: "old", in: home)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.errors.hasSuffix("sleight: error: old exists; --force replaces it\n"), "\(refused.errors)")
    #expect(home.content(of: "old") == "mine\n")

    let forced = await run(command.replacing(" ", with: " --force ", maxReplacements: 1), on: "old", in: home)
    #expect(forced.status == 0, "\(forced)")
    #expect(home.content(of: "old") != "mine\n" && home.content(of: "old").hasSuffix("\n"))
    let short = await run(command.replacing(" ", with: " -f ", maxReplacements: 1), on: "old", in: home)
    #expect(short.status == 0, "\(short)")
    #expect(names(in: home.path).filter { $0.hasPrefix(".sleight") } == [])
  }

  @Test("a file beyond the permitted size is an error, and leaves nothing", arguments: commands)
  func sizeLimit(command: String) async {
    let home = home()
    let words = command.split(separator: " ").map { $0 == "FILE" ? "new" : String($0) }
    let program = Program(
      ["/bin/sh", "-c", "ulimit -f 0; exec \"$@\"", "sh", Program.sleight] + words, in: home)
    if words[0] == "record" {
      await eventually { program.errors.contains("device") || !program.isRunning }
      if program.isRunning { program.signal(SIGINT) }
    }
    let result = await program.result()
    // The errors of this test go to a file as well: the status tells that it was no signal.
    #expect(result.status == 1, "\(result)")
    #expect(!home.exists("new") && names(in: home.path).filter { $0.hasPrefix(".sleight") } == [])
  }

  @Test("a new file is written, with permissions that the umask limits", arguments: commands)
  func new(command: String) async {
    let home = home()
    #expect(await run(command, on: "new", in: home).status == 0)
    #expect(!home.content(of: "new").isEmpty)
    var status = stat()
    #expect(stat("\(home.path)/new", &status) == 0)
    #expect(status.st_mode & 0o777 == (command.hasPrefix("record") || command.hasPrefix("replay") ? 0o600 : 0o644))
  }

  @Test("through a symbolic link its target is replaced, and the link stays", arguments: commands)
  func link(command: String) async {
    let home = home()
    mkdir("\(home.path)/dotfiles", 0o700)
    home.write("dotfiles/target", "mine\n", mode: 0o640)
    symlink("dotfiles/target", "\(home.path)/link")
    #expect(await run(command, on: "link", in: home).status == 1)
    #expect(home.content(of: "dotfiles/target") == "mine\n")
    let result = await run(command.replacing(" ", with: " --force ", maxReplacements: 1), on: "link", in: home)
    #expect(result.status == 0, "\(result)")
    var status = stat()
    #expect(lstat("\(home.path)/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(home.content(of: "dotfiles/target") != "mine\n")
    #expect(stat("\(home.path)/dotfiles/target", &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test("through a symbolic link to a missing file, that file is created", arguments: commands)
  func danglingLink(command: String) async {
    let home = home()
    mkdir("\(home.path)/dotfiles", 0o700)
    symlink("dotfiles/target", "\(home.path)/link")
    #expect(await run(command, on: "link", in: home).status == 0)
    #expect(home.exists("dotfiles/target"))
  }

  /// Commands that read and write, with the file that they read, by its name, another name, and as standard input.
  private static let inputs = [
    ("replay --svg hand.jsonl --force hand.jsonl", "hand.jsonl"),
    ("replay --svg linked --force hand.jsonl", "hand.jsonl"),
    ("replay --svg hard --force hand.jsonl", "hand.jsonl"),
    ("replay --svg ./hand.jsonl --force linked", "hand.jsonl"),
    ("replay --svg config/sleight/rules.yml --force hand.jsonl", "config/sleight/rules.yml"),
    ("replay --svg c.yml --config c.yml --force hand.jsonl", "c.yml"),
    ("replay --svg part.yml --config main.yml --force hand.jsonl", "part.yml"),
    ("import --output c.conf --force c.conf", "c.conf"),
    ("import --output c.conf --force -", "c.conf"),
  ]

  @Test("a file that the command reads is never replaced, not even with --force", arguments: inputs)
  func input(command: String, file: String) async {
    let home = home()
    home.write("c.yml", Recordings.rules)
    home.write("main.yml", "include: part.yml\n")
    home.write("part.yml", Recordings.rules)
    symlink("hand.jsonl", "\(home.path)/linked")
    Glibc.link("\(home.path)/hand.jsonl", "\(home.path)/hard")
    let before = home.content(of: file)
    #expect(!before.isEmpty)
    let words = command.split(separator: " ").map(String.init)
    let result = await Program([Program.sleight] + words, in: home, input: "\(home.path)/\(file)").result()
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.errors == "sleight: error: \(words[2]) is also an input of this command; name another file\n",
      "\(result.errors)")
    #expect(home.content(of: file) == before)
  }

  @Test("standard output that is appended to the input is refused")
  func appended() async {
    let home = home()
    let before = home.content(of: "c.conf")
    let result = await home.shell("\"$SLEIGHT\" import c.conf >>c.conf")
    #expect(
      result
        == .init(
          status: 1, errors: "sleight: error: standard output is also an input of this command; name another file\n"))
    #expect(home.content(of: "c.conf") == before)
  }

  @Test("a file that another program creates meanwhile is not replaced")
  func race() async {
    let home = home()
    mkfifo("\(home.path)/pipe", 0o600)
    let program = home.start("import", "--from", "libinput-gestures", "--output", "new", "pipe")
    // Returns once the command reads, after it has found no file.
    let pipe = open("\(home.path)/pipe", O_WRONLY)
    home.write("new", "mine\n")
    let line = Array("gesture swipe left 3 xdotool key ctrl+Right\n".utf8)
    #expect(write(pipe, line, line.count) == line.count)
    close(pipe)
    let result = await program.result()
    #expect(result == .init(status: 1, errors: "sleight: error: new exists; --force replaces it\n"))
    #expect(home.content(of: "new") == "mine\n")
    #expect(names(in: home.path).filter { $0.hasPrefix(".sleight") } == [])
  }

  @Test("a write that fails leaves the old file", .enabled(if: getuid() == 0, "only root can mount"))
  func full() async {
    let home = home()
    let script = """
      mkdir small && mount -t tmpfs -o size=8k tmpfs small || exit 9
      echo mine >small/old
      "$SLEIGHT" replay --svg small/old --force hand.jsonl 2>&1
      cat small/old; ls -A small
      """
    let result = await Program(["unshare", "-m", "/bin/sh", "-c", script], in: home).result()
    guard result.status != 9 else { return }
    #expect(result.output == "sleight: error: write small/old: No space left on device\nmine\nold\n", "\(result)")
  }

  @Test(
    "on a full disk nothing is left, and the error names the file", .enabled(if: getuid() == 0, "only root can mount"),
    arguments: commands)
  func disk(command: String) async {
    let home = home()
    let words = command.replacing("FILE", with: "small/new")
    let script = """
      mkdir small && mount -t tmpfs -o size=16k tmpfs small || exit 9
      head -c 16k /dev/zero >small/other 2>/dev/null; ls -A small
      "$SLEIGHT" \(words) 2>&1 >/dev/null
      echo "status $?"; ls -A small
      """
    let result = await Program(["unshare", "-m", "/bin/sh", "-c", script], in: home).result()
    guard result.status != 9 else { return }
    #expect(result.output.hasPrefix("other\n"))
    #expect(
      result.output.hasSuffix("sleight: error: write small/new: No space left on device\nstatus 1\nother\n"),
      "\(result)")
  }

  /// Commands that change the user's files, with the file that they name in their error.
  private static let changes = [
    ("why --save small/touch.jsonl", "write small/touch.jsonl"),
    ("why --svg small/touch.svg", "write small/touch.svg"),
    ("why --save small/old --force", "write small/old"),
    ("learn --config small/rules.yml --from swipes.jsonl --do foot", "write small/rules.yml"),
    ("learn --config small/new.yml --from swipes.jsonl --do foot", "write small/new.yml"),
    ("record --stroke mine --config small/rules.yml --from circle.jsonl", "write small/rules.yml"),
  ]

  @Test(
    "on a full disk the user's files stay as they are, none is begun, and the error names the call and the file",
    .enabled(if: getuid() == 0, "only root can mount"), arguments: changes)
  func changed(command: String, error: String) async {
    let home = home()
    home.write("swipes.jsonl", LearnTests.swipes)
    home.write("circle.jsonl", SyntheticHand(move: .circle).recording(on: .touchscreen, fingers: 1))
    let rules = "rules:\n  - {swipe: right, fingers: 3, do: foot}\n"
    let script = """
      mkdir small && mount -t tmpfs -o size=16k tmpfs small || exit 9
      printf '\(rules.replacing("\n", with: "\\n"))' >small/rules.yml; chmod 640 small/rules.yml; echo mine >small/old
      head -c 16k /dev/zero >small/other 2>/dev/null
      "$SLEIGHT" \(command) 2>errors >output
      echo "status $?"; ls -A small; cat small/rules.yml small/old; stat -c %a small/rules.yml
      """
    let unshared = ["unshare", "-m", "/bin/sh", "-c", script]
    var program: Program?
    let touches = KeptTouches(config: home.rules, touches: [.init(distance: 40)])
    if command.hasPrefix("why") {
      await touches.answer(in: home) { program = Program(unshared, in: home) }
    } else {
      program = Program(unshared, in: home)
    }
    let result = await program?.result()
    guard let result, result.status != 9 else { return }
    #expect(result.output == "status 1\nold\nother\nrules.yml\n\(rules)mine\n640\n", "\(result)")
    #expect(home.content(of: "errors").contains("\(error): No space left on device"), "\(home.content(of: "errors"))")
    // Nothing of the work is lost.
    if command.hasPrefix("learn") {
      #expect(home.content(of: "output") == "  - swipe: left\n    fingers: 3\n    device: touchpad\n    do: foot\n")
    }
  }

  @Test("a write-protected file is not replaced", .enabled(if: getuid() != 0, "root may write any file"))
  func protected() async {
    let home = home()
    chmod("\(home.path)/old", 0o400)
    let result = await home.sleight("init", "--force", "--config", "old")
    #expect(result == .init(status: 1, errors: "sleight: error: open old: Permission denied\n"))
    #expect(home.content(of: "old") == "mine\n")
  }

  @Test("a recording that is replaced keeps the old one until it is complete")
  func recording() async {
    let home = home()
    let record = home.start("record", "--force", "old")
    #expect(await eventually { names(in: home.path).contains { $0.hasPrefix(".sleight") } })
    #expect(home.content(of: "old") == "mine\n")
    #expect(await eventually { record.errors.contains("device") })
    record.signal(SIGINT)
    #expect(await record.result().status == 0)
    #expect(home.content(of: "old").hasPrefix("{\"sleight\": 1"))
    #expect(names(in: home.path).filter { $0.hasPrefix(".sleight") } == [])
  }
}
