import ArgumentParser
import Diagnostics
import Doctor
import Glibc
internal import Desktop
import Linux
import Rules
internal import RulesFile
import Surroundings

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a starter rules file with explanations.",
    discussion: """
      The file is the same on every desktop. Rules for what the desktop does with
      the same gestures, and for what it cannot do, are comments.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "The desktop that the rules are for.",
      discussion: "One of \(listed(Self.desktops)). Default: the current desktop."),
    completion: .list(Self.desktops),
    transform: { text in
      guard Self.desktops.contains(text), let kind = DesktopKind(named: [text]) else {
        throw unknown("desktop", text, among: Self.desktops)
      }
      return kind
    })
  var desktop: DesktopKind?

  /// The names of desktops.
  private static let desktops =
    DesktopKind.allCases.filter { $0 != .other }.map(\.rawValue)

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  func run() throws {
    try Failure.report {
      let path = try config.path
      let file = try OutputFile(path, isForced: force)
      try Self.makeDirectory(of: path)
      let kind = desktop ?? .running
      let devices = Doctor.Devices()
      let rules = StarterRules(
        for: kind, beside: desktop.map { .of($0) } ?? .running, devices: devices.readable)
      try file.write(rules.text)
      // The unit reads the default file.
      let unit = config.config == nil ? Doctor.unitStartCommand(configuration: try ConfigOption.directory) : nil
      let named = config.config.map { " --config \($0.shellWord.legible)" } ?? ""
      var lines = [path.legible] + Self.remarks(on: kind, isRunning: desktop == nil, disabled: rules.disabledCount)
      let step = desktop == nil && kind != nil ? try missingStep(path: path, devices) : nil
      lines += step.map { ["First run '\($0.legible)'."] } ?? []
      let command = unit ?? "\(Environment.ownCommand) run\(named)"
      lines.append("Now run '\(command)'\(rules.demonstration.map { ", and \($0)" } ?? Self.noDemonstration).")
      try StandardStream.output.show(lines.map { "\($0)\n" }.joined())
    }
  }

  /// The command that gives the rules what their actions require of the desktop; nil if nothing is missing, or no
  /// command helps.
  private func missingStep(path: String, _ devices: Doctor.Devices) throws -> String? {
    let findings = try Doctor.findings(
      path: path, isNamed: config.config != nil, configuration: ConfigOption.directory, gestures: .running,
      devices: devices)
    return Sleight.nextCommand(for: findings.filter { [.compositor, .input].contains($0.subject) })
  }

  /// The advice if each rule whose gesture starts anywhere is a comment.
  private static let noDemonstration =
    ". Each rule whose gesture starts anywhere is a comment: remove '# ' from those that you want all the same"

  /// The lines about the actions that work on a desktop; none where all do.
  private static func remarks(on desktop: DesktopKind?, isRunning: Bool, disabled: Int) -> [String] {
    var remarks: [String] = []
    let name =
      isRunning && desktop == .other
      ? Environment.desktopName(in: Environment.value(of: "XDG_CURRENT_DESKTOP")) : desktop?.name
    if disabled > 0 {
      let what =
        disabled == 1 ? "1 rule is a comment, with the reason" : "\(disabled) rules are comments, with the reasons"
      remarks.append("On \(name ?? "this desktop"), \(what).")
    }
    if let desktop, let name, case let ways = DesktopWays.of(desktop), desktop.isKnownInPart {
      let means = DesktopOperation.Subject.allCases.compactMap { subject -> String? in
        let values = DesktopOperation.all.filter { $0.subject == subject && ways.obstacle(to: $0) == nil }.map(\.value)
        return values.isEmpty ? nil : "'\(subject.rawValue)' (\(values.joined(separator: ", ")))"
      }
      let keys = DesktopOperation.all.contains { ways.chord(for: $0) != nil }
      let all = means.isEmpty ? "none of the actions 'workspace', 'desktop' and 'window'" : listed(means)
      remarks.append("\(name) performs \(all)\(keys ? ", by the keys of its default shortcuts" : "").")
      remarks.append("Commands work; 'sleight doctor' says whether keys and clicks do.")
    }
    if isRunning, Environment.value(of: "XDG_SESSION_TYPE") == "x11" {
      remarks.append(
        "This is an X11 session: gestures and commands work; keys and clicks require a permission, see 'sleight doctor';"
      )
      remarks.append("conditions on the focused window do not work.")
    }
    return remarks
  }

  /// Creates the directories above `path` that do not exist.
  static func makeDirectory(of path: String) throws(SystemError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/\(part)"
      // The mode that the XDG Base Directory Specification requires for the user's directories.
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir", path: directory) }
    }
  }
}

extension DesktopKind {
  /// True if it performs few of the actions, or none.
  fileprivate var isKnownInPart: Bool {
    switch self {
    case .gnome, .plasma: false
    default: socket == nil
    }
  }
}
