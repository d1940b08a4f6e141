import Actions
import ArgumentParser
internal import Desktop
import Diagnostics
import JSONLines
import Libinput
import Linux
import Rules
internal import RulesFile
internal import Surroundings
import Touch

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rules file and report all errors.",
    discussion: "Requires no daemon and changes nothing. Exit status 1 if the file has errors.")

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each error, warning and note.")
  var json = false

  @Argument(
    help: "The rules file, instead of --config; '-' is standard input.",
    completion: .file(extensions: ["yml", "yaml"]), transform: fileName)
  var file: String?

  /// The touch devices that can be read.
  static var devices: [Device] {
    guard let devices = try? TouchDevices(), (try? devices.dispatch { _ in }) != nil else { return [] }
    return devices.readable.map { device in
      var device = device
      if device.kind == .touchpad { device.contacts = (try? devices.contactReports(of: device.id)) ?? nil }
      return device
    }
  }

  /// The programs and devices of this machine.
  private static var machine: KnownMachine {
    let devices = try? TouchDevices()
    try? devices?.dispatch { _ in }
    let names = (devices?.readable.map(\.name) ?? []) + (devices?.notReadable.map(\.name) ?? [])
    return KnownMachine(deviceNames: names, hasProgram: Environment.isInPath)
  }

  /// The devices that can be read and whose size neither they, nor their outputs, nor the rules file tells.
  private static func sizeNotes(_ statements: [DeviceStatement]) -> [Diagnostic] {
    guard let devices = try? TouchDevices(), (try? devices.dispatch { _ in }) != nil else { return [] }
    let unknown = devices.readable.filter {
      statements.size(of: $0, over: nil) == nil && statements.properties(of: $0).isIgnored != true
    }
    let panels = (try? DevicesCommand.panels(for: unknown)) ?? []
    return unknown.filter { device in
      let output = statements.properties(of: device).output
      return statements.size(of: device, over: panels.panel(under: device, stated: output)) == nil
    }.map {
      let id = MessageID.unknownSize
      return Diagnostic(id.severity, id: id.rawValue, $0.unknownSizeText, help: $0.statingSizeText)
    }
  }

  func validate() throws {
    if file != nil, config.config != nil { throw ValidationError("<file> and --config exclude each other") }
  }

  private func checked() throws -> RulesFile {
    guard file == "-" else {
      return RulesFile.load(
        path: try file ?? config.path, keyNames: .xkb, desktop: .running, kind: .running, devices: Self.devices,
        machine: Self.machine)
    }
    // Its name is that of a file in the working directory: paths under `include` start there.
    return RulesFile.check(
      bytes: try InputFile.read("-", limit: RulesFile.sizeLimit), name: InputFile.name(of: "-"), keyNames: .xkb,
      files: .live(), desktop: .running, kind: .running, devices: Self.devices, machine: Self.machine)
  }

  func run() throws {
    try Failure.report {
      let checked = try checked()
      let diagnostics = checked.diagnostics + Self.sizeNotes(checked.rules?.devices ?? [])
      var output = ""
      if json {
        for diagnostic in diagnostics {
          output += JSONRenderer.line(diagnostic, in: checked.sources).text + "\n"
        }
      } else {
        output = rendered(diagnostics, of: checked, on: .output)
        if let rules = checked.rules, checked.mistakes.isEmpty {
          let disabled = rules.disabled.isEmpty ? "" : " and \(rules.disabled.count) disabled"
          let name = checked.sources.main.name.legible
          output += "\(name): \(counted(rules.rules.count, "rule"))\(disabled), no errors\n"
        }
      }
      try json ? StandardStream.output.write(output) : StandardStream.output.show(output)
      if checked.rules == nil { throw ExitCode(1) }
    }
  }
}
