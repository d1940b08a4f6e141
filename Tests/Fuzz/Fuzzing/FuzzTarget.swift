internal import Desktop

/// Something that reads what comes from outside. Whatever that is, it is read or refused, and no more.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A rules file, and messages about it.
  case rules
  /// A recording of ours, what is recognised in it, and its picture.
  case recordings
  /// The text of `libinput debug-events`, likewise.
  case debugEvents = "debug-events"
  /// A file of `libinput record`, likewise.
  case libinputRecord = "libinput-record"
  /// The configuration of another tool, whose first byte says which.
  case imports
  /// A line of JSON.
  case json
  /// A line of the daemon's socket, in either direction.
  case control
  /// What sway sends.
  case sway
  /// What Hyprland sends.
  case hyprland
  /// What niri sends.
  case niri
  /// A compositor's configuration, and its commands.
  case configurations

  /// Has `bytes` read.
  public func read(_ bytes: [UInt8]) {
    switch self {
    case .rules: RulesReading.read(bytes)
    case .recordings, .debugEvents, .libinputRecord: RecordingReading.read(bytes)
    case .imports: ImportReading.read(bytes)
    case .json: LineReading.readJSON(bytes)
    case .control: LineReading.readControl(bytes)
    case .sway: CompositorReading.read(bytes, from: .sway)
    case .hyprland: CompositorReading.read(bytes, from: .hyprland)
    case .niri: CompositorReading.read(bytes, from: .niri)
    case .configurations: ConfigurationReading.read(bytes)
    }
  }
}
