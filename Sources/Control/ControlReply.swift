public import JSONLines

/// The daemon's reply, one JSON object on a line, after which it closes the connection.
public enum ControlReply: Hashable, Sendable {
  /// Success, with the status afterwards.
  case done(DaemonStatus)
  /// A failure, and the reason.
  case failed(String)

  /// The encoded reply, without a line feed.
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

  /// Decodes a reply.
  /// - Throws: `JSONError` if it is invalid.
  public init(line: ArraySlice<UInt8>) throws(JSONError) {
    let value = try JSONReader.read(line)
    switch value["ok"]?.bool {
    case true?: self = .done(DaemonStatus(value))
    case false?: self = .failed(value["error"]?.string ?? "")
    case nil: throw JSONError(column: 1, reason: "the daemon's answer has no 'ok'")
    }
  }
}
