import ArgumentParser
import Desktop
import Gestures
import Glibc
import Hints
import Linux
import Rules
internal import Surroundings
import Time

struct HintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Show on the screen what fingers are about to do.",
    discussion: """
      Runs sleight-hint(1), a program of its own, with what 'sleight follow' prints: while fingers move, the rule that they \
      are near to, and how near. GNOME shows it by Sleight's extension. The settings 'hint', 'hint-misses' and \
      'hint-fullscreen' of the rules file say where, whether to say why a rule did not act, and whether above fullscreen \
      windows.
      """)

  /// The exit status if the desktop cannot show hints, as that of sleight-hint.
  private static let cannotShow: CInt = 3

  @OptionGroup var config: ConfigOption

  @Flag(help: "Exit at once, with status 0, unless the rules file has the setting 'hint'.")
  var ifSet = false

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      guard rules.hintSide != nil || !ifSet else { return }
      try Self.readEvents(withMisses: rules.hintsMisses)
      let side = (rules.hintSide ?? .bottom).rawValue
      if DesktopKind.running?.known.grant == .shellExtension {
        guard ShellExtension.isInstalled else {
          Failure.warn(
            "error: GNOME shows hints by Sleight's extension, which is not installed: see sleight-desktops(7)")
          throw ExitCode(Self.cannotShow)
        }
        var painter = try ShellPainter(at: side, state: HintState(sparesFullscreen: !rules.hintsFullscreen))
        return try painter.run()
      }
      let appearance = DesktopAppearance.read(within: .seconds(1))
      throw SeparateProgram(named: "sleight-hint").execute(
        ["--edge", side] + (rules.hintsFullscreen ? [] : ["--no-fullscreen"])
          + (appearance.isLight == true ? ["--light"] : []) + (appearance.font.map { ["--font", $0] } ?? []))
    }
  }

  /// Starts `sleight follow`, whose output is then the standard input.
  private static func readEvents(withMisses: Bool) throws {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
    guard dup2(ends[1], 1) >= 0 else { throw SystemError.last("dup2") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = try ChildProcess.spawn(
      [Environment.programPath ?? "sleight", "follow", "--json", "--progress"] + (withMisses ? ["--misses"] : []),
      environment: Environment.all())
    // Only the child may write: at its end, this process reads the end of its input.
    guard dup2(ends[0], 0) >= 0, dup2(2, 1) >= 0 else { throw SystemError.last("dup2") }
    for end in ends { close(end) }
  }
}

/// Passes hints on to GNOME Shell, which draws them.
private struct ShellPainter {
  private let edge: String
  private let shell: ShellHints
  private var state: HintState
  private var lines = HintLines()

  init(at edge: String, state: HintState) throws {
    guard let shell = try ShellHints() else { throw Failure("there is no message bus of the session") }
    (self.edge, self.shell, self.state) = (edge, shell, state)
  }

  /// Runs until the input ends, or the bus. The shell lets hints disappear by itself.
  mutating func run() throws {
    var waiting = [shell.descriptor, 0].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      _ = poll(&waiting, 2, -1)
      if waiting[0].revents != 0 { try shell.dispatch() }
      guard waiting[1].revents != 0 else { continue }
      let now = Timestamp.now
      state.expire(at: now)
      let before = (state.hint, state.fadeStart)
      // Of several lines, only the last state is drawn.
      guard lines.read(from: 0, { state.handle($0, at: now) }) else { return }
      if (state.hint, state.fadeStart) != before { try shell.show(state.hint.map { picture(of: $0, at: now) }) }
    }
  }

  private func picture(of hint: Hint, at now: Timestamp) -> ShellHints.Picture {
    ShellHints.Picture(
      text: hint.text, detail: hint.detail,
      colour: "rgb(\(hint.sign.colour.map { String($0) }.joined(separator: ", ")))", share: hint.share, edge: edge,
      place: hint.place.map { ($0.x, $0.y) }, rest: UInt32(max(0, (state.fadeStart - now).milliseconds)))
  }
}
