import ArgumentParser
import Daemon
import Diagnostics
import JSONLines
import Libinput
import Linux
import Touch

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the touch devices, and why one cannot be read.",
    discussion: "Exit status 1 where none can be read.")

  @Flag(help: "One JSON object a line for each device.")
  var json = false

  func run() throws {
    try Failure.report {
      let devices = try TouchDevices()
      try devices.dispatch { _ in }
      var output = ""
      for device in devices.readable {
        let path = devices.path(of: device.id) ?? ""
        output += json ? line(device, path) : "\(path)  \(device.kind)  \(device.sizeText)  \(device.name)\n"
      }
      for device in devices.notReadable {
        output +=
          json
          ? line(device) : "\(device.path)  \(device.kind)  \(device.name)\n  not readable: \(device.explanation)\n"
      }
      try StandardStream.output.write(json ? output : printable(output))
      for remedy in Set(devices.notReadable.compactMap(\.remedy)) { Failure.warn(remedy) }
      guard devices.readable.isEmpty else { return }
      if devices.notReadable.isEmpty { Failure.warn("there is no touchpad and no touchscreen") }
      throw ExitCode(1)
    }
  }

  private func line(_ device: Device, _ path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("name", device.name)
    line.add("kind", device.kind.rawValue)
    line.add("width", device.size.map { .number($0.width) } ?? .null)
    line.add("height", device.size.map { .number($0.height) } ?? .null)
    line.add("readable", true)
    return line.text + "\n"
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
