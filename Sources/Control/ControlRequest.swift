internal import JSONLines

/// What one asks a running daemon, one JSON object on a line: `{"command": "status"}`.
public enum ControlRequest: String, Hashable, Sendable, CaseIterable {
  /// What it is doing.
  case status
  /// To read its rules anew.
  case reload

  /// The request's line, without a line feed.
  public var line: String {
    var line = JSONLine()
    line.add("command", rawValue)
    return line.text
  }

  /// Reads a request's line.
  /// - Returns: nil where it is none.
  public init?(line: ArraySlice<UInt8>) {
    guard let value = try? JSONReader.read(line), let command = value["command"]?.string else { return nil }
    self.init(rawValue: command)
  }
}
