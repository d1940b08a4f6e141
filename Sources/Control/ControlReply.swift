public import JSONLines

/// What the daemon answers, one JSON object on a line, before it closes the connection.
public enum ControlReply: Hashable, Sendable {
  /// It was done; what there is to say of it.
  case done(DaemonStatus)
  /// It was not, and why.
  case failed(String)

  /// The reply's line, without a line feed.
  public var line: String {
    var line = JSONLine()
    switch self {
    case .done(let status):
      line.add("ok", true)
      status.write(to: &line)
    case .failed(let reason):
      line.add("ok", false)
      line.add("error", reason)
    }
    return line.text
  }

  /// Reads a reply's line.
  /// - Throws: `JSONError` where it is none.
  public init(line: ArraySlice<UInt8>) throws(JSONError) {
    let value = try JSONReader.read(line)
    switch value["ok"]?.bool {
    case true?: self = .done(DaemonStatus(value))
    case false?: self = .failed(value["error"]?.string ?? "")
    case nil: throw JSONError(column: 1, reason: "the daemon's answer has no 'ok'")
    }
  }
}
