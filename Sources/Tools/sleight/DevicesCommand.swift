import Actions
import ArgumentParser
import Diagnostics
import JSONLines
import Libinput
import Linux
import Rules
internal import RulesFile
import Surroundings
import Time
import Touch

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List touch devices with their settings, and why one is not readable.",
    discussion: "Exit status 1 if no device is readable.")

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each device.")
  var json = false

  func run() throws {
    try Failure.report {
      let devices = try TouchDevices()
      devices.leavesOutClones = true
      try devices.dispatch { _ in }
      let statements = statements()
      let panels = try Self.panels(for: devices.readable)
      var output = ""
      for device in devices.readable {
        let path = devices.path(of: device.id) ?? ""
        let properties = statements.properties(of: device)
        let panel = panels.panel(under: device, stated: properties.output)
        let contacts = contacts(of: device, devices)
        output +=
          json
          ? line(device, path, properties, panel, try? contacts.get())
          : "\(path)  \(device.kind)  \(device.sizeText)  \(device.name.legible)\n"
            + "\(remark(contacts))\(takingRemark(device, path))\(remark(properties, panel))"
      }
      for device in devices.notReadable {
        let name = device.name.legible
        output +=
          json
          ? line(device) : "\(device.path)  \(device.kind)  \(name)\n  not readable: \(device.explanation)\n"
      }
      try json ? StandardStream.output.write(output) : StandardStream.output.show(output)
      for remedy in Set(devices.notReadable.compactMap(\.remedy)).sorted() { Failure.warn(remedy) }
      guard devices.readable.isEmpty else { return }
      if devices.notReadable.isEmpty { Failure.warn("no touchpad or touchscreen is connected") }
      throw ExitCode(1)
    }
  }

  /// The statements about devices in the rules file. Devices are listed even without a valid file.
  private func statements() -> [DeviceStatement] {
    guard let path = try? config.path else { return [] }
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false)
    if let rules = file.rules { return rules.devices }
    if config.config != nil || !file.isMissing {
      Failure.warn(
        "settings for devices are ignored: \(path.legible) has errors "
          + "('\(ConfigOption.checkCommand(for: path))' lists them)")
    }
    return []
  }

  /// The panels of the outputs; looked up only if there are touchscreens.
  static func panels(for devices: [Device]) throws -> [Panel] {
    guard devices.contains(where: { $0.kind == .touchscreen }) else { return [] }
    let watch = try PanelWatch()
    watch.settle()
    return watch.panels
  }

  private func contacts(of device: Device, _ devices: TouchDevices) -> Result<ContactReports?, SystemError> {
    Result { () throws(SystemError) in try devices.contactReports(of: device.id) }
  }

  /// The contacts that the device reports, on a line of its own; empty for a touchscreen.
  private func remark(_ contacts: Result<ContactReports?, SystemError>) -> String {
    switch contacts {
    case .success(nil): ""
    case .success(let contacts?): "  contacts: \(contacts.text)\n"
    case .failure(let error): "  contacts: not readable: \(error)\n"
    }
  }

  /// The words whether rules can take the fingers of a device without a grab, on a line of their own.
  private func takingRemark(_ device: Device, _ path: String) -> String {
    guard let obstacle = TouchDevices.takingObstacle(path, device.kind) else {
      return "  takes fingers without a grab\n"
    }
    return "  cannot take fingers without a grab: \(Device.takingObstacle(obstacle))\n"
  }

  /// The settings for the device and its output, on lines of their own.
  private func remark(_ properties: DeviceProperties, _ panel: Panel?) -> String {
    if properties.isIgnored == true { return "  in the rules file: ignored\n" }
    let (stated, found) = (properties.texts, panel?.texts(besides: properties) ?? [])
    return (stated.isEmpty ? "" : "  in the rules file: \(stated.joined(separator: ", "))\n")
      + (found.isEmpty ? "" : "  \(found.joined(separator: ", "))\n")
  }

  private func line(
    _ device: Device, _ path: String, _ properties: DeviceProperties, _ panel: Panel?, _ contacts: ContactReports??
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("name", device.name)
    line.add("kind", device.kind.rawValue)
    line.add("width", device.knownSize.map { .number($0.width) } ?? .null)
    line.add("height", device.knownSize.map { .number($0.height) } ?? .null)
    line.add("readable", true)
    if device.kind == .touchpad { line.add("contacts", (contacts ?? nil).map { .object($0.members) } ?? .null) }
    line.add("takesFingers", TouchDevices.takingObstacle(path, device.kind) == nil)
    line.add("output", panel.map { .string($0.output) } ?? .null)
    line.add("rules", properties == DeviceProperties() ? .null : .object(members(properties)))
    return line.text + "\n"
  }

  /// The settings in the rules file, by their keys.
  private func members(_ properties: DeviceProperties) -> [JSONValue.Member] {
    [
      properties.size.map { .init("width", .number($0.width)) },
      properties.size.map { .init("height", .number($0.height)) },
      properties.orientation.map { .init(Word.turn.name, .string($0.rawValue)) },
      properties.output.map { .init(Word.panel.name, .string($0)) },
      properties.isIgnored.map { .init(Word.ignore.name, .bool($0)) },
      properties.isOwned.map { .init(Word.own.name, .bool($0)) },
      properties.isKept.map { .init(Word.keepsDevice.name, .bool($0)) },
      properties.bounce.map { .init(Word.bounce.name, .number($0.inSeconds * 1000)) },
    ].compactMap { $0 }
  }

  private func line(_ device: UnreadableDevice) -> String {
    var line = JSONLine()
    line.add("path", device.path)
    line.add("name", device.name)
    line.add("kind", device.kind.rawValue)
    line.add("readable", false)
    line.add("reason", device.explanation)
    line.add("remedy", device.remedy.map { .string($0) } ?? .null)
    return line.text + "\n"
  }
}
