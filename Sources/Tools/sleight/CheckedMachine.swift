import Actions
internal import Desktop
import Diagnostics
import Libinput
import Linux
import Rules
internal import RulesFile
internal import Surroundings
import Touch

/// The machine as far as 'check' depends on it: its devices, programs and desktop, found once.
struct CheckedMachine: Sendable {
  /// The touch devices that can be read.
  let devices: [Device]
  private let known: KnownMachine
  private let desktop = DesktopGestures.running
  private let kind = DesktopKind.running

  init() {
    let found = try? TouchDevices()
    try? found?.dispatch { _ in }
    devices = found.map { Self.readable($0) } ?? []
    let names = (found?.readable.map(\.name) ?? []) + (found?.notReadable.map(\.name) ?? [])
    known = KnownMachine(deviceNames: names, hasProgram: Environment.isInPath)
  }

  /// The names of the touch devices, also of those that cannot be read.
  var deviceNames: [String] { known.deviceNames }

  private static func readable(_ devices: TouchDevices) -> [Device] {
    devices.readable.map { device in
      var device = device
      switch device.kind {
      case .touchpad: device.contacts = (try? devices.contactReports(of: device.id)) ?? nil
      case .touchscreen:
        let path = devices.path(of: device.id) ?? ""
        device.canCancelTouches = TouchDevices.takingObstacle(path, device.kind) == nil
      }
      return device
    }
  }

  /// Reads and checks the file at `path`.
  func load(_ path: String) -> RulesFile {
    RulesFile.load(
      path: path, keyNames: .xkb, desktop: desktop, kind: kind, devices: devices, machine: known)
  }

  /// Checks a text under the name `name`.
  func check(_ bytes: [UInt8], _ name: String) -> RulesFile {
    var none: CheckMemory?
    return check(bytes, name, files: .live(), objection: nil, memory: &none)
  }

  /// Checks a text under the name `name`, with what an earlier check of it kept, if that is not nil.
  func check(
    _ bytes: [UInt8], _ name: String, files: IncludedFiles, objection: Diagnostic?, memory: inout CheckMemory?
  ) -> RulesFile {
    RulesFile.check(
      bytes: bytes, name: name, keyNames: .xkb, files: files, objection: objection, desktop: desktop, kind: kind,
      devices: devices, machine: known, memory: &memory)
  }

  /// All messages about a file, with those about devices whose size neither they, nor their outputs, nor the file
  /// tells.
  func diagnostics(of file: RulesFile) -> [Diagnostic] {
    file.diagnostics + sizeNotes(file.diagnostics.contains { $0.severity == .error } ? [] : file.devices)
  }

  private func sizeNotes(_ statements: [DeviceStatement]) -> [Diagnostic] {
    let unknown = devices.filter {
      statements.size(of: $0, over: nil) == nil && statements.properties(of: $0).isIgnored != true
    }
    guard !unknown.isEmpty else { return [] }
    let panels = (try? DevicesCommand.panels(for: unknown)) ?? []
    return unknown.filter { device in
      let output = statements.properties(of: device).output
      return statements.size(of: device, over: panels.panel(under: device, stated: output)) == nil
    }.map {
      let id = MessageID.unknownSize
      return Diagnostic(id.severity, id: id.rawValue, $0.unknownSizeText, help: $0.statingSizeText)
    }
  }
}
