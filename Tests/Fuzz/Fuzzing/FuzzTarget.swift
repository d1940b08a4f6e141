internal import Desktop
internal import Rules

/// A reader of untrusted input: it must accept or refuse any input, without further effects.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A rules file, and the diagnostics about it.
  case rules
  /// A recording of Sleight's, the gestures in it, and its picture.
  case recordings
  /// The text of `libinput debug-events`, likewise.
  case debugEvents = "debug-events"
  /// A file of `libinput record`, likewise.
  case libinputRecord = "libinput-record"
  /// The configuration of another tool, which the first byte selects.
  case imports
  /// A line of JSON.
  case json
  /// A line of the daemon's socket, in either direction.
  case control
  /// Messages of sway's.
  case sway
  /// Messages of Hyprland's.
  case hyprland
  /// Messages of niri's.
  case niri
  /// A compositor's configuration, and commands for it.
  case configurations
  /// A file of libinput's quirks, and a touchpad's contacts under them.
  case quirks
  /// What an editor sends to the language server.
  case editor

  /// Reads `bytes`.
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
    case .quirks: QuirksReading.read(bytes)
    case .editor: EditorReading.read(bytes)
    }
  }
}
