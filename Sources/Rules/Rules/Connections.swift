public import Gestures

/// Something that is connected to the machine, as the condition `connected` names it.
public enum Connection: Hashable, Sendable {
  /// A mouse that is not part of the machine.
  case mouse
  /// An output that is not part of the machine.
  case externalOutput
  /// An input device or an output of that name.
  case named(Wildcard)

  /// The words of the first two.
  public static let words = ["mouse", "external-output"]

  /// The meaning of a text of the rules file.
  public init(_ pattern: Wildcard) {
    switch pattern.text {
    case Self.words[0]: self = .mouse
    case Self.words[1]: self = .externalOutput
    default: self = .named(pattern)
    }
  }

  /// The text in the rules file.
  public var text: String {
    switch self {
    case .mouse: Self.words[0]
    case .externalOutput: Self.words[1]
    case .named(let pattern): pattern.text
    }
  }

  /// The maximum number of comparisons of characters that it takes to find it.
  var cost: Int { if case .named(let pattern) = self { pattern.cost } else { 1 } }
}

/// The input devices and the outputs that are connected. Unknown ones are nil.
public struct Connections: Hashable, Sendable {
  /// The input devices, by the names that the kernel reports.
  public struct Devices: Hashable, Sendable {
    /// The names that the devices report.
    public let names: [String]
    /// True if a mouse that is not part of the machine is among them.
    public let hasMouse: Bool
    fileprivate let folded: [Wildcard.Name]

    public init(names: [String], hasMouse: Bool) {
      (self.names, self.hasMouse, folded) = (names, hasMouse, names.map { .init($0) })
    }
  }

  /// The outputs, by the names that the compositor gives them.
  public struct Outputs: Hashable, Sendable {
    /// The compositor's names: `eDP-1`.
    public let names: [String]
    /// True if an output that is not part of the machine is among them.
    public let hasExternal: Bool
    fileprivate let folded: [Wildcard.Name]

    public init(names: [String], hasExternal: Bool) {
      (self.names, self.hasExternal, folded) = (names, hasExternal, names.map { .init($0) })
    }
  }

  /// The devices; nil if they are unknown.
  public var devices: Devices?
  /// The outputs; nil if they are unknown.
  public var outputs: Outputs?

  public init(devices: Devices? = nil, outputs: Outputs? = nil) { (self.devices, self.outputs) = (devices, outputs) }

  /// The connections that texts of the rules file name, and no others.
  public init(named texts: [String]) {
    let names = texts.filter { !Connection.words.contains($0) }
    func has(_ connection: Connection) -> Bool { texts.contains(connection.text) }
    self.init(
      devices: Devices(names: names, hasMouse: has(.mouse)),
      outputs: Outputs(names: [], hasExternal: has(.externalOutput)))
  }

  /// The texts of the rules file for what is connected; nil if that is unknown.
  public var texts: [String]? {
    guard let devices, let outputs else { return nil }
    return (devices.hasMouse ? [Connection.mouse.text] : [])
      + (outputs.hasExternal ? [Connection.externalOutput.text] : []) + devices.names + outputs.names
  }

  /// True if a connection is there; nil if that depends on unknown ones.
  func contains(_ connection: Connection) -> Bool? {
    switch connection {
    case .mouse: devices?.hasMouse
    case .externalOutput: outputs?.hasExternal
    case .named(let pattern):
      ((devices?.folded ?? []) + (outputs?.folded ?? [])).contains { pattern.matches($0) }
        ? true : devices == nil || outputs == nil ? nil : false
    }
  }
}
