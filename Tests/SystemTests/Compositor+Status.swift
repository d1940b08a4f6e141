internal import JSONLines

extension Compositor {
  /// What `status --json` says of the daemon that runs in this session.
  func status() throws -> JSONValue {
    try JSONReader.read(Program.run(Guest.sleight, "status", "--json", as: .user, environment: environment))
  }

  /// Waits until the daemon knows what `isKnown` looks for.
  func waitForStatus(_ isKnown: (JSONValue) -> Bool) throws {
    var last: JSONValue?
    try wait(otherwise: { "the daemon knows \(last?.text ?? "nothing")" }) {
      let status = try status()
      last = status
      return isKnown(status) ? () : nil
    }
  }
}
