/// The machine on which a rules file is checked, as far as rules depend on it.
public struct KnownMachine: Sendable {
  /// The names of the touchpads and touchscreens that are connected.
  public var deviceNames: [String]
  /// True for the name of a program that a directory in PATH has.
  public var hasProgram: @Sendable (String) -> Bool

  public init(deviceNames: [String], hasProgram: @escaping @Sendable (String) -> Bool) {
    (self.deviceNames, self.hasProgram) = (deviceNames, hasProgram)
  }
}
